/** The file of a training document as it was sent. */
import { NotFoundError } from '../../errors.ts';
import { readProcessingRequest } from '../../requests/processing-requests.ts';
import type { TrainingDocument } from '../../requests/training-documents/training-document.ts';
import type { ResultFile } from '../../results/result-file.ts';
import { readUploadFile } from '../../results/upload-file.ts';
import type { Service } from '../../service.ts';

/** @throws NotFoundError where the document was deleted */
export const readTrainingFile = async (
  service: Pick<Service, 'table' | 'blobs'>,
  { document_id: id }: TrainingDocument,
): Promise<ResultFile> => {
  const reading = await readProcessingRequest(service, id);
  if (reading === undefined) throw new NotFoundError(`The training document ${id} was deleted.`);
  return readUploadFile(service, reading);
};
