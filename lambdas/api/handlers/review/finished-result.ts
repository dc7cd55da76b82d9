/** Common to the operations that change a result. */
import type { Account } from '../../../../core/accounts/account.ts';
import { ProcessingStateError, VerificationChangedError } from '../../../../core/errors.ts';
import { findProcessingRequest } from '../../../../core/requests/find-processing-request.ts';
import type { ProcessingRequest } from '../../../../core/requests/processing-request.ts';
import { showVerification } from '../../../../core/review/verification.ts';
import type { Service } from '../../../../core/service.ts';
import { failureOf } from '../results/result-answer.ts';
import { matches } from '../../representation/preconditions.ts';

/** @throws ProcessingNotAccessibleError, ProcessingFailedError, ProcessingStateError while it is being processed */
export const findFinished = async (
  service: Service,
  account: Account,
  processingId: string,
): Promise<ProcessingRequest> => {
  const request = await findProcessingRequest(service, account, processingId);
  if (request.state === 'succeeded') return request;
  if (request.state === 'failed') throw failureOf(request);
  throw new ProcessingStateError('The document is still being processed. Send this again when its result is there.');
};

/**
 * Changes the verification of a result. Without `If-Match`, a change that lost against another one at the same moment is
 * made once more, on what the other one left: then it ends as it would have a moment later.
 * @throws as findFinished; what `change` throws
 */
export const changeVerification = async <Changed>(
  service: Service,
  account: Account,
  { processingId, ifMatch }: { readonly processingId: string; readonly ifMatch: string | undefined },
  change: (request: ProcessingRequest) => Promise<Changed>,
): Promise<Changed> => {
  try {
    return await change(await findFinished(service, account, processingId));
  } catch (error) {
    if (ifMatch !== undefined || !(error instanceof VerificationChangedError)) throw error;
    return change(await findFinished(service, account, processingId));
  }
};

/**
 * Whether `If-Match` names the present verification; false without the header.
 * @throws VerificationChangedError where it names another one
 */
export const namesVerification = (ifMatch: string | undefined, request: ProcessingRequest): boolean => {
  const named = matches(ifMatch, JSON.stringify(showVerification(request)));
  if (named === false) throw new VerificationChangedError();
  return named === true;
};
