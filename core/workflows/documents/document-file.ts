/** The file of a training document as it was sent. */
import { NotFoundError } from '../../errors.ts';
import { readProcessingRequest } from '../../requests/processing-requests.ts';
import { readingKey } from '../../requests/training-documents/training-document.ts';
import type { TrainingDocument } from '../../requests/training-documents/training-document.ts';
import type { ResultFile } from '../../results/result-file.ts';
import { readUploadFile } from '../../results/upload-file.ts';
import type { Service } from '../../service.ts';

/** @throws NotFoundError where the document was deleted */
export const readTrainingFile = async (
  service: Pick<Service, 'table' | 'blobs'>,
  document: TrainingDocument,
): Promise<ResultFile> => {
  const reading = await readProcessingRequest(service, readingKey(document));
  if (reading === undefined) throw new NotFoundError(`The training document ${document.document_id} was deleted.`);
  return readUploadFile(service, reading);
};
