/** Errors of the uploaded document. */
import { TearlineError } from './tearline-error.ts';

/** More bytes than the account's plan allows, or an image of more pixels than are read. */
export class DocumentTooLargeError extends TearlineError {
  readonly code = 'document_too_large';
  readonly status = 413;
  readonly title = 'The document is too large';
  override readonly causedByDocument = true;
}

/** More pages than the account's plan allows. */
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

/** The engines cannot repair the file, or reading it exceeds the time or memory limit. */
export class DocumentUnreadableError extends TearlineError {
  readonly code = 'document_unreadable';
  readonly status = 422;
  readonly title = 'The document cannot be read';
  override readonly causedByDocument = true;
}

/**
 * The cause of a DocumentUnreadableError: a parser process was stopped at its time or memory limit, or crashed. The page on
 * which it worked is to blame, and others may be readable.
 */
export class ParserStoppedError extends Error {
  override readonly name = 'ParserStoppedError';
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
