/** The page images of a training document, as its annotator sees them. */
import type { TrainingDocument } from '../../requests/training-documents/training-document.ts';
import { readPageImage } from '../../results/images/page-image.ts';
import type { PageImageSize } from '../../results/images/page-image.ts';
import { readThumbnail } from '../../results/images/thumbnail.ts';
import type { ResultFile } from '../../results/result-file.ts';
import type { Service } from '../../service.ts';
import { withReading } from './document-reading.ts';

/**
 * Returns the image of a page, as readPageImage does.
 * @throws TrainingDocumentStateError (not read), NotFoundError (no such page)
 */
export const readTrainingPageImage = (
  service: Service,
  document: TrainingDocument,
  page: number,
  size: PageImageSize,
): Promise<ResultFile> => withReading(service, document, (reading) => readPageImage(service, reading, page, size));

/** Returns the thumbnail of the first page. @throws TrainingDocumentStateError (not read), NotFoundError */
export const readTrainingThumbnail = (service: Service, document: TrainingDocument): Promise<ResultFile> =>
  withReading(service, document, (reading) => readThumbnail(service, reading));
