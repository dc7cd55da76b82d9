/**
 * Files that are rendered on request. That may take minutes, and clients ask again meanwhile: where several processes serve
 * the same data, the one that renders a file holds a claim in the table, and the others wait for the file.
 */
import { ConditionFailedError, ProcessingNotAccessibleError, TemporarilyUnavailableError } from '../errors.ts';
import type { BlobInfo, Key, WriteOperation } from '../ports.ts';
import { pollInterval } from '../requests/poll-interval.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { processingPartition, writeConditionally } from '../requests/processing-requests.ts';
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

/** In the partition of the request, with which it is deleted. */
const claimKey = (request: ProcessingRequest, blobKey: string): Key => ({
  pk: processingPartition(request),
  sk: `RENDERING#${blobKey}`,
});

/** Returns false where another process holds the claim. @throws ProcessingNotAccessibleError where the request was deleted */
const claim = async (service: Service, request: ProcessingRequest, key: Key, claimId: string): Promise<boolean> => {
  const expiresAt = Math.ceil(service.clock.now().getTime() / 1000) + CLAIM_SECONDS;
  const row: WriteOperation = {
    put: { ...key, claim_id: claimId, expires_at: expiresAt },
    when: [{ item: 'absent' }],
  };
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
  while ((await table.get(key)) !== undefined) {
    const now = clock.now().getTime();
    if (now >= end)
      throw new TemporarilyUnavailableError('The file is being rendered. Ask for it again after Retry-After.');
    await clock.sleep(Math.min(pollInterval(now - started), end - now));
  }
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
    const held = { attribute: 'claim_id', in: [claimId] } as const;
    // Where this fails, the claim expires.
    await writeConditionally(service, [{ delete: key, when: [held] }]).catch(() => undefined);
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
