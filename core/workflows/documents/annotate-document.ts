/** PUT …/annotation: which pages of a file belong to which document. */
import type { Caller } from '../../accounts/caller.ts';
import { NotFoundError, TrainingDocumentChangedError, TrainingDocumentStateError } from '../../errors.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import { wholePages } from '../../requests/pages/stream-pages.ts';
import type { CropCounts } from '../../requests/pages/stream-pages.ts';
import { addressSubDocuments } from '../../requests/training-documents/addressed-sub-documents.ts';
import { annotate, readTrainingDocument } from '../../requests/training-documents/training-document.ts';
import type { TrainingDocument } from '../../requests/training-documents/training-document.ts';
import { cropsOfRequest } from '../../results/images/page-geometry.ts';
import type { Service } from '../../service.ts';
import { checkSubDocuments } from '../../splitting/check-sub-documents.ts';
import type { RequestedSubDocument } from '../../splitting/check-sub-documents.ts';
import { withReading } from './document-reading.ts';

const cropsOf = (service: Pick<Service, 'table' | 'blobs'>, document: TrainingDocument): Promise<CropCounts> => {
  const { status, page_count: pages, stream_length: length } = document;
  if (pages !== undefined)
    return length === undefined
      ? Promise.resolve(wholePages(pages))
      : withReading(service, document, (reading) => cropsOfRequest(service, reading));
  throw new TrainingDocumentStateError(
    status === 'failed'
      ? 'The document could not be read, so it has no pages to annotate. Delete it.'
      : 'The document is still being read. Annotate it when its status is awaiting_annotation or annotated.',
  );
};

/**
 * Annotates a document and returns it. A file that was sent as one document becomes a merged one; without another
 * annotation in between, the result is the same where the call is repeated.
 * @param before  the document as the caller saw it
 * @throws ValidationError (the sub-documents do not fit the document), TrainingDocumentStateError (not read yet),
 *   TrainingDocumentChangedError (annotated meanwhile), NotFoundError (deleted meanwhile): nothing is changed
 */
export const annotateDocument = async (
  service: Pick<Service, 'table' | 'blobs' | 'clock'>,
  { name }: Pick<Caller, 'name'>,
  before: TrainingDocument,
  subDocuments: readonly RequestedSubDocument[],
): Promise<TrainingDocument> => {
  const crops = await cropsOf(service, before);
  checkSubDocuments(subDocuments, crops, ['body', 'sub_documents']);
  const written = await writeConditionally(service, [
    annotate(before, {
      sub_documents: addressSubDocuments(subDocuments, crops),
      annotated_at: service.clock.now().toISOString(),
      annotated_by: name,
    }),
  ]);
  const document = await readTrainingDocument(service, before);
  if (document === undefined) throw new NotFoundError(`The training document ${before.document_id} was deleted.`);
  if (!written) throw new TrainingDocumentChangedError();
  return document;
};
