/** The one way in which a request ends: row, usage and event, each once. */
import type { Service } from '../service.ts';
import { announceCompletion } from './announce-completion.ts';
import { moveTo, readProcessingRequest, writeConditionally } from '../requests/processing-requests.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { countUsage } from '../accounts/usage.ts';

type Ending =
  | { readonly state: 'succeeded'; readonly sub_document_count: number }
  | { readonly state: 'failed'; readonly failure: NonNullable<ProcessingRequest['failure']> };

/**
 * Moves an unfinished request to its end and counts it, in one transaction, then announces it. A request that has
 * ended before keeps that end; one that is gone stays gone.
 */
export const finishProcessing = async (
  service: Pick<Service, 'table' | 'events' | 'clock'>,
  processingId: string,
  ending: Ending,
): Promise<void> => {
  const before = await readProcessingRequest(service, processingId);
  if (before === undefined) return;
  const set = { ...ending, finished_at: service.clock.now().toISOString() };
  const finished = await writeConditionally(service, [
    moveTo(processingId, ending.state, set),
    countUsage({ ...before, ...set }),
  ]);
  // Somebody else may have finished it, and died before the announcement: what the row says now is announced.
  const request = finished ? { ...before, ...set } : await readProcessingRequest(service, processingId);
  if (request !== undefined) await announceCompletion(service, request);
};
