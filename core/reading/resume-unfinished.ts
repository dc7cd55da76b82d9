/** Taking up what a stopped process left. */
import type { Service } from '../service.ts';
import { announceCompletion } from './announce-completion.ts';
import { openRequests } from './processing-requests.ts';
import { startProcessing } from './start-processing.ts';

/**
 * Starts every unfinished request again (one that runs is left as it is) and announces those that were finished
 * but not announced. For start-up, and now and then. Gives how many it found.
 */
export const resumeUnfinished = async (service: Service): Promise<{ readonly started: number; readonly announced: number }> => {
  const open = await openRequests(service);
  const unfinished = open.filter(({ state }) => state === 'queued' || state === 'processing');
  const finished = open.filter(({ state }) => state === 'succeeded' || state === 'failed');
  for (const request of unfinished) await startProcessing(service, request);
  for (const request of finished) await announceCompletion(service, request);
  return { started: unfinished.length, announced: finished.length };
};
