/** Errors of the HTTP request itself. */
import { TearlineError } from './tearline-error.ts';

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

/** `Idempotency-Key` used again within 24 h with another body. */
export class IdempotencyKeyReusedError extends TearlineError {
  readonly code = 'idempotency_key_reused';
  readonly status = 422;
  readonly title = 'The idempotency key was used with another request';
}

/** A repetition of a request whose answer was a file that has been deleted since. */
export class AnswerGoneError extends TearlineError {
  readonly code = 'answer_gone';
  readonly status = 410;
  readonly title = 'The answer has been deleted';
  constructor() {
    super('The file that answered the first request with this Idempotency-Key has been deleted. Send a new key.');
  }
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
