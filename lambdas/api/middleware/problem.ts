/** The only place that turns errors into HTTP responses: application/problem+json (RFC 9457). */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import {
  BlobNotFoundError,
  ConditionFailedError,
  DeliveryPendingError,
  IdempotencyKeyInUseError,
  MethodNotAllowedError,
  ProcessingEndedError,
  ProcessingStateError,
  RangeNotSatisfiableError,
  RateLimitedError,
  ResultIncompleteError,
  TearlineError,
  TrainingRefusedError,
  TrainingRunningError,
  UnauthenticatedError,
  UnsupportedContentEncodingError,
  ValidationError,
} from '../../../core/errors.ts';
import type { ValidationIssue } from '../../../core/errors.ts';
import type { Answer } from '../answer.ts';
import { toResult } from '../answer.ts';
import type { IdentifiedEvent } from './request/api-event.ts';
import type { Problem } from '../routes/api-schemas.ts';

/** Logs an internal error; the response to the caller contains no detail of it. */
export type LogError = (message: string, details: { readonly request_id: string; readonly error: unknown }) => void;

/** TearlineErrors that are internal errors where they reach the API. */
const DEFECTS = [BlobNotFoundError, ConditionFailedError, ResultIncompleteError];

/** `Retry-After` of a 503, and while another training of a workflow runs, in seconds. */
const RETRY_AFTER_SECONDS = 30;
/** `Retry-After` while the first request with an idempotency key is being answered, in seconds. */
const KEY_IN_USE_SECONDS = 2;
/** `Retry-After` where a document is still being processed, in seconds. */
const UNFINISHED_SECONDS = 2;

const INTERNAL = {
  type: 'urn:tearline:problem:internal_error',
  title: 'Internal error',
  status: 500,
  detail: 'The service failed. Try again; if it stays, report the request_id.',
  code: 'internal_error',
} as const;

export const problems = (logError: LogError): MiddlewareObj<IdentifiedEvent, APIGatewayProxyResult> => ({
  onError: (request) => {
    const { error, event } = request;
    const problem = problemOf(error, event.requestId);
    if (problem.code === INTERNAL.code) logError('A request failed', { request_id: event.requestId, error });
    request.response = toResult(problemAnswer(error, event.requestId));
  },
});

/** The response to an error. */
export function problemAnswer(error: unknown, requestId: string): Answer {
  const problem = problemOf(error, requestId);
  return { status: problem.status, headers: headersOf(error, problem), body: JSON.stringify(problem) };
}

/** @returns the problem body; any error but a TearlineError becomes an internal error without details */
export function problemOf(error: unknown, request_id: string): Problem {
  if (!(error instanceof TearlineError) || DEFECTS.some((defect) => error instanceof defect))
    return { ...INTERNAL, request_id };
  return {
    type: `urn:tearline:problem:${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.message,
    code: error.code,
    request_id,
    ...(error.processingId === undefined ? {} : { processing_id: error.processingId }),
    ...(error instanceof TrainingRefusedError && error.missing !== undefined ? { missing: { ...error.missing } } : {}),
    ...(error.status === 422
      ? { errors: issuesOf(error).map(({ loc, msg, type }) => ({ loc: [...loc], msg, type })) }
      : {}),
  };
}

/** `loc` of errors that no schema reports and that do not say it themselves, by code. Errors caused by the document refer to the file. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  parameters_do_not_fit: ['body', 'parameters'],
  idempotency_key_reused: ['header', 'idempotency-key'],
  item_too_large: ['body'],
  workflow_fixed: ['path', 'workflow_id'],
};

const issuesOf = (error: TearlineError): readonly ValidationIssue[] => {
  if (error instanceof ValidationError) return error.issues;
  const loc = error.loc ?? PARTS[error.code] ?? ['body', 'file'];
  return [{ loc, msg: error.message, type: error.code }];
};

/** Whether the error is one of a state that does not stay. */
const isUnfinished = (error: unknown): boolean =>
  error instanceof ProcessingStateError && !(error instanceof ProcessingEndedError);

function headersOf(error: unknown, problem: Problem): Record<string, string> {
  return {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    ...(error instanceof UnauthenticatedError ? { 'WWW-Authenticate': 'ApiKey' } : {}),
    ...(error instanceof MethodNotAllowedError ? { Allow: error.allowed.join(', ') } : {}),
    ...(isUnfinished(error) ? { 'Retry-After': String(UNFINISHED_SECONDS) } : {}),
    ...(error instanceof IdempotencyKeyInUseError ? { 'Retry-After': String(KEY_IN_USE_SECONDS) } : {}),
    ...(error instanceof TrainingRunningError ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : {}),
    ...(error instanceof DeliveryPendingError ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : {}),
    ...(error instanceof UnsupportedContentEncodingError ? { 'Accept-Encoding': error.accepted.join(', ') } : {}),
    ...(error instanceof RangeNotSatisfiableError ? { 'Content-Range': `bytes */${error.size}` } : {}),
    ...(error instanceof RateLimitedError ? { 'Retry-After': String(error.retryAfter) } : {}),
    ...(problem.status === 503 ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : {}),
  };
}
