/** How many documents a training of some collections uses. */
import type { Collection, TrainingData } from '../../api/training/training-data.ts';
import { FEWEST } from '../../training-data/counts/needed.ts';

interface ChosenDocuments {
  readonly used: number;
  /** Documents that are still missing before the training is possible. */
  readonly missing: number;
}

/** @param chosen  names of collections; null: all */
export const chosenDocuments = (
  { documents: all, used_documents: mostUsed }: Pick<TrainingData, 'documents' | 'used_documents'>,
  collections: readonly Pick<Collection, 'name' | 'sub_document_count'>[],
  chosen: readonly string[] | null,
): ChosenDocuments => {
  const documents =
    chosen === null
      ? all
      : collections
          .filter(({ name }) => chosen.includes(name))
          .reduce((sum, { sub_document_count: count }) => sum + count, 0);
  // Of all documents, a training uses no more than these: neither does one of some collections.
  return { used: Math.min(documents, mostUsed), missing: Math.max(0, FEWEST - documents) };
};
