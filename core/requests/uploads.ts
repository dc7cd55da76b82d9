/**
 * Files that have been announced but do not belong to a request yet. The row is written before the first byte
 * and goes in the transaction that makes the request, so that a crash between the two leaves nothing for ever.
 */
import { z } from 'zod';
import { indexItems } from '../storage/index-items.ts';
import type { Item, Key, WriteOperation } from '../ports.ts';
import type { Service } from '../service.ts';

/** Index partition of unclaimed uploads, by the time of their deletion. */
const UNCLAIMED = 'UNCLAIMED_UPLOADS';

const uploadSchema = z.object({
  upload_id: z.uuid(),
  account_id: z.string(),
  file_name: z.string(),
  /** Which blob the bytes go to. */
  blob_key: z.string(),
  /** Unclaimed until then, it is deleted. */
  delete_after: z.iso.datetime(),
});
export type Upload = z.infer<typeof uploadSchema>;

const uploadKey = (uploadId: string): Key => ({ pk: `UPLOAD#${uploadId}`, sk: 'UPLOAD' });

export const putUpload = (upload: Upload): WriteOperation => ({
  put: {
    ...uploadKey(upload.upload_id),
    ...upload,
    index_pk: UNCLAIMED,
    index_sk: `${upload.delete_after}#${upload.upload_id}`,
  } satisfies Item,
  when: [{ item: 'absent' }],
});

/** Gives the upload to a request: it can be claimed once. */
export const claimUpload = (uploadId: string): WriteOperation => ({
  delete: uploadKey(uploadId),
  when: [{ item: 'present' }],
});

export const readUpload = async (service: Pick<Service, 'table'>, uploadId: string): Promise<Upload | undefined> => {
  const item = await service.table.get(uploadKey(uploadId));
  return item === undefined ? undefined : uploadSchema.parse(item);
};

/** Forgets an unclaimed upload and its bytes; one that was claimed meanwhile stays. */
export const discardUpload = async (service: Pick<Service, 'table' | 'blobs'>, upload: Upload): Promise<void> => {
  await service.table.write([claimUpload(upload.upload_id)]);
  await service.blobs.deleteAll(upload.blob_key);
};

/** Uploads that nobody claimed in time, the longest ago first. */
export async function* unclaimedUploads(service: Pick<Service, 'table'>, now: Date): AsyncGenerator<Upload> {
  for await (const item of indexItems(service, UNCLAIMED, now.toISOString())) yield uploadSchema.parse(item);
}
