/** A presigned S3 URL for exactly one PUT with a body of a given size and content type. */
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { PresignedUpload } from '../../../core/ports.ts';

export interface PutToSign {
  readonly Bucket: string;
  readonly Key: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly expiresAt: Date;
}

/** S3's maximum: seven days. The URL expires earlier if the signing credentials do. */
const MAX_SECONDS = 7 * 24 * 60 * 60;
/** Headers that the client must send with the signed values. HTTP clients set the content length themselves. */
const SIGNED_HEADERS = ['content-type', 'content-length', 'if-none-match'];

/**
 * Size and content type are part of the signature: S3 rejects any other body with 403. `If-None-Match: *` is signed
 * too: S3 rejects a second body with 412. With an `expiresAt` in the past, S3 rejects the URL.
 */
export const presignPut = async (
  client: S3Client,
  { Bucket, Key, contentType, size, expiresAt }: PutToSign,
): Promise<PresignedUpload> => {
  const now = Date.now();
  const seconds = Math.min(MAX_SECONDS, Math.max(1, Math.floor((expiresAt.getTime() - now) / 1000)));
  const command = new PutObjectCommand({
    Bucket,
    Key,
    ContentType: contentType,
    ContentLength: size,
    IfNoneMatch: '*',
  });
  const url = await getSignedUrl(client, command, {
    expiresIn: seconds,
    signingDate: new Date(Math.min(now, expiresAt.getTime() - seconds * 1000)),
    signableHeaders: new Set(SIGNED_HEADERS),
    unhoistableHeaders: new Set(SIGNED_HEADERS),
  });
  return { url, method: 'PUT', headers: { 'Content-Type': contentType, 'If-None-Match': '*' }, expiresAt };
};
