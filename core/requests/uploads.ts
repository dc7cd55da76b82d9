/**
 * Uploads that do not belong to a request yet. The row is written before the first byte and deleted in the transaction
 * that creates the request: after a crash between the two, the row is found and the upload is deleted. Where the request
 * fails for another reason than its document, the transaction that fails it writes the row again.
 */
import { z } from 'zod';
import { indexItems } from '../storage/lists/index-items.ts';
import type { Item, Key, WriteOperation } from '../ports.ts';
import type { Service } from '../service.ts';
import type { ProcessingRequest } from './processing-request.ts';

/** Index partition of unclaimed uploads, sorted by the time of their deletion. */
const UNCLAIMED = 'UNCLAIMED_UPLOADS';

const uploadSchema = z.object({
  upload_id: z.uuid(),
  account_id: z.string(),
  file_name: z.string(),
  /** Blob key of the file. */
  blob_key: z.string(),
  /** An upload that is unclaimed at this time is deleted. */
  delete_after: z.iso.datetime(),
});
export type Upload = z.infer<typeof uploadSchema>;

/** The upload of POST /uploads that the request claimed; undefined where its file came with it. */
export const claimedUploadOf = (request: ProcessingRequest): Upload | undefined => {
  const { claimed_upload: claimed, account_id, file_name, upload_key } = request;
  return claimed && { ...claimed, account_id, file_name, blob_key: upload_key };
};

/** Partition of an account's unclaimed uploads. */
export const uploadsPartition = (accountId: string): string => `ACCOUNT#${accountId}#UPLOADS`;

type UploadKey = Pick<Upload, 'account_id' | 'upload_id'>;

const uploadKey = ({ account_id: account, upload_id: id }: UploadKey): Key => ({
  pk: uploadsPartition(account),
  sk: `UPLOAD#${id}`,
});

const rowOf = (upload: Upload) =>
  ({
    ...uploadKey(upload),
    ...upload,
    index_pk: UNCLAIMED,
    index_sk: `${upload.delete_after}#${upload.upload_id}`,
  }) satisfies Item;

/** Writes a new row. The condition fails where the id exists. */
export const putUpload = (upload: Upload): WriteOperation => ({ put: rowOf(upload), when: [{ item: 'absent' }] });

/**
 * Makes a claimed upload unclaimed again, until the time at which it would have been deleted. Without a condition: it is
 * part of the transaction that fails the request, which must not depend on the upload.
 */
export const releaseUpload = (upload: Upload): WriteOperation => {
  const { pk, sk, ...attributes } = rowOf(upload);
  return { update: { pk, sk }, set: attributes };
};

/** Claims the upload for a request, by deleting its row. The condition fails where it was claimed before. */
export const claimUpload = (upload: UploadKey): WriteOperation => ({
  delete: uploadKey(upload),
  when: [{ item: 'present' }],
});

export const readUpload = async (service: Pick<Service, 'table'>, key: UploadKey): Promise<Upload | undefined> => {
  const item = await service.table.get(uploadKey(key));
  return item === undefined ? undefined : uploadSchema.parse(item);
};

/**
 * Deletes an unclaimed upload and its file.
 * @param also  written in the same transaction
 * @throws ConditionFailedError where a request has claimed it
 */
export const discardUpload = async (
  service: Pick<Service, 'table' | 'blobs'>,
  upload: Upload,
  also: readonly WriteOperation[] = [],
): Promise<void> => {
  await service.table.write([claimUpload(upload), ...also]);
  await service.blobs.deleteAll(upload.blob_key);
};

/** Yields the unclaimed uploads whose time of deletion is before `now`, the earliest first. */
export async function* unclaimedUploads(service: Pick<Service, 'table'>, now: Date): AsyncGenerator<Upload> {
  for await (const item of indexItems(service, UNCLAIMED, now.toISOString())) yield uploadSchema.parse(item);
}
