/** The documents of a training, or why there is none. */
import { TrainingRefusedError } from '../../errors.ts';
import type { TrainingDocument } from '../../requests/training-documents/training-document.ts';
import { MIN_DOCUMENTS, requireTrainable } from './require-trainable.ts';
import { countDocuments, drawDocuments, MAX_DOCUMENTS } from './steps/draw-documents.ts';
import { trainableFile } from './trainable-file.ts';

/**
 * @param annotated  annotated documents, in the order of their ids
 * @param collections  the requested collections; null: all
 * @returns those that the training uses
 * @throws TrainingRefusedError with what is missing
 */
export const drawTrainable = (
  annotated: readonly TrainingDocument[],
  collections: readonly string[] | null,
): readonly TrainingDocument[] => {
  requireTrainable(annotated.map(trainableFile), collections);
  const drawn = drawDocuments(annotated);
  const count = countDocuments(drawn);
  if (count >= MIN_DOCUMENTS) return drawn;
  throw new TrainingRefusedError(
    'too_few_documents',
    `A training uses at most ${MAX_DOCUMENTS} documents and no file in part: ${count} are left without the files that have more. ` +
      'Divide these files, and upload their parts.',
    { documents: MIN_DOCUMENTS - count, boundaries: 0, multi_page_documents: 0 },
  );
};
