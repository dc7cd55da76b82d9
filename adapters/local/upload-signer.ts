/** Signed addresses for uploads on one machine: what S3's presigned URLs are in the cloud. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The path under which the local host takes signed uploads. */
export const UPLOADS_PATH = '/blob-uploads';

export interface SignedUpload {
  readonly key: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly expiresAt: Date;
}

export class UploadSigner {
  readonly #secret: string;
  readonly #baseUrl: () => string;

  /** @param baseUrl  where the host is reached, without a slash at the end; asked for at each signature, since the port may be known late */
  constructor(secret: string, baseUrl: () => string) {
    this.#secret = secret;
    this.#baseUrl = baseUrl;
  }

  /** The address that takes this upload. */
  sign(upload: SignedUpload): string {
    const query = new URLSearchParams({
      content_type: upload.contentType,
      size: String(upload.size),
      expires: String(upload.expiresAt.getTime()),
      signature: this.#signature(upload).toString('base64url'),
    });
    return `${this.#baseUrl()}${UPLOADS_PATH}/${upload.key}?${query.toString()}`;
  }

  /** What an address allows; undefined where it was not signed here, or was changed since. Whether it expired is for the caller to see. */
  verify(path: string, query: URLSearchParams): SignedUpload | undefined {
    if (!path.startsWith(`${UPLOADS_PATH}/`)) return undefined;
    const upload: SignedUpload = {
      key: path.slice(UPLOADS_PATH.length + 1),
      contentType: query.get('content_type') ?? '',
      size: Number(query.get('size')),
      expiresAt: new Date(Number(query.get('expires'))),
    };
    if (!Number.isSafeInteger(upload.size) || Number.isNaN(upload.expiresAt.getTime())) return undefined;
    const given = Buffer.from(query.get('signature') ?? '', 'base64url');
    const expected = this.#signature(upload);
    return given.length === expected.length && timingSafeEqual(given, expected) ? upload : undefined;
  }

  /** Over JSON, so that no two uploads read alike. */
  #signature(upload: SignedUpload): Buffer {
    const text = JSON.stringify(['PUT', upload.key, upload.contentType, upload.size, upload.expiresAt.getTime()]);
    return createHmac('sha256', this.#secret).update(text).digest();
  }
}
