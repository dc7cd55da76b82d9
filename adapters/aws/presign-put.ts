/** An address of S3 that takes exactly one body of exactly one size and type. */
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { PresignedUpload } from '../../core/ports.ts';

export interface PutToSign {
  readonly Bucket: string;
  readonly Key: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly expiresAt: Date;
}

/** S3's longest: seven days. The credentials that sign may end earlier, and the address with them. */
const LONGEST_SECONDS = 7 * 24 * 60 * 60;
/** Headers that the sender must send as they were signed; the length, which a sender computes itself, is signed too. */
const SIGNED_HEADERS = ['content-type', 'content-length', 'if-none-match'];

/**
 * Size and type are part of the signature: S3 refuses another body with 403. `If-None-Match: *` is too: S3 refuses a
 * second body with 412. An `expiresAt` that is over gives an address that is refused.
 */
export const presignPut = async (
  client: S3Client,
  { Bucket, Key, contentType, size, expiresAt }: PutToSign,
): Promise<PresignedUpload> => {
  const now = Date.now();
  const seconds = Math.min(LONGEST_SECONDS, Math.max(1, Math.floor((expiresAt.getTime() - now) / 1000)));
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
