/**
 * Every error that Tearline names. An error has a stable `code` (snake_case), the HTTP status that the
 * specification gives it, and a `detail` sentence that says what to do. lambdas/api/middleware/problem.ts is the one
 * place that turns them into HTTP answers.
 */
export abstract class TearlineError extends Error {
  abstract readonly code: string;
  abstract readonly status: number;
  abstract readonly title: string;
  /** True where the uploaded document is the cause: repeating the request cannot help. */
  readonly causedByDocument: boolean = false;

  constructor(detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = new.target.name;
  }
}

/** One invalid part of a request, as RFC 9457 extension member `errors` of a 422. */
export interface ValidationIssue {
  /** Where: `['body', 'parameters', 'threshold']`, `['query', 'dpi']`, `['path', 'page_num']`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** A stable word for the kind of problem, e.g. `too_big`, `missing`, `unrecognized_keys`. */
  readonly type: string;
}

/** The request does not fit its schema: 422 with one entry per problem. */
export class ValidationError extends TearlineError {
  readonly code = 'validation_error';
  readonly status = 422;
  readonly title = 'The request is not valid';
  readonly issues: readonly ValidationIssue[];
  constructor(issues: readonly ValidationIssue[], options?: ErrorOptions) {
    super(issues.map((issue) => `${issue.loc.join('.')}: ${issue.msg}`).join('; '), options);
    this.issues = issues;
  }
}

/** No credentials, or none that can be validated. */
export class UnauthenticatedError extends TearlineError {
  readonly code = 'unauthenticated';
  readonly status = 401;
  readonly title = 'The credentials could not be validated';
}

/** Valid credentials, but the processing request is another account's, or there is none with this id: both answer alike. */
export class ProcessingNotAccessibleError extends TearlineError {
  readonly code = 'processing_not_accessible';
  readonly status = 403;
  readonly title = 'Not authorised for this processing request';
  constructor() {
    super('This key may not read a processing request with this id. Check the id and the key.');
  }
}

/** No workflow with this key in the caller's account. */
export class WorkflowNotFoundError extends TearlineError {
  readonly code = 'workflow_not_found';
  readonly status = 404;
  readonly title = 'No such workflow';
}

/** The path, page or sub-document does not exist. */
export class NotFoundError extends TearlineError {
  readonly code = 'not_found';
  readonly status = 404;
  readonly title = 'Not found';
}

/** The path exists, this method on it does not. */
export class MethodNotAllowedError extends TearlineError {
  readonly code = 'method_not_allowed';
  readonly status = 405;
  readonly title = 'Method not allowed';
  readonly allowed: readonly string[];
  constructor(allowed: readonly string[]) {
    super(`This path answers ${allowed.join(', ')}.`);
    this.allowed = allowed;
  }
}

/** The request's body has a media type that this path does not read. */
export class UnsupportedMediaTypeError extends TearlineError {
  readonly code = 'unsupported_media_type';
  readonly status = 415;
  readonly title = 'Unsupported media type';
}

/** More bytes than the account's plan allows. */
export class DocumentTooLargeError extends TearlineError {
  readonly code = 'document_too_large';
  readonly status = 413;
  readonly title = 'The document is too large';
  override readonly causedByDocument = true;
}

/** More pages, or larger pages, than the account's plan allows. */
export class TooManyPagesError extends TearlineError {
  readonly code = 'too_many_pages';
  readonly status = 413;
  readonly title = 'The document has too many pages';
  override readonly causedByDocument = true;
}

/** Not PDF, JPEG, PNG, GIF, TIFF or WebP. */
export class UnsupportedFormatError extends TearlineError {
  readonly code = 'unsupported_format';
  readonly status = 422;
  readonly title = 'The file is not in a supported format';
  override readonly causedByDocument = true;
}

/** Broken beyond what the PDF and image engines can repair, or not readable within the time and memory limits. */
export class DocumentUnreadableError extends TearlineError {
  readonly code = 'document_unreadable';
  readonly status = 422;
  readonly title = 'The document cannot be read';
  override readonly causedByDocument = true;
}

/** Needs a password that is not the empty one. */
export class DocumentEncryptedError extends TearlineError {
  readonly code = 'document_encrypted';
  readonly status = 422;
  readonly title = 'The document needs a password';
  override readonly causedByDocument = true;
}

/** No pages, or no bytes. */
export class DocumentEmptyError extends TearlineError {
  readonly code = 'document_empty';
  readonly status = 422;
  readonly title = 'The document has no pages';
  override readonly causedByDocument = true;
}

/** A forced or forbidden boundary, or a document count, that this document's page count cannot satisfy. */
export class ParametersDoNotFitError extends TearlineError {
  readonly code = 'parameters_do_not_fit';
  readonly status = 422;
  readonly title = 'The parameters do not fit the document';
  override readonly causedByDocument = true;
}

/** `Idempotency-Key` used again within 24 h with another body. */
export class IdempotencyKeyReusedError extends TearlineError {
  readonly code = 'idempotency_key_reused';
  readonly status = 422;
  readonly title = 'The idempotency key was used with another request';
}

/** A result that this kind of upload or workflow does not have (e.g. a direct cut from an image). */
export class ResultNotAvailableError extends TearlineError {
  readonly code = 'result_not_available';
  readonly status = 422;
  readonly title = 'This result is not available for this document';
}

/** No room left where data is stored. Nothing was written; the caller may try again later. */
export class StorageFullError extends TearlineError {
  readonly code = 'storage_full';
  readonly status = 503;
  readonly title = 'Storage is full';
  constructor(options?: ErrorOptions) {
    super('There is no room left to store the document. Nothing was kept; try again later.', options);
  }
}

/** Something that the service depends on is down for now: the state machine retries, HTTP says 503. */
export class TemporarilyUnavailableError extends TearlineError {
  readonly code = 'temporarily_unavailable';
  readonly status = 503;
  readonly title = 'Temporarily unavailable';
}

/** What a document can cause. The row of its processing request keeps the code and not the class. */
const DOCUMENT_ERRORS = [
  DocumentTooLargeError,
  TooManyPagesError,
  UnsupportedFormatError,
  DocumentUnreadableError,
  DocumentEncryptedError,
  DocumentEmptyError,
  ParametersDoNotFitError,
];
const titlesByCode = new Map<string, string>(
  DOCUMENT_ERRORS.map((DocumentError) => new DocumentError('')).map(({ code, title }) => [code, title]),
);

/** RFC 9457: the title of a problem type is always the same, on the POST of a document as on its results. */
const titleOf = (code: string): string => titlesByCode.get(code) ?? 'The processing request failed to complete';

/** The processing request ended `failed`. The reason is given only where the document caused it. */
export class ProcessingFailedError extends TearlineError {
  readonly code: string;
  readonly status = 500;
  readonly title: string;
  constructor(failure: { code: string; detail: string } | undefined) {
    super(failure?.detail ?? 'The document could not be processed. The request was not charged; try it again.');
    this.code = failure?.code ?? 'processing_failed';
    this.title = titleOf(this.code);
  }
}

/** The upload of this very request could not be processed: answered with the failure's own code and status (413, 422). */
export class UploadNotProcessedError extends TearlineError {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  override readonly causedByDocument = true;
  constructor(failure: { code: string; detail: string; status: number }) {
    super(failure.detail);
    this.code = failure.code;
    this.title = titleOf(failure.code);
    this.status = failure.status;
  }
}

/** A row says `succeeded` but lacks what every succeeded request has: a defect of ours. */
export class ResultIncompleteError extends TearlineError {
  readonly code = 'result_incomplete';
  readonly status = 500;
  readonly title = 'The result is incomplete';
  constructor(processingId: string, missing: string) {
    super(`The processing request ${processingId} has no ${missing}.`);
  }
}

/** A conditional write found another state than it names: somebody else was there first. */
export class ConditionFailedError extends TearlineError {
  readonly code = 'condition_failed';
  readonly status = 409;
  readonly title = 'The item was changed by somebody else';
  /** Indexes of the operations whose condition did not hold. */
  readonly operations: readonly number[];
  constructor(operations: readonly number[]) {
    super(`The condition of operation ${operations.join(', ')} does not hold.`);
    this.operations = operations;
  }
}

/** A blob that was asked for is not there. */
export class BlobNotFoundError extends TearlineError {
  readonly code = 'blob_not_found';
  readonly status = 404;
  readonly title = 'No such blob';
}

/** A training cannot be run on the workflow's data: too few documents, say. The code is the container's own (docs/training.md). */
export class TrainingRefusedError extends TearlineError {
  readonly code: string;
  readonly status = 422;
  readonly title = 'The training was refused';
  override readonly causedByDocument = true;
  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** The generic workflow is never trained. */
export class WorkflowNotTrainableError extends TearlineError {
  readonly code = 'workflow_not_trainable';
  readonly status = 422;
  readonly title = 'This workflow cannot be trained';
}

/** Another training of the workflow has not ended, or this one has: what was asked for is not possible in its state. */
export class TrainingStateError extends TearlineError {
  readonly code = 'training_state';
  readonly status = 409;
  readonly title = 'Not possible in the state of the training';
}

/** What a training left cannot be used: damaged, of another schema version, or another file than its report describes. */
export class ModelUnusableError extends TearlineError {
  readonly code = 'model_unusable';
  readonly status = 500;
  readonly title = 'The trained model cannot be used';
}

/** While a training ran, another model went live: it was not judged against that one. */
export class ServingModelChangedError extends TearlineError {
  readonly code = 'serving_model_changed';
  readonly status = 409;
  readonly title = 'Another model went live meanwhile';
}

/** A part of the service was used that this host or function was not set up with: a defect of the deployment. */
export class NotConfiguredError extends TearlineError {
  readonly code = 'not_configured';
  readonly status = 500;
  readonly title = 'Not configured';
}

/** The mail service will not send this mail, however often it is asked. */
export class MailRefusedError extends TearlineError {
  readonly code = 'mail_refused';
  readonly status = 500;
  readonly title = 'The mail was refused';
}

/** An execution of a state machine ended without an end of its own, and cannot be taken up again. */
export class ExecutionLostError extends TearlineError {
  readonly code = 'execution_lost';
  readonly status = 500;
  readonly title = 'The processing broke off for good';
}

/** The split model refused the pages, or gave an answer that is none: to ask again does not help. */
export class SplitModelFaultError extends TearlineError {
  readonly code = 'split_model_fault';
  readonly status = 500;
  readonly title = 'The split model did not answer as it should';
}
