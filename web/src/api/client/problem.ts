/** Errors of the API: problem documents (RFC 9457), and answers that never came. */

/** A part of a request that the API refuses. */
export interface RefusedPart {
  /** Where, such as `['body', 'email']`. */
  readonly loc: readonly (string | number)[];
  /** What the API says, in its own words. */
  readonly msg: string;
  /** A stable word, such as `address_taken`. */
  readonly type: string;
}

export interface ProblemDocument {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** A stable word, such as `workflow_not_found`. */
  readonly code: string;
  readonly request_id?: string;
  /** Of a document that was accepted and whose processing has failed. */
  readonly processing_id?: string;
  readonly errors?: readonly RefusedPart[];
  /** Of a training that is refused: what its data lacks. */
  readonly missing?: { readonly documents: number };
}

/** The API answered with an error. */
export class ApiProblem extends Error {
  readonly problem: ProblemDocument;
  /** Seconds after which a repetition makes sense, of `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(problem: ProblemDocument, retryAfter?: number) {
    super(problem.detail);
    this.name = 'ApiProblem';
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return this.problem.status;
  }

  get code(): string {
    return this.problem.code;
  }
}

/** No answer came: the service is stopped, or the network is down. */
export class NoAnswerError extends Error {
  constructor(options?: ErrorOptions) {
    super('The service does not answer.', options);
    this.name = 'NoAnswerError';
  }
}

/** The browser cannot read a chosen file any more: it was moved, changed or deleted after it was chosen. */
export class FileUnreadableError extends Error {
  readonly code = 'file_unreadable';

  constructor(options?: ErrorOptions) {
    super('The file cannot be read any more. Choose it again.', options);
    this.name = 'FileUnreadableError';
  }
}

/** The service refuses the share link of this page: it was revoked, has expired, or was cut off on its way. */
export class ShareLinkRefusedError extends Error {
  constructor() {
    super('The share link is not valid.');
    this.name = 'ShareLinkRefusedError';
  }
}

const isProblem = (value: unknown): value is ProblemDocument =>
  typeof value === 'object' && value !== null && 'code' in value && 'detail' in value && 'status' in value;

/** Seconds for which a page waits at most: a timer of a browser that is to wait longer than 24 days fires at once. */
const MAX_RETRY_SECONDS = 86_400;

/** Seconds of `Retry-After`, which is a number of them or, as proxies may send it, a date (RFC 9110); a day at most. */
const secondsOf = (retryAfter: string): number | undefined => {
  const ms = retryAfter.endsWith('GMT') ? Date.parse(retryAfter) - Date.now() : Number.NaN;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : Math.ceil(ms / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), MAX_RETRY_SECONDS);
};

/** An error body as an error. A proxy between may answer with something else than a problem document. */
export const problemOf = (body: unknown, response: Response): ApiProblem => {
  const problem = isProblem(body)
    ? body
    : { status: response.status, title: response.statusText, detail: response.statusText, code: 'unknown' };
  return new ApiProblem(problem, secondsOf(response.headers.get('retry-after') ?? ''));
};

/** Whether the processing of a document has failed: whoever asks again gets the same answer. */
export const isFailedProcessing = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.problem.processing_id !== undefined;

export const hasStatus = (error: unknown, status: number): error is ApiProblem =>
  error instanceof ApiProblem && error.status === status;
