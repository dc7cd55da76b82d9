/** POST /uploads: a presigned URL for sending a file directly to storage. */
import type { Account } from '../accounts/account.ts';
import { maxDocumentBytes } from '../accounts/limits/plan.ts';
import { DocumentEmptyError, DocumentTooLargeError } from '../errors.ts';
import type { Service } from '../service.ts';
import { putUpload } from '../requests/uploads.ts';

const MINUTE = 60_000;
/** The URL expires after an hour. A file that no request refers to is deleted after a day. */
export const ADDRESS_LIFETIME = 60 * MINUTE;
const UNCLAIMED_LIFETIME = 24 * 60 * MINUTE;

export interface UploadRequest {
  readonly file_name: string;
  readonly content_type: string;
  /** In bytes. */
  readonly size: number;
}

export interface CreatedUpload {
  readonly upload_id: string;
  /** As the blob store gives it: absolute, or from its path on. */
  readonly url: string;
  readonly method: 'PUT' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly expires_at: string;
}

/** @throws DocumentTooLargeError, DocumentEmptyError, StorageFullError */
export const createUpload = async (
  service: Service,
  account: Account,
  upload: UploadRequest,
): Promise<CreatedUpload> => {
  const limit = maxDocumentBytes(service.settings, account);
  if (upload.size < 1) throw new DocumentEmptyError('The file has no bytes. Send a document.');
  if (upload.size > limit)
    throw new DocumentTooLargeError(`The file has ${upload.size} bytes; at most ${limit} are allowed.`);
  const now = service.clock.now().getTime();
  const uploadId = service.ids.uuid();
  const blobKey = `accounts/${account.account_id}/uploads/${uploadId}`;
  await service.table.write([
    putUpload({
      upload_id: uploadId,
      account_id: account.account_id,
      file_name: upload.file_name,
      blob_key: blobKey,
      delete_after: new Date(now + UNCLAIMED_LIFETIME).toISOString(),
    }),
  ]);
  const { url, method, headers, expiresAt } = await service.blobs.presignUpload(blobKey, {
    contentType: upload.content_type,
    size: upload.size,
    expiresAt: new Date(now + ADDRESS_LIFETIME),
  });
  return { upload_id: uploadId, url, method, headers, expires_at: expiresAt.toISOString() };
};
