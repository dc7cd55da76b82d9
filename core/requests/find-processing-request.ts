/** Finds a processing request of an account, and waits for its end. */
import type { Account } from '../accounts/account.ts';
import { ProcessingGoneError, ProcessingNotAccessibleError } from '../errors.ts';
import type { Service } from '../service.ts';
import { isWaiting } from './admission/admission.ts';
import type { AdmissionService } from './admission/admission.ts';
import { pollInterval } from './poll-interval.ts';
import { isPastRetention, readProcessingRequest } from './processing-requests.ts';
import type { ProcessingRequest } from './processing-request.ts';

/** Training documents have paths of their own. */
const isVisible = ({ purpose }: ProcessingRequest): boolean => purpose === undefined;

/**
 * Returns the account's request with this id.
 * @throws ProcessingNotAccessibleError for an id that is unknown, of another account, of a training document, or past its
 *   retention: the error does not disclose which
 */
export const findProcessingRequest = async (
  service: Pick<Service, 'table' | 'clock'>,
  account: Pick<Account, 'account_id'>,
  processingId: string,
): Promise<ProcessingRequest> => {
  const request = await readProcessingRequest(service, {
    account_id: account.account_id,
    processing_id: processingId.toLowerCase(),
  });
  if (request === undefined || !isVisible(request) || isPastRetention(request, service.clock.now()))
    throw new ProcessingNotAccessibleError();
  return request;
};

/**
 * Returns the request that was accepted with an idempotency key of the account.
 * @throws ProcessingGoneError where it was deleted, or its retention has ended
 */
export const findAccepted = async (
  service: Pick<Service, 'table' | 'clock'>,
  account: Pick<Account, 'account_id'>,
  processingId: string,
): Promise<ProcessingRequest> => {
  try {
    return await findProcessingRequest(service, account, processingId);
  } catch (error) {
    throw error instanceof ProcessingNotAccessibleError ? new ProcessingGoneError() : error;
  }
};

/**
 * Returns the request as soon as it has succeeded or failed, or its latest state when the time is over. Where waiting is
 * costly on this host, a request that waits for its account's turn is returned at once.
 * @param seconds  time to wait, 0 or more; at most settings.maxWaitSeconds
 * @throws ProcessingNotAccessibleError as findProcessingRequest
 */
export const waitForProcessingRequest = async (
  service: Pick<Service, 'clock'> & AdmissionService,
  account: Pick<Account, 'account_id'>,
  processingId: string,
  seconds: number,
): Promise<ProcessingRequest> => {
  const started = service.clock.now().getTime();
  const end = started + Math.min(seconds, service.settings.maxWaitSeconds) * 1000;
  for (let first = true; ; first = false) {
    const request = await findProcessingRequest(service, account, processingId);
    if (first && service.settings.waitingIsCostly === true && request.state === 'queued')
      if (await isWaiting(service, request)) return request;
    const now = service.clock.now().getTime();
    if (request.state === 'succeeded' || request.state === 'failed' || now >= end) return request;
    await service.clock.sleep(Math.min(pollInterval(now - started), end - now));
  }
};
