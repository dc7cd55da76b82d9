/** Ends a request: row, usage and event, each exactly once. */
import type { Service } from '../service.ts';
import { announceCompletion } from './announce-completion.ts';
import { moveTo, readProcessingRequest, writeConditionally } from '../requests/processing-requests.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { countUsage } from '../accounts/usage.ts';

type ProcessingOutcome =
  | { readonly state: 'succeeded'; readonly sub_document_count: number }
  | { readonly state: 'failed'; readonly failure: NonNullable<ProcessingRequest['failure']> };

/**
 * Moves an unfinished request to `succeeded` or `failed` and counts its usage in one transaction, then publishes its
 * event. A request that has ended keeps its state; a deleted one stays deleted.
 */
export const finishProcessing = async (
  service: Pick<Service, 'table' | 'events' | 'clock'>,
  processingId: string,
  ending: ProcessingOutcome,
): Promise<void> => {
  const before = await readProcessingRequest(service, processingId);
  if (before === undefined) return;
  const set = { ...ending, finished_at: service.clock.now().toISOString() };
  const finished = await writeConditionally(service, [
    moveTo(processingId, ending.state, set),
    countUsage({ ...before, ...set }),
  ]);
  // Another process may have ended the request and died before publishing: the event is made from the current row.
  const request = finished ? { ...before, ...set } : await readProcessingRequest(service, processingId);
  if (request !== undefined) await announceCompletion(service, request);
};
