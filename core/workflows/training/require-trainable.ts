/**
 * Refuses training data that no model can be trained on, when a training is requested. The container applies the same
 * rules (model-container/training/job/require-trainable.ts), once more to documents without duplicates.
 */
import { TrainingRefusedError } from '../../errors.ts';
import type { MissingTrainingData } from '../../errors.ts';

export const MIN_DOCUMENTS = 5;

/** An annotated file as the rules see it: the numbers of pages of its documents. */
export interface TrainableFile {
  readonly merged: boolean;
  readonly documents: readonly number[];
}

const addMore = (count: number): string => (count === 1 ? 'Annotate or add 1 more.' : `Annotate or add ${count} more.`);

const hasNoBoundary = ({ merged, documents }: TrainableFile): boolean => merged && documents.length === 1;

const missingOf = (files: readonly TrainableFile[], pages: readonly number[]): MissingTrainingData => ({
  documents: Math.max(0, MIN_DOCUMENTS - pages.length),
  boundaries: files.every(hasNoBoundary) ? 1 : 0,
  multi_page_documents: pages.every((count) => count < 2) ? 1 : 0,
});

/** @param collections  the requested collections; null: all @throws TrainingRefusedError with what is missing */
export const requireTrainable = (files: readonly TrainableFile[], collections: readonly string[] | null): void => {
  const pages = files.flatMap(({ documents }) => documents);
  const refuse = (code: string, detail: string): TrainingRefusedError =>
    new TrainingRefusedError(code, detail, missingOf(files, pages));
  const where = collections === null ? '' : ` in ${collections.map((name) => JSON.stringify(name)).join(', ')}`;
  if (pages.length === 0)
    throw refuse('no_documents', `There are no annotated training documents${where}. Add at least ${MIN_DOCUMENTS}.`);
  if (files.every(hasNoBoundary))
    throw refuse(
      'no_boundary',
      `The training files${where} have no boundary: each of them is annotated as one document. ` +
        'Annotate where the documents in them begin, or upload them as already split.',
    );
  if (pages.length === 1)
    throw refuse(
      'one_document',
      `One annotated document alone${where} has no boundary to learn from. ${addMore(MIN_DOCUMENTS - 1)}`,
    );
  if (pages.length < MIN_DOCUMENTS)
    throw refuse(
      'too_few_documents',
      `There are ${pages.length} annotated documents${where}; ${MIN_DOCUMENTS} are the fewest to learn from. ` +
        addMore(MIN_DOCUMENTS - pages.length),
    );
  if (pages.every((count) => count < 2))
    throw refuse(
      'single_pages_only',
      `Every annotated document${where} has one page: there is nothing to learn but to split everywhere. ` +
        'Add documents of several pages, or process with mode per_page.',
    );
};
