/** What the upload of a request is, once Inspect has said it. */
import { ResultNotAvailableError } from '../errors.ts';
import type { DocumentKind } from '../documents/formats/document-file.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';

/** @throws ResultNotAvailableError while the document is not inspected */
export function documentKindOf(request: ProcessingRequest): DocumentKind {
  if (request.kind === undefined)
    throw new ResultNotAvailableError(
      'The document has not been read yet: ask again once its processing has succeeded.',
    );
  return request.kind;
}
