/**
 * Files that are rendered on request. That may take minutes, and clients ask again meanwhile: where several processes serve
 * the same data, the one that renders a file holds a claim in the table, and the others wait for the file. Where it ended
 * without releasing the claim, the parser may still write the file: another one renders it then, which gives the same
 * bytes, and a deletion of the request deletes its files once more later.
 */
import { z } from 'zod';
import { ConditionFailedError, ProcessingNotAccessibleError, TemporarilyUnavailableError } from '../errors.ts';
import type { BlobInfo, Item, Key, WriteOperation } from '../ports.ts';
import { pollInterval } from '../requests/poll-interval.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { processingPartition, writeConditionally } from '../requests/processing-requests.ts';
import { deleteRenderingLeftovers, STEPS_END_AFTER_MS } from '../requests/rows/deleted-requests.ts';
import { requestExists } from '../requests/rows/dependent-rows.ts';
import type { Service } from '../service.ts';
import { getOrCreateResult } from './result-file.ts';

/**
 * The time limit of the function that renders (lib/constructs/api/api-functions.ts; machines.test.ts compares both): a claim
 * of one that ended expires.
 */
export const CLAIM_SECONDS = 5 * 60;

/** Index of the operation that checks the request, in the transaction that claims a file. */
const REQUEST = 0;

const CLAIM_PREFIX = 'RENDERING#';

const claimSchema = z.object({
  claim_id: z.string(),
  /** Seconds since 1970 at which another process may take it over. */
  held_until: z.number(),
});

/** The id of the claim that a row of a request is; undefined where it is none. */
export const claimIdOf = (row: Item): string | undefined =>
  row.sk.startsWith(CLAIM_PREFIX) ? claimSchema.parse(row).claim_id : undefined;

/** In the partition of the request, with which it is deleted. */
const claimKey = (request: ProcessingRequest, blobKey: string): Key => ({
  pk: processingPartition(request),
  sk: `${CLAIM_PREFIX}${blobKey}`,
});

/**
 * Returns false where another process holds the claim. The row stays longer than the claim, as long as the file may be written.
 * @throws ProcessingNotAccessibleError where the request was deleted
 */
const claim = async (service: Service, request: ProcessingRequest, key: Key, claimId: string): Promise<boolean> => {
  const now = Math.ceil(service.clock.now().getTime() / 1000);
  const row = {
    ...key,
    claim_id: claimId,
    held_until: now + CLAIM_SECONDS,
    expires_at: now + STEPS_END_AFTER_MS / 1000,
  };
  return (
    (await putClaim(service, request, { put: row, when: [{ item: 'absent' }] })) ||
    putClaim(service, request, { put: row, when: [{ attribute: 'held_until', atMost: now }] })
  );
};

const putClaim = async (service: Service, request: ProcessingRequest, row: WriteOperation): Promise<boolean> => {
  try {
    await service.table.write([requestExists(request), row]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    if (error.operations.includes(REQUEST)) throw new ProcessingNotAccessibleError();
    return false;
  }
};

/** Waits until nobody holds the claim. @throws TemporarilyUnavailableError at `end` (milliseconds since 1970) */
const waitForClaim = async ({ table, clock }: Service, key: Key, end: number): Promise<void> => {
  const started = clock.now().getTime();
  for (;;) {
    const row = await table.get(key);
    const now = clock.now().getTime();
    if (row === undefined || claimSchema.parse(row).held_until * 1000 <= now) return;
    if (now >= end)
      throw new TemporarilyUnavailableError('The file is being rendered. Ask for it again after Retry-After.');
    await clock.sleep(Math.min(pollInterval(now - started), end - now));
  }
};

/** Where this fails, the claim expires. */
const release = async (service: Service, request: ProcessingRequest, key: Key, claimId: string): Promise<void> => {
  const released = await writeConditionally(service, [
    { delete: key, when: [{ attribute: 'claim_id', in: [claimId] }] },
  ]);
  // It was deleted with the request: what was written meanwhile is deleted next (unlessDeleted).
  if (!released) await service.table.write([deleteRenderingLeftovers(request, claimId)]);
};

/** Renders the file, or returns when another process has rendered it. @throws TemporarilyUnavailableError while it does */
const renderOnce = async (
  service: Service,
  request: ProcessingRequest,
  blobKey: string,
  render: () => Promise<unknown>,
): Promise<void> => {
  const key = claimKey(request, blobKey);
  const claimId = service.ids.uuid();
  const end = service.clock.now().getTime() + service.settings.maxWaitSeconds * 1000;
  const isThere = async (): Promise<boolean> => (await service.blobs.head(blobKey)) !== undefined;
  try {
    while (!(await claim(service, request, key, claimId))) {
      await waitForClaim(service, key, end);
      if (await isThere()) return;
    }
    // It may have been finished between the look for it and the claim.
    if (!(await isThere())) await render();
  } finally {
    await release(service, request, key, claimId).catch(() => undefined);
  }
};

/**
 * Returns the blob `key`, and renders it first if it does not exist, as getOrCreateResult does.
 * @throws TemporarilyUnavailableError where another process is still rendering it after the longest wait of a request
 */
export const getOrRenderResult = (
  service: Service,
  request: ProcessingRequest,
  key: string,
  render: () => Promise<unknown>,
  alike?: string,
): Promise<BlobInfo> => {
  const isAlone = service.settings.soleProcessId !== undefined;
  return getOrCreateResult(
    service,
    request,
    key,
    isAlone ? render : () => renderOnce(service, request, key, render),
    alike,
  );
};
