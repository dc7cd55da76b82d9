/** The page images of a training document, as its annotator sees them. */
import {
  BlobNotFoundError,
  NotFoundError,
  ProcessingNotAccessibleError,
  TrainingDocumentStateError,
} from '../../errors.ts';
import { getProcessingRequest, readProcessingRequest } from '../../requests/processing-requests.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import type { TrainingDocument } from '../../requests/training-documents/training-document.ts';
import { readPageImage } from '../../results/images/page-image.ts';
import type { PageImageSize } from '../../results/images/page-image.ts';
import { readThumbnail } from '../../results/images/thumbnail.ts';
import type { ResultFile } from '../../results/result-file.ts';
import type { Service } from '../../service.ts';

/** @throws TrainingDocumentStateError where the document has not been read, ProcessingNotAccessibleError (deleted) */
const readingOf = async (service: Service, document: TrainingDocument): Promise<ProcessingRequest> => {
  if (document.page_count === undefined)
    throw new TrainingDocumentStateError(`The document has no page images: its status is ${document.status}.`);
  return getProcessingRequest(service, document.document_id);
};

/** @throws NotFoundError where the document was deleted before, or is deleted while the image is made */
const unlessDocumentDeleted = async <Result>(
  service: Service,
  { document_id: id }: TrainingDocument,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    const isGone =
      error instanceof ProcessingNotAccessibleError ||
      (error instanceof BlobNotFoundError && (await readProcessingRequest(service, id)) === undefined);
    throw isGone ? new NotFoundError(`The training document ${id} was deleted.`, { cause: error }) : error;
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
): Promise<ResultFile> =>
  unlessDocumentDeleted(service, document, async () =>
    readPageImage(service, await readingOf(service, document), page, size),
  );

/** Returns the thumbnail of the first page. @throws TrainingDocumentStateError (not read), NotFoundError */
export const readTrainingThumbnail = async (service: Service, document: TrainingDocument): Promise<ResultFile> =>
  unlessDocumentDeleted(service, document, async () => readThumbnail(service, await readingOf(service, document)));
