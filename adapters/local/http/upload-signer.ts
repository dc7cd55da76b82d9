/** Presigned upload URLs of the local host, like those of S3. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Path prefix of presigned uploads. */
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

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The presigned URL of this upload, from its path on: the client knows by which name it calls the host. */
  sign(upload: SignedUpload): string {
    const query = new URLSearchParams({
      content_type: upload.contentType,
      size: String(upload.size),
      expires: String(upload.expiresAt.getTime()),
      signature: this.#signature(upload).toString('base64url'),
    });
    return `${UPLOADS_PATH}/${upload.key}?${query.toString()}`;
  }

  /** The upload that a URL allows; undefined where its signature is invalid. The caller checks the expiry. */
  verify(path: string, query: URLSearchParams): SignedUpload | undefined {
    if (!path.startsWith(`${UPLOADS_PATH}/`)) return undefined;
    const upload: SignedUpload = {
      key: path.slice(UPLOADS_PATH.length + 1),
      contentType: query.get('content_type') ?? '',
      size: Number(query.get('size')),
      expiresAt: new Date(Number(query.get('expires'))),
    };
    if (!Number.isSafeInteger(upload.size) || Number.isNaN(upload.expiresAt.getTime())) return undefined;
    const signature = Buffer.from(query.get('signature') ?? '', 'base64url');
    const expected = this.#signature(upload);
    return signature.length === expected.length && timingSafeEqual(signature, expected) ? upload : undefined;
  }

  /** Of a JSON array, so that different uploads never have the same text. */
  #signature(upload: SignedUpload): Buffer {
    const text = JSON.stringify(['PUT', upload.key, upload.contentType, upload.size, upload.expiresAt.getTime()]);
    return createHmac('sha256', this.#secret).update(text).digest();
  }
}
