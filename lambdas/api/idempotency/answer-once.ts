/** `Idempotency-Key`: a request is answered once, and its retries get the same answer. For rows with `idempotent`. */
import type { Account } from '../../../core/accounts/account.ts';
import { AnswerGoneError, BlobNotFoundError, ProcessingGoneError, TearlineError } from '../../../core/errors.ts';
import { findAccepted } from '../../../core/requests/find-processing-request.ts';
import { claimKey, releaseKey, storeAnswer } from '../../../core/requests/idempotency.ts';
import type { KeyClaim, KeyState } from '../../../core/requests/idempotency.ts';
import type { Service } from '../../../core/service.ts';
import type { Answer } from '../answer.ts';
import { headerOf } from '../middleware/request/api-event.ts';
import type { AuthenticatedEvent } from '../middleware/request/api-event.ts';
import { problemAnswer } from '../middleware/problem.ts';
import { startReading } from '../middleware/request/validation.ts';
import { idempotencyKeySchema } from '../routes/api-schemas.ts';
import { hashRequest } from './request-hash.ts';
import { isKept, toAnswer, toStored } from './stored-answers.ts';

/**
 * Answers a request with a key, or lets `work` answer it. `work` validates the request and calls the handler,
 * which finds the claim in the event.
 * @throws IdempotencyKeyReusedError, IdempotencyKeyInUseError, ProcessingGoneError, AnswerGoneError, and any error of
 *   `work`
 */
export const answerOnce = async (
  service: Service,
  event: AuthenticatedEvent,
  maxFileBytes: number,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  const account = event.caller?.account;
  const idempotencyKey = keyOf(event);
  if (account === undefined || idempotencyKey === undefined) return work();
  // Validation and the handler use what is parsed here.
  event.content = startReading(event, maxFileBytes);
  const requestHash = await hashRequest(event, event.content);
  if (requestHash === undefined) return work();
  const state = await claimKey(service, { accountId: account.account_id, idempotencyKey, requestHash });
  if ('answer' in state) return replay(service, account, idempotencyKey, state);
  event.claim = state.claim;
  const sealWith = event.route.row.secret === true ? idempotencyKey : undefined;
  return answerAndStore(service, { claim: state.claim, requestId: event.requestId, sealWith }, work);
};

/** An invalid key is refused by the validation, which lists all that is wrong with the request. */
const keyOf = (event: AuthenticatedEvent): string | undefined =>
  event.route.row.idempotent === true
    ? idempotencyKeySchema.safeParse(headerOf(event, 'idempotency-key')).data
    : undefined;

/** @throws ProcessingGoneError where the processing request has been deleted, AnswerGoneError where another file has */
const replay = async (
  service: Service,
  account: Account,
  idempotencyKey: string,
  { answer, processingId }: Extract<KeyState, { answer: unknown }>,
): Promise<Answer> => {
  if (processingId !== undefined) await findAccepted(service, account, processingId);
  const first = await toAnswer(service.blobs, answer, idempotencyKey).catch((error: unknown) => {
    if (!(error instanceof BlobNotFoundError)) throw error;
    throw processingId === undefined ? new AnswerGoneError() : new ProcessingGoneError();
  });
  return { ...first, headers: { ...first.headers, 'Idempotency-Replayed': 'true' } };
};

/** Stores the answer before it is sent: what a client has received once, it receives again. */
const answerAndStore = async (
  service: Service,
  { claim, requestId, sealWith }: { claim: KeyClaim; requestId: string; sealWith: string | undefined },
  work: () => Promise<Answer>,
): Promise<Answer> => {
  try {
    const answer = await work().catch((error: unknown) => keptRefusal(error, requestId));
    await storeAnswer(service, claim, await toStored(answer, sealWith));
    return answer;
  } catch (error) {
    await release(service, claim, error);
    throw error;
  }
};

/** The answer of a refusal that is kept. @throws any other error again */
const keptRefusal = (error: unknown, requestId: string): Answer => {
  const refusal = problemAnswer(error, requestId);
  if (!isKept(error, refusal)) throw error;
  return refusal;
};

/** Where the release fails too, the claim expires. */
const release = async (service: Service, claim: KeyClaim, reason: unknown): Promise<void> => {
  try {
    await releaseKey(service, claim, reason instanceof TearlineError && reason.processingId !== undefined);
  } catch (error) {
    if (!(error instanceof TearlineError)) throw error;
  }
};
