/** Requests that were deleted while a step may still have been running: what it wrote is deleted later. */
import { z } from 'zod';
import type { WriteOperation } from '../ports.ts';
import type { Service } from '../service.ts';
import { indexItems } from '../storage/index-items.ts';
import { processingBlobs } from './processing-blobs.ts';
import type { ProcessingKey } from './step-data.ts';

/** Index partition of all of them, sorted by the time from which no step runs any more. */
const LEFTOVERS = 'LEFTOVERS_OF_PROCESSINGS';

const leftoversSchema = z.object({ pk: z.string(), sk: z.string(), prefix: z.string() });

/** @param until  time from which no step of the request runs any more */
export const putLeftovers = (
  { account_id: account, processing_id: id }: ProcessingKey,
  until: Date,
): WriteOperation => ({
  put: {
    pk: `ACCOUNT#${account}#LEFTOVERS`,
    sk: `PROCESSING#${id}`,
    prefix: processingBlobs(account, id).prefix,
    index_pk: LEFTOVERS,
    index_sk: `${until.toISOString()}#${id}`,
  },
});

/** Deletes the files of one, then its row. */
export const deleteLeftovers = async (
  service: Pick<Service, 'table' | 'blobs'>,
  { pk, sk, prefix }: z.infer<typeof leftoversSchema>,
): Promise<void> => {
  await service.blobs.deleteAll(prefix);
  await service.table.write([{ delete: { pk, sk } }]);
};

/** Yields those whose steps have ended before `now`. */
export async function* leftoversBefore(service: Pick<Service, 'table'>, now: Date) {
  for await (const item of indexItems(service, LEFTOVERS, now.toISOString())) yield leftoversSchema.parse(item);
}
