/** Looking up and waiting for a processing request, as its own account sees it. */
import type { Account } from '../accounts/account.ts';
import { ProcessingNotAccessibleError } from '../errors.ts';
import type { Service } from '../service.ts';
import { readProcessingRequest } from './processing-requests.ts';
import type { ProcessingRequest } from './processing-request.ts';

/** Milliseconds between two looks: a fifth of a wait of an eighth of a second, at most four looks a second later on. */
const MIN_POLL_INTERVAL_MS = 25;
const MAX_POLL_INTERVAL_MS = 250;
/** A result is noticed at most this share of its own time late. */
const POLL_INTERVAL_RATIO = 0.02;

const isPastRetention = (request: ProcessingRequest, now: Date): boolean =>
  request.retain_until !== undefined && request.retain_until <= now.toISOString();

/** @throws ProcessingNotAccessibleError for an id that is unknown, another account's or past its retention, alike */
export const findProcessingRequest = async (
  service: Pick<Service, 'table' | 'clock'>,
  account: Pick<Account, 'account_id'>,
  processingId: string,
): Promise<ProcessingRequest> => {
  const request = await readProcessingRequest(service, processingId.toLowerCase());
  if (request?.account_id !== account.account_id || isPastRetention(request, service.clock.now())) {
    throw new ProcessingNotAccessibleError();
  }
  return request;
};

/**
 * The request as soon as it has succeeded or failed, else its latest state.
 * @param seconds  how long to wait, 0 or more; cut to settings.maxWaitSeconds
 * @throws ProcessingNotAccessibleError as findProcessingRequest
 */
export const waitForProcessingRequest = async (
  service: Pick<Service, 'table' | 'clock' | 'settings'>,
  account: Pick<Account, 'account_id'>,
  processingId: string,
  seconds: number,
): Promise<ProcessingRequest> => {
  const started = service.clock.now().getTime();
  const end = started + Math.min(seconds, service.settings.maxWaitSeconds) * 1000;
  for (;;) {
    const request = await findProcessingRequest(service, account, processingId);
    const now = service.clock.now().getTime();
    if (request.state === 'succeeded' || request.state === 'failed' || now >= end) return request;
    const interval = Math.min(MAX_POLL_INTERVAL_MS, Math.max(MIN_POLL_INTERVAL_MS, (now - started) * POLL_INTERVAL_RATIO));
    await service.clock.sleep(Math.min(interval, end - now));
  }
};
