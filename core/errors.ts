/**
 * The named errors. Each has a stable `code` (snake_case), the HTTP status of the specification, and a `detail`
 * sentence that says what to do. Only lambdas/api/middleware/problem.ts turns errors into HTTP responses.
 */
export abstract class TearlineError extends Error {
  abstract readonly code: string;
  abstract readonly status: number;
  abstract readonly title: string;
  /** True where the uploaded document is the cause: repeating the request cannot help. */
  readonly causedByDocument: boolean = false;
  /** The processing request that failed, where the error reports its failure. */
  readonly processingId: string | undefined = undefined;

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

/** The upload cannot be processed now: unknown, expired, claimed by a request, or its file has not been sent. */
export class UploadNotReadyError extends ValidationError {}

/** No credentials, or none that can be validated. */
export class UnauthenticatedError extends TearlineError {
  readonly code = 'unauthenticated';
  readonly status = 401;
  readonly title = 'The credentials could not be validated';
}

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

/** The caller's role has fewer rights than the operation needs. */
export class RoleNotSufficientError extends TearlineError {
  readonly code = 'role_not_sufficient';
  readonly status = 403;
  readonly title = 'The role is not sufficient';
  constructor(role: string, least: string) {
    super(`This needs the role ${least}; the credentials of this request have the role ${role}. Ask an owner.`);
  }
}

/** The account would be left without an owner. */
export class LastOwnerError extends TearlineError {
  readonly code = 'last_owner';
  readonly status = 409;
  readonly title = 'The last owner stays';
  constructor(options?: ErrorOptions) {
    super('The account needs an owner. Make another person an owner first.', options);
  }
}

/** A share link was used for something else than its result. */
export class ShareLinkNotSufficientError extends TearlineError {
  readonly code = 'share_link_not_sufficient';
  readonly status = 403;
  readonly title = 'A share link may not do this';
  constructor() {
    super('A share link gives access to one result: to read and to verify it. Use an API key for anything else.');
  }
}

/** The account is not configured for error reports. */
export class ErrorReportsNotConfiguredError extends TearlineError {
  readonly code = 'error_reports_not_configured';
  readonly status = 403;
  readonly title = 'Error reports are not available for this account';
  constructor() {
    super('The operator has not configured this account for error reports. Use the verification of a result instead.');
  }
}

/** The state of a window of an account's rates. */
interface CountedWindow {
  readonly name: 'second' | 'minute' | 'hour';
  readonly limit: number;
  readonly seconds: number;
  readonly remaining: number;
  readonly reset: number;
}

/** The account has sent as many requests as its plan allows in a second, a minute or an hour. */
export class RateLimitedError extends TearlineError {
  readonly code = 'rate_limited';
  readonly status = 429;
  readonly title = 'Too many requests';
  readonly windows: readonly CountedWindow[];
  /** Whole seconds until requests are accepted again. */
  readonly retryAfter: number;
  constructor(windows: readonly CountedWindow[], retryAfter: number) {
    const full = windows.filter(({ remaining }) => remaining === 0).map(({ name, limit }) => `${limit} in a ${name}`);
    super(`The plan allows ${full.join(' and ')} of such requests. Send the request again after Retry-After.`);
    this.windows = windows;
    this.retryAfter = retryAfter;
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

/** The path exists, but not with this method. */
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

/** No path of the API exists for any method of this name. */
export class MethodNotImplementedError extends TearlineError {
  readonly code = 'method_not_implemented';
  readonly status = 501;
  readonly title = 'Method not implemented';
  constructor(method: string) {
    super(`No path here answers ${method}. GET /openapi.json lists the methods.`);
  }
}

/** The percent-encoding of the path is malformed. */
export class MalformedPathError extends TearlineError {
  readonly code = 'malformed_request';
  readonly status = 400;
  readonly title = 'The request is malformed';
  constructor(options?: ErrorOptions) {
    super(
      'The path cannot be decoded: two hexadecimal digits must follow each "%", and the bytes must be UTF-8. ' +
        'Write a percent sign itself as "%25".',
      options,
    );
  }
}

/** The path has no representation that the request accepts. */
export class NotAcceptableError extends TearlineError {
  readonly code = 'not_acceptable';
  readonly status = 406;
  readonly title = 'Not acceptable';
}

/** The request body is encoded in a way that the service does not decode. */
export class UnsupportedContentEncodingError extends TearlineError {
  readonly code = 'unsupported_content_encoding';
  readonly status = 415;
  readonly title = 'Unsupported content encoding';
  /** Encodings that are decoded. */
  readonly accepted: readonly string[];
  constructor(detail: string, accepted: readonly string[]) {
    super(detail);
    this.accepted = accepted;
  }
}

/** No byte of the file is in the requested range (RFC 9110, 14.1). */
export class RangeNotSatisfiableError extends TearlineError {
  readonly code = 'range_not_satisfiable';
  readonly status = 416;
  readonly title = 'Range not satisfiable';
  /** Bytes of the file. */
  readonly size: number;
  constructor(size: number) {
    super(`The file has ${size} bytes, none of which is in the requested range.`);
    this.size = size;
  }
}

/** The path does not accept the request body's media type. */
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

/** The account's plan has fewer pages left this month than the document has. */
export class PageLimitReachedError extends TearlineError {
  readonly code = 'page_limit_reached';
  readonly status = 402;
  readonly title = "The plan's pages of this month are used up";
}

/** The account's plan has fewer credits left this month than the sub-documents cost. */
export class CreditLimitReachedError extends TearlineError {
  readonly code = 'credit_limit_reached';
  readonly status = 402;
  readonly title = "The plan's credits of this month are used up";
}

/** Not PDF, JPEG, PNG, GIF, TIFF or WebP. */
export class UnsupportedFormatError extends TearlineError {
  readonly code = 'unsupported_format';
  readonly status = 422;
  readonly title = 'The file is not in a supported format';
  override readonly causedByDocument = true;
}

/** The engines cannot repair the file, or reading it exceeds the time or memory limit. */
export class DocumentUnreadableError extends TearlineError {
  readonly code = 'document_unreadable';
  readonly status = 422;
  readonly title = 'The document cannot be read';
  override readonly causedByDocument = true;
}

/** The file is encrypted with a password that is not empty. */
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

/** The first request with this `Idempotency-Key` is still being answered. */
export class IdempotencyKeyInUseError extends TearlineError {
  readonly code = 'idempotency_key_in_use';
  readonly status = 409;
  readonly title = 'A request with this idempotency key is being answered';
  constructor() {
    super('The first request with this Idempotency-Key is still being answered. Send it again after Retry-After.');
  }
}

/** The operation is not possible in the state of the processing request. */
export class ProcessingStateError extends TearlineError {
  readonly code = 'processing_state';
  readonly status = 409;
  readonly title = 'Not possible in the state of the processing request';
}

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
}

/** The disk is full. Nothing was written; the caller may retry later. */
export class StorageFullError extends TearlineError {
  readonly code = 'storage_full';
  readonly status = 503;
  readonly title = 'Storage is full';
  constructor(options?: ErrorOptions) {
    super('There is no room left to store the document. Nothing was kept; try again later.', options);
  }
}

/** A dependency of the service is down: the state machine retries, HTTP responds with 503. */
export class TemporarilyUnavailableError extends TearlineError {
  readonly code = 'temporarily_unavailable';
  readonly status = 503;
  readonly title = 'Temporarily unavailable';
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
];
const titlesByCode = new Map<string, string>([
  ...DISCLOSED_ERRORS.map((DisclosedError) => new DisclosedError('')).map(({ code, title }) => [code, title] as const),
  ['cancelled', 'The processing request was cancelled'],
]);

const LIMIT_REACHED = 402;

/** A problem type has one title (RFC 9457), for the POST of a document and for its results. */
const titleOf = (code: string): string => titlesByCode.get(code) ?? 'The processing request failed to complete';

/** The processing request is `failed`. The reason is included only where the document or a limit of the plan caused it. */
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

/** The upload of this request could not be processed: the response has the failure's code and status (402, 413, 422). */
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

/** The condition of a write did not hold: another writer was first. */
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

/** The requested blob does not exist. */
export class BlobNotFoundError extends TearlineError {
  readonly code = 'blob_not_found';
  readonly status = 404;
  readonly title = 'No such blob';
}

/**
 * The workflow's data cannot be trained on, e.g. too few documents. `code` comes from the container (docs/training.md).
 */
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

/** A documented setting that the service does not follow yet: it is refused, not stored. */
export class NotAvailableError extends TearlineError {
  readonly code = 'not_available';
  readonly status = 422;
  readonly title = 'This setting is not available yet';
}

/** The generic workflow belongs to every account and cannot be changed. */
export class WorkflowFixedError extends TearlineError {
  readonly code = 'workflow_fixed';
  readonly status = 422;
  readonly title = 'This workflow cannot be changed';
}

/** Feedback names a class, but the workflow does not classify. */
export class ClassNotSupportedError extends TearlineError {
  readonly code = 'class_not_supported';
  readonly status = 400;
  readonly title = 'The workflow does not have this class';
  constructor() {
    super('This workflow splits documents and does not classify them. Send the feedback without expected_class.');
  }
}

/** The workflow has a collection of this name. */
export class CollectionExistsError extends TearlineError {
  readonly code = 'collection_exists';
  readonly status = 409;
  readonly title = 'There is such a collection';
  constructor(name: string) {
    super(`The workflow has a collection ${JSON.stringify(name)} already. Use it, or choose another name.`);
  }
}

/** The operation is not possible in the training document's status, e.g. an annotation before the pages are read. */
export class TrainingDocumentStateError extends TearlineError {
  readonly code = 'training_document_state';
  readonly status = 409;
  readonly title = 'Not possible in the status of the training document';
}

/** The training document was annotated after the caller read it. */
export class TrainingDocumentChangedError extends TearlineError {
  readonly code = 'training_document_changed';
  readonly status = 412;
  readonly title = 'The training document has changed';
  constructor() {
    super(
      'The training document was annotated after you read it; nothing was changed. Read it, then annotate it again.',
    );
  }
}

/** The generic workflow is never trained. */
export class WorkflowNotTrainableError extends TearlineError {
  readonly code = 'workflow_not_trainable';
  readonly status = 422;
  readonly title = 'This workflow cannot be trained';
}

/** The operation is not possible in the training's state, e.g. while another training of the workflow runs. */
export class TrainingStateError extends TearlineError {
  readonly code = 'training_state';
  readonly status = 409;
  readonly title = 'Not possible in the state of the training';
}

/** A training is requested while another one of the workflow has not ended. */
export class TrainingRunningError extends TrainingStateError {
  constructor() {
    super('A training of this workflow has not ended yet. Wait for it, or cancel it.');
  }
}

/** A training's weights cannot be used: damaged, of another schema version, or not those that its report describes. */
export class ModelUnusableError extends TearlineError {
  readonly code = 'model_unusable';
  readonly status = 500;
  readonly title = 'The trained model cannot be used';
}

/** The delivery to a webhook has not ended: it is attempted again by itself. */
export class DeliveryPendingError extends TearlineError {
  readonly code = 'delivery_pending';
  readonly status = 409;
  readonly title = 'The delivery is still being attempted';
  constructor(options?: ErrorOptions) {
    super(
      'The delivery has not ended: it is attempted again by itself. It can be replayed once it has ended.',
      options,
    );
  }
}

/** The weights of a kept model are of a version that this release does not load any more. */
export class ModelNotLoadableError extends TearlineError {
  readonly code = 'model_not_loadable';
  readonly status = 409;
  readonly title = 'The model cannot be loaded any more';
}

/** No migration of the workflow is announced, or it has ended. */
export class MigrationStateError extends TearlineError {
  readonly code = 'migration_state';
  readonly status = 409;
  readonly title = 'Not possible in the state of the migration';
}

/** No training has evaluated both models on the same held-out documents. */
export class ModelsNotComparedError extends TearlineError {
  readonly code = 'models_not_compared';
  readonly status = 409;
  readonly title = 'The models were not compared';
}

/** The serving model changed during the training: the new model was not compared with it. */
export class ServingModelChangedError extends TearlineError {
  readonly code = 'serving_model_changed';
  readonly status = 409;
  readonly title = 'Another model went live meanwhile';
}

/** A port was used for which this host or function is not configured: a fault of the deployment. */
export class NotConfiguredError extends TearlineError {
  readonly code = 'not_configured';
  readonly status = 500;
  readonly title = 'Not configured';
}

/** The mail service refuses this mail permanently. */
export class MailRefusedError extends TearlineError {
  readonly code = 'mail_refused';
  readonly status = 500;
  readonly title = 'The mail was refused';
}

/** An execution of a state machine failed without recording it and cannot be resumed. */
export class ExecutionLostError extends TearlineError {
  readonly code = 'execution_lost';
  readonly status = 500;
  readonly title = 'The execution cannot be resumed';
}

/** The split model refused the pages or sent an invalid response: a retry does not help. */
export class SplitModelFaultError extends TearlineError {
  readonly code = 'split_model_fault';
  readonly status = 500;
  readonly title = 'The split model did not answer as it should';
}
