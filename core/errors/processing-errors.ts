/** Errors of processing requests, their uploads and results. */
import { PageLimitReachedError, CreditLimitReachedError } from './caller-errors.ts';
import {
  DocumentTooLargeError,
  TooManyPagesError,
  UnsupportedFormatError,
  DocumentUnreadableError,
  DocumentEncryptedError,
  DocumentEmptyError,
  ParametersDoNotFitError,
} from './document-errors.ts';
import { TearlineError, ValidationError } from './tearline-error.ts';
import { WorkflowModelUnusableError, WorkflowNotFoundError } from './workflow-errors.ts';

/** The upload cannot be processed now: unknown, expired, claimed by a request, or its file has not been sent. */
export class UploadNotReadyError extends ValidationError {}

/** The processing request belongs to another account or does not exist: the two cases are not distinguished. */
export class ProcessingNotAccessibleError extends TearlineError {
  readonly code = 'processing_not_accessible';
  readonly status = 403;
  readonly title = 'Not authorised for this processing request';
  constructor() {
    super('This key may not read a processing request with this id. Check the id and the key.');
  }
}

/** A repetition of a request whose result has been deleted, by its owner or at the end of its retention. */
export class ProcessingGoneError extends TearlineError {
  readonly code = 'processing_gone';
  readonly status = 410;
  readonly title = 'The result has been deleted';
  constructor() {
    super(
      'The result of the first request with this Idempotency-Key has been deleted. Send a new key to process again.',
    );
  }
}

/** The operation is not possible in the state of the processing request. */
export class ProcessingStateError extends TearlineError {
  readonly code = 'processing_state';
  readonly status = 409;
  readonly title = 'Not possible in the state of the processing request';
}

/** The same where the processing request has ended: its state stays. */
export class ProcessingEndedError extends ProcessingStateError {}

/** The result was verified after the caller read it, or it is verified and the caller did not say that it knows. */
export class VerificationChangedError extends TearlineError {
  readonly code = 'verification_changed';
  readonly status = 412;
  readonly title = 'The verification is another one';
  constructor() {
    super(
      'Another verification of this result came first; nothing was changed. Read it, and where yours should replace it, ' +
        'send its ETag in If-Match.',
    );
  }
}

/** A result that this kind of upload or workflow does not have (e.g. a direct cut from an image). */
export class ResultNotAvailableError extends TearlineError {
  readonly code = 'result_not_available';
  readonly status = 422;
  readonly title = 'This result is not available for this document';
  override readonly loc: readonly string[];
  /** @param loc  where the request asks for it */
  constructor(detail: string, loc: readonly string[] = ['query', 'return_pages_with_ocr_data']) {
    super(detail);
    this.loc = loc;
  }
}

/** The errors that end a request and are disclosed. The row of the processing request stores the code, not the class. */
const DISCLOSED_ERRORS = [
  PageLimitReachedError,
  CreditLimitReachedError,
  DocumentTooLargeError,
  TooManyPagesError,
  UnsupportedFormatError,
  DocumentUnreadableError,
  DocumentEncryptedError,
  DocumentEmptyError,
  ParametersDoNotFitError,
  WorkflowNotFoundError,
];

const titlesByCode = new Map<string, string>([
  ...[...DISCLOSED_ERRORS.map((DisclosedError) => new DisclosedError('')), new WorkflowModelUnusableError()].map(
    ({ code, title }) => [code, title] as const,
  ),
  ['cancelled', 'The processing request was cancelled'],
]);

const LIMIT_REACHED = 402;

/** A problem type has one title (RFC 9457), for the POST of a document and for its results. */
const titleOf = (code: string): string => titlesByCode.get(code) ?? 'The processing request failed to complete';

/** The processing request is `failed`. The reason is included only where it is disclosed (requests/failure.ts). */
export class ProcessingFailedError extends TearlineError {
  readonly code: string;
  /** 402 where a limit of the plan was reached, else 500. */
  readonly status: number;
  readonly title: string;
  override readonly processingId: string;
  constructor(processingId: string, failure: { code: string; detail: string; status: number } | undefined) {
    super(failure?.detail ?? 'The document could not be processed. The request was not charged; try it again.');
    this.processingId = processingId;
    this.code = failure?.code ?? 'processing_failed';
    this.status = failure?.status === LIMIT_REACHED ? LIMIT_REACHED : 500;
    this.title = titleOf(this.code);
  }
}

/**
 * The upload of this request could not be processed, for a reason that is disclosed: the response has the failure's code
 * and status (402, 404, 413, 422, or 500 where the request was cancelled).
 */
export class UploadNotProcessedError extends TearlineError {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  override readonly causedByDocument = true;
  override readonly processingId: string;
  constructor(processingId: string, failure: { code: string; detail: string; status: number }) {
    super(failure.detail);
    this.processingId = processingId;
    this.code = failure.code;
    this.title = titleOf(failure.code);
    this.status = failure.status;
  }
}

/** A request is `succeeded` but a result is missing: a fault of the service. */
export class ResultIncompleteError extends TearlineError {
  readonly code = 'result_incomplete';
  readonly status = 500;
  readonly title = 'The result is incomplete';
  constructor(processingId: string, missing: string) {
    super(`The processing request ${processingId} has no ${missing}.`);
  }
}
