/** Where a mistake of a model is in a training file. */
import type { ModelEvaluation } from '../../api/training/models.ts';
import type { TrainingDocument } from '../../api/training/training-data.ts';

type Mistake = ModelEvaluation['wrong_documents'][number]['mistakes'][number];

/**
 * The page of the file after which the mistake is, from 1.
 * @param subDocument  index of the document in a merged file; null: the file is one document
 * @param parts  the documents of the file; null: it is one
 * @returns undefined where it is no gap of the file: the document was joined to another file
 */
export const pageBeforeMistake = (
  { after_page: afterPage }: Pick<Mistake, 'after_page'>,
  subDocument: number | null,
  parts: TrainingDocument['sub_documents'],
): number | undefined => {
  const before = (parts ?? []).slice(0, subDocument ?? 0).reduce((sum, { pages }) => sum + pages.length, 0);
  const page = before + (afterPage ?? 0);
  return page === 0 ? undefined : page;
};
