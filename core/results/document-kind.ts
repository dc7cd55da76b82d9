/** The format of a request's upload, which Inspect has detected. */
import { ResultNotAvailableError } from '../errors.ts';
import type { DocumentKind } from '../documents/formats/document-file.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';

/** @throws ResultNotAvailableError if the document has not been inspected yet */
export function documentKindOf(request: ProcessingRequest): DocumentKind {
  if (request.kind === undefined)
    throw new ResultNotAvailableError(
      'The document has not been read yet: ask again once its processing has succeeded.',
    );
  return request.kind;
}
