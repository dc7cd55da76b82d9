/** Deletes everything that belongs to a request: its files, its rows, and the answers that are kept for retries. */
import { settleAll } from '../../settle-all.ts';
import type { Item, Key } from '../../ports.ts';
import { putRenderingLeftovers, STEPS_END_AFTER_MS } from '../../requests/rows/deleted-requests.ts';
import { deleteWithTarget } from '../../requests/rows/dependent-rows.ts';
import { deleteDocumentRows } from '../../requests/rows/document-rows.ts';
import { forgetAnswer } from '../../requests/idempotency.ts';
import { processingBlobs } from '../../requests/processing-blobs.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import { deleteRow, processingRequestKey, writeConditionally } from '../../requests/processing-requests.ts';
import type { ProcessingKey } from '../../requests/step-data.ts';
import { claimIdOf } from '../../results/rendering-claims.ts';
import type { Service } from '../../service.ts';

type Stores = Pick<Service, 'table' | 'blobs' | 'clock'>;

/** Operations of one transaction at most. */
const AT_ONCE = 100;

/**
 * Deletes the row last: a request without a row has no files and no other rows. A released upload is deleted by its own
 * row.
 */
export const deleteRequest = async (service: Stores, request: ProcessingRequest): Promise<void> => {
  const { prefix } = processingBlobs(request.account_id, request.processing_id);
  await settleAll([
    service.blobs.deleteAll(prefix),
    ...(request.upload_released === true ? [] : [service.blobs.deleteAll(request.upload_key)]),
  ]);
  await deleteDependentRows(service, request);
  await service.table.write([deleteRow(request), ...deleteDocumentRows(request)]);
};

/** The rows in the partition of the request, and those that they point to. */
export const deleteDependentRows = async (
  service: Pick<Service, 'table' | 'clock'>,
  key: ProcessingKey,
): Promise<void> => {
  const own: Key = processingRequestKey(key);
  for (;;) {
    const { items } = await service.table.query({ pk: own.pk, limit: AT_ONCE / 2 });
    const rows = items.filter(({ sk }) => sk !== own.sk);
    if (rows.length === 0) return;
    for (const row of rows) await forgetAnswer(service, row);
    const others: Item[] = [];
    for (const row of rows) {
      const claimId = claimIdOf(row);
      if (claimId === undefined) others.push(row);
      else await deleteClaim(service, key, row, claimId);
    }
    if (others.length > 0) await service.table.write(others.flatMap(deleteWithTarget));
  }
};

/** Does nothing where who renders has released it meanwhile: then nothing is written any more. */
const deleteClaim = async (
  service: Pick<Service, 'table' | 'clock'>,
  key: ProcessingKey,
  { pk, sk }: Item,
  claimId: string,
): Promise<void> => {
  const until = new Date(service.clock.now().getTime() + STEPS_END_AFTER_MS);
  await writeConditionally(service, [
    { delete: { pk, sk }, when: [{ attribute: 'claim_id', in: [claimId] }] },
    putRenderingLeftovers(key, claimId, until),
  ]);
};
