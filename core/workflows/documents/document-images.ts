/** The page images of a training document, as its annotator sees them. */
import { NotFoundError, ProcessingNotAccessibleError, TrainingDocumentStateError } from '../../errors.ts';
import { getProcessingRequest } from '../../requests/processing-requests.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import type { TrainingDocument } from '../../requests/training-documents/training-document.ts';
import { readPageImage } from '../../results/images/page-image.ts';
import type { PageImageSize } from '../../results/images/page-image.ts';
import { readThumbnail } from '../../results/images/thumbnail.ts';
import type { ResultFile } from '../../results/result-file.ts';
import type { Service } from '../../service.ts';

/** @throws TrainingDocumentStateError where the document has not been read, NotFoundError where it was deleted */
const readingOf = async (service: Service, document: TrainingDocument): Promise<ProcessingRequest> => {
  if (document.page_count === undefined)
    throw new TrainingDocumentStateError(`The document has no page images: its status is ${document.status}.`);
  try {
    return await getProcessingRequest(service, document.document_id);
  } catch (error) {
    if (!(error instanceof ProcessingNotAccessibleError)) throw error;
    throw new NotFoundError(`The training document ${document.document_id} was deleted.`, { cause: error });
  }
};

/**
 * Returns the image of a page, as readPageImage does.
 * @throws TrainingDocumentStateError (not read), NotFoundError (no such page)
 */
export const readTrainingPageImage = async (
  service: Service,
  document: TrainingDocument,
  page: number,
  size: PageImageSize,
): Promise<ResultFile> => readPageImage(service, await readingOf(service, document), page, size);

/** Returns the thumbnail of the first page. @throws TrainingDocumentStateError (not read), NotFoundError */
export const readTrainingThumbnail = async (service: Service, document: TrainingDocument): Promise<ResultFile> =>
  readThumbnail(service, await readingOf(service, document));
