/** Refuses training data that a model cannot be trained on, before anything is computed. */
import { TrainingRefusedError } from './training-error.ts';

export const MIN_DOCUMENTS = 5;
export const MAX_DOCUMENTS = 1000;

export interface DocumentFacts {
  readonly pages: { readonly length: number };
  readonly merged: boolean;
  /** Name of the file; with `#` and the number of the document where a merged file has several. */
  readonly name: string;
}

/** @throws TrainingRefusedError */
export function requireTrainable(documents: readonly DocumentFacts[]): void {
  const count = documents.length;
  if (count === 0) throw new TrainingRefusedError('no_documents', 'There are no training documents.');
  if (count === 1)
    throw new TrainingRefusedError(
      'one_document',
      'One document alone has no boundary to learn from: add others, or annotate where the documents in the file begin.',
    );
  if (documents.every(({ merged, name }) => merged && !name.includes('#'))) {
    throw new TrainingRefusedError(
      'no_boundary',
      'The training files have no boundary: each of them is annotated as one document. ' +
        'Annotate where the documents in them begin, or upload them as already split.',
    );
  }
  if (count < MIN_DOCUMENTS)
    throw new TrainingRefusedError(
      'too_few_documents',
      `There are ${count} documents; ${MIN_DOCUMENTS} different ones are the fewest to learn from.`,
    );
  if (count > MAX_DOCUMENTS)
    throw new TrainingRefusedError(
      'too_many_documents',
      `There are ${count} documents; ${MAX_DOCUMENTS} are the most. Leave out the oldest.`,
    );
  if (documents.every(({ pages }) => pages.length < 2)) {
    throw new TrainingRefusedError(
      'single_pages_only',
      'Every document has one page: there is nothing to learn but to split everywhere. ' +
        'Add documents of several pages, or process with mode per_page.',
    );
  }
}
