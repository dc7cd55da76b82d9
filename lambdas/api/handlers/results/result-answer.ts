/** Common to all result endpoints: finds the processing request and answers 202 or an error unless it succeeded. */
import type { Account } from '../../../../core/accounts/account.ts';
import { BlobNotFoundError, ProcessingFailedError } from '../../../../core/errors.ts';
import { disclosed } from '../../../../core/requests/failure.ts';
import { findProcessingRequest } from '../../../../core/requests/find-processing-request.ts';
import type { AvailableResult, ProcessingRequest } from '../../../../core/requests/processing-request.ts';
import { serialiseProcessingResult } from '../../../../core/results/processing-result.ts';
import { resultPath } from '../../../../core/results/result-paths.ts';
import type { Service } from '../../../../core/service.ts';
import type { Answer } from '../../answer.ts';
import { json, jsonText, storedBlob } from '../../answer.ts';

/** `Retry-After` of a 202, in seconds: of a document that is not started, a tenth of its age, within these limits. */
const SHORTEST_RETRY_SECONDS = 2;
const LONGEST_RETRY_SECONDS = 300;
const RETRY_SHARE_OF_AGE = 0.1;

/**
 * @param respond  answers where the request succeeded
 * @throws ProcessingNotAccessibleError, ProcessingFailedError
 */
export async function answerResult(
  service: Service,
  account: Account,
  processingId: string,
  respond: (request: ProcessingRequest) => Promise<Answer> | Answer,
): Promise<Answer> {
  return answerByState(service, await findProcessingRequest(service, account, processingId), respond);
}

/** @throws ProcessingNotAccessibleError (deleted meanwhile), ProcessingFailedError, with the failure's detail only where the document or a limit of the plan caused it */
export async function answerByState(
  service: Service,
  request: ProcessingRequest,
  respond: (request: ProcessingRequest) => Promise<Answer> | Answer,
): Promise<Answer> {
  switch (request.state) {
    case 'succeeded':
      return respondUnlessDeleted(service, request, respond);
    case 'failed':
      throw failureOf(request);
    case 'queued':
      return inProgress(request, retrySecondsOf(request, service.clock.now()));
    case 'processing':
      return inProgress(request, SHORTEST_RETRY_SECONDS);
  }
}

/** @throws ProcessingNotAccessibleError where the result is deleted while it is read */
async function respondUnlessDeleted(
  service: Service,
  request: ProcessingRequest,
  respond: (request: ProcessingRequest) => Promise<Answer> | Answer,
): Promise<Answer> {
  try {
    return await respond(request);
  } catch (error) {
    if (error instanceof BlobNotFoundError) await findProcessingRequest(service, request, request.processing_id);
    throw error;
  }
}

/** The error of a request that failed. */
export const failureOf = ({ processing_id: id, failure }: ProcessingRequest): ProcessingFailedError =>
  new ProcessingFailedError(id, disclosed(failure));

/** The whole result of a request that succeeded, for the POST and the GET. @param include  empty: all parts */
export async function wholeResult(
  service: Service,
  request: ProcessingRequest,
  include: readonly AvailableResult[],
  status: 200 | 201,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const result = await serialiseProcessingResult(service, request, include);
  if (result.text === undefined) {
    const answer = storedBlob(result.blob);
    return { ...answer, status, headers: { ...answer.headers, ...headers } };
  }
  return { ...jsonText(status, result.text, headers), blobKey: async () => (await result.store()).key };
}

/** A client that asks so learns of the result at most a tenth late, and a long queue is not asked for all the time. */
const retrySecondsOf = ({ created_at: at }: ProcessingRequest, now: Date): number =>
  Math.min(
    LONGEST_RETRY_SECONDS,
    Math.max(SHORTEST_RETRY_SECONDS, Math.floor(((now.getTime() - Date.parse(at)) / 1000) * RETRY_SHARE_OF_AGE)),
  );

/** The 202 of the POST and of every result endpoint. @param retrySeconds  until the client should ask again */
function inProgress({ processing_id: id }: ProcessingRequest, retrySeconds: number): Answer {
  const url = resultPath(id);
  return json(202, { processing_id: id, url }, { Location: url, 'Retry-After': String(retrySeconds) });
}
