/** What was read of a training document: the processing request of the same id. */
import {
  BlobNotFoundError,
  NotFoundError,
  ProcessingNotAccessibleError,
  TrainingDocumentStateError,
} from '../../errors.ts';
import { getProcessingRequest, readProcessingRequest } from '../../requests/processing-requests.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import { readingKey } from '../../requests/training-documents/training-document.ts';
import type { TrainingDocument } from '../../requests/training-documents/training-document.ts';
import type { Service } from '../../service.ts';

/**
 * Does work on what was read of a document.
 * @throws TrainingDocumentStateError where the document has not been read
 * @throws NotFoundError where it was deleted before, or is deleted during the work
 */
export const withReading = async <Result>(
  service: Pick<Service, 'table'>,
  document: TrainingDocument,
  work: (reading: ProcessingRequest) => Promise<Result>,
): Promise<Result> => {
  const { document_id: id, page_count: pages, status } = document;
  const key = readingKey(document);
  if (pages === undefined)
    throw new TrainingDocumentStateError(`The pages of the document have not been read: its status is ${status}.`);
  try {
    return await work(await getProcessingRequest(service, key));
  } catch (error) {
    const isGone =
      error instanceof ProcessingNotAccessibleError ||
      (error instanceof BlobNotFoundError && (await readProcessingRequest(service, key)) === undefined);
    throw isGone ? new NotFoundError(`The training document ${id} was deleted.`, { cause: error }) : error;
  }
};
