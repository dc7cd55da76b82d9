/** Errors that the local host answers without the handler: application/problem+json (RFC 9457). */
import { BlobNotFoundError, TearlineError } from '../../../core/errors.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** A request that never reaches the handler. */
export class HostProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;

  constructor(problem: { status: number; code: string; title: string; detail: string }) {
    super(problem.detail);
    this.name = 'HostProblem';
    this.status = problem.status;
    this.code = problem.code;
    this.title = problem.title;
  }
}

export const malformedRequest = (detail: string): HostProblem =>
  new HostProblem({ status: 400, code: 'malformed_request', title: 'The request is malformed', detail });

const INTERNAL = {
  status: 500,
  code: 'internal_error',
  title: 'Internal error',
  message: 'The service failed. Try again; if it stays, report the request_id.',
};

/** A lost blob is a defect, as in lambdas/api/middleware/problem.ts. */
const isForClient = (error: unknown): error is HostProblem | TearlineError =>
  error instanceof HostProblem || (error instanceof TearlineError && !(error instanceof BlobNotFoundError));

/**
 * Status, code, title and detail of an error. An error of any other class becomes an internal error without details.
 */
export const describeProblem = (error: unknown): { status: number; code: string; title: string; message: string } =>
  isForClient(error) ? error : INTERNAL;

/** The body of a problem response. */
export const problemBody = (error: unknown, requestId: string): string => {
  const { status, code, title, message } = describeProblem(error);
  return JSON.stringify({
    type: `urn:tearline:problem:${code}`,
    title,
    status,
    detail: message,
    code,
    request_id: requestId,
  });
};
