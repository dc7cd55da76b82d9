/** Errors of the service and of what it depends on. */
import { TearlineError } from './tearline-error.ts';

/** The disk is full. Nothing was written; the caller may retry later. */
export class StorageFullError extends TearlineError {
  readonly code = 'storage_full';
  readonly status = 503;
  readonly title = 'Storage is full';
  constructor(options?: ErrorOptions) {
    super('The service has no room left. Nothing was kept; try again later.', options);
  }
}

/** A row would be larger than the table takes: the request brings more than is kept of one. Nothing was written. */
export class ItemTooLargeError extends TearlineError {
  readonly code = 'item_too_large';
  readonly status = 422;
  readonly title = 'More than is kept';
  constructor(options?: ErrorOptions) {
    super('What this request asks to keep has more than 400 KB as JSON. Shorten it, for example its names.', options);
  }
}

/** A dependency of the service is down: the state machine retries, HTTP responds with 503. */
export class TemporarilyUnavailableError extends TearlineError {
  readonly code = 'temporarily_unavailable';
  readonly status = 503;
  readonly title = 'Temporarily unavailable';
}

/** Whether the same call may succeed later: a dependency is down, or space may become free. */
export const isTransient = (error: unknown): boolean =>
  error instanceof TemporarilyUnavailableError || error instanceof StorageFullError;

/** No execution is free to parse documents. State machines retry it for longer than other temporary errors. */
export class ParsersBusyError extends TemporarilyUnavailableError {
  constructor(options?: ErrorOptions) {
    super('All parsers are busy. Try again in a moment.', options);
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

/** The user directory refuses an address permanently: it cannot be that of a user. */
export class UserRefusedError extends TearlineError {
  readonly code = 'user_refused';
  readonly status = 422;
  readonly title = 'The address cannot be that of a user';
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

/** The split model cannot load a workflow's weights: they are missing, damaged, or of a schema version that it does not know. */
export class WeightsRefusedError extends SplitModelFaultError {}
