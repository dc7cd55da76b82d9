/** What was read of a training document: the processing request of the same id. */
import {
  BlobNotFoundError,
  NotFoundError,
  ProcessingNotAccessibleError,
  TrainingDocumentStateError,
} from '../../errors.ts';
import { getProcessingRequest, readProcessingRequest } from '../../requests/processing-requests.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import type { TrainingDocument } from '../../requests/training-documents/training-document.ts';
import type { Service } from '../../service.ts';

/**
 * Does work on what was read of a document.
 * @throws TrainingDocumentStateError where the document has not been read
 * @throws NotFoundError where it was deleted before, or is deleted during the work
 */
export const withReading = async <Result>(
  service: Pick<Service, 'table'>,
  { document_id: id, page_count: pages, status }: TrainingDocument,
  work: (reading: ProcessingRequest) => Promise<Result>,
): Promise<Result> => {
  if (pages === undefined)
    throw new TrainingDocumentStateError(`The pages of the document have not been read: its status is ${status}.`);
  try {
    return await work(await getProcessingRequest(service, id));
  } catch (error) {
    const isGone =
      error instanceof ProcessingNotAccessibleError ||
      (error instanceof BlobNotFoundError && (await readProcessingRequest(service, id)) === undefined);
    throw isGone ? new NotFoundError(`The training document ${id} was deleted.`, { cause: error }) : error;
  }
};
