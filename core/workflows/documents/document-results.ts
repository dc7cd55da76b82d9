/** The text of a training document's pages, and what the model decided when they were read: proposals for the annotator. */
import { NotFoundError } from '../../errors.ts';
import type { BlobInfo } from '../../ports.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import type { TrainingDocument } from '../../requests/training-documents/training-document.ts';
import { blobsOf } from '../../results/result-file.ts';
import { findOcrResult } from '../../results/text/find-ocr-result.ts';
import type { Service } from '../../service.ts';
import { withReading } from './document-reading.ts';

/** Returns the OCR result. @throws TrainingDocumentStateError (not read), NotFoundError (deleted), StorageFullError */
export const findTrainingOcr = (service: Service, document: TrainingDocument): Promise<BlobInfo> =>
  withReading(service, document, (reading) => findOcrResult(service, reading));

/**
 * Returns the splitting of the model that read the document; an annotation does not change it.
 * @throws TrainingDocumentStateError (not read), NotFoundError (deleted, or not kept)
 */
export const findTrainingSplitting = (service: Service, document: TrainingDocument): Promise<BlobInfo> =>
  withReading(service, document, (reading) => findKept(service, reading, 'documentSplitting'));

/** Returns the extractions of that splitting. @throws TrainingDocumentStateError (not read), NotFoundError (deleted, or not kept) */
export const findTrainingExtractions = (service: Service, document: TrainingDocument): Promise<BlobInfo> =>
  withReading(service, document, (reading) => findKept(service, reading, 'extractions'));

/** Documents that came as feedback to a release before this result existed were added without it. */
const findKept = async (
  { blobs }: Pick<Service, 'blobs'>,
  reading: ProcessingRequest,
  result: 'documentSplitting' | 'extractions',
): Promise<BlobInfo> => {
  const info = await blobs.head(blobsOf(reading)[result]);
  if (info === undefined)
    throw new NotFoundError(`What the model decided was not kept of the training document ${reading.processing_id}.`);
  return info;
};
