/** Ends a request: row, usage and event, each exactly once. */
import { ResultIncompleteError } from '../errors.ts';
import type { Service } from '../service.ts';
import { announceCompletion } from './announce-completion.ts';
import { putDocumentRows } from '../requests/rows/document-rows.ts';
import { mayMove, moveTo, readProcessingRequest, writeConditionally } from '../requests/processing-requests.ts';
import type { ProcessingRequest, SplitBy } from '../requests/processing-request.ts';
import type { ProcessingKey } from '../requests/step-data.ts';
import { claimedUploadOf, releaseUpload } from '../requests/uploads.ts';
import type { Upload } from '../requests/uploads.ts';
import { finishReading } from './reading/finish-reading.ts';
import { settle } from '../requests/rows/reservations.ts';
import { CREDITS_PER_SUB_DOCUMENT } from '../accounts/limits/quota.ts';
import type { Amounts } from '../accounts/limits/quota.ts';
import { countUsage } from '../accounts/usage.ts';

const HOUR_MS = 3_600_000;

type ProcessingOutcome =
  | {
      readonly state: 'succeeded';
      readonly sub_document_count: number;
      readonly stream_length?: number;
      readonly lowest_confidence?: number;
      readonly unread_page_count?: number;
      readonly model: SplitBy | null;
      readonly release: string;
    }
  | { readonly state: 'failed'; readonly failure: NonNullable<ProcessingRequest['failure']> };

/** The upload that can be processed again after this failure: it would not fail again for the same reason. */
const reusableUpload = (request: ProcessingRequest, ending: ProcessingOutcome): Upload | undefined => {
  if (ending.state !== 'failed') return undefined;
  const { caused_by_document: byDocument, code } = ending.failure;
  // The parameters count as a cause in the document, since the failure depends on its pages.
  return byDocument && code !== 'parameters_do_not_fit' ? undefined : claimedUploadOf(request);
};

/**
 * Moves an unfinished request to `succeeded` or `failed` and counts its usage in one transaction, then publishes its
 * event. An upload that can be processed again is released in the same transaction. A request that has ended keeps its
 * state; a deleted one stays deleted. Of a training document, the failure is written to its own row instead.
 * @throws ResultIncompleteError where a queued request is to succeed, which was not processed
 */
export const finishProcessing = async (
  service: Pick<Service, 'table' | 'events' | 'clock'>,
  key: ProcessingKey,
  ending: ProcessingOutcome,
): Promise<void> => {
  const before = await readProcessingRequest(service, key);
  if (before?.purpose === 'training' && ending.state === 'failed') return finishReading(service, before, ending);
  const request = await endRequest(service, before, ending);
  if (request !== undefined) await announceCompletion(service, request);
};

/**
 * Returns the ended request; undefined where it was deleted. Another process may have ended it and died before
 * publishing: the event is made from the current row.
 */
const endRequest = async (
  service: Pick<Service, 'table' | 'clock'>,
  request: ProcessingRequest | undefined,
  ending: ProcessingOutcome,
): Promise<ProcessingRequest | undefined> => {
  let before = request;
  while (before !== undefined && before.finished_at === undefined) {
    if (!mayMove(before.state, ending.state)) throw new ResultIncompleteError(before.processing_id, 'results yet');
    const after = await endUnchanged(service, before, ending);
    if (after !== undefined) return after;
    // The request was ended meanwhile, or has reserved pages or credits, which must be settled too.
    before = await readProcessingRequest(service, before);
  }
  return before;
};

/** Undefined where the row has changed meanwhile. */
const endUnchanged = async (
  service: Pick<Service, 'table' | 'clock'>,
  before: ProcessingRequest,
  ending: ProcessingOutcome,
): Promise<ProcessingRequest | undefined> => {
  const upload = reusableUpload(before, ending);
  const settlement = settle(before, usedBy(before, ending));
  const now = service.clock.now();
  const set = {
    ...ending,
    finished_at: now.toISOString(),
    ...(before.retained_for_an_hour === true ? { retain_until: new Date(now.getTime() + HOUR_MS).toISOString() } : {}),
    ...(upload === undefined ? {} : { upload_released: true }),
  };
  const finished = await writeConditionally(service, [
    moveTo(before, ending.state, set, settlement.when),
    ...settlement.writes,
    countUsage({ ...before, ...set }),
    ...putDocumentRows({ ...before, ...set }),
    ...(upload === undefined ? [] : [releaseUpload(upload)]),
  ]);
  return finished ? { ...before, ...set } : undefined;
};

const usedBy = (request: ProcessingRequest, ending: ProcessingOutcome): Amounts | undefined =>
  ending.state === 'failed'
    ? undefined
    : { pages: request.page_count ?? 0, credits: ending.sub_document_count * CREDITS_PER_SUB_DOCUMENT };
