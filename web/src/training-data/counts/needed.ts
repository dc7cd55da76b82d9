/** What the counts of the training data mean, as keys of texts with their values. */
import type { TrainingData } from '../../api/training/training-data.ts';

/** Documents that a training needs at least. */
export const FEWEST = 5;

interface Needed {
  /** Documents that a good model still needs; null: no number is known. */
  readonly more: number | null;
  /** Documents that are still missing before a training is possible at all. */
  readonly missing: number;
  /** Of the way to a good model, 0 to 1; null: no number is known. */
  readonly part: number | null;
  readonly advice: 'enough' | 'more' | 'trainAgain' | 'noMore' | 'unknown';
  readonly basis: 'learning_curve' | 'general';
}

export const neededOf = ({ documents, more_documents: more, computed_from: from }: TrainingData): Needed => {
  const part = more === null ? null : documents + more === 0 ? 0 : documents / (documents + more);
  const missing = Math.max(0, FEWEST - documents);
  return { more, missing, part, basis: from.basis, advice: adviceOf(more, from) };
};

const adviceOf = (
  more: number | null,
  { basis, added_documents: added }: TrainingData['computed_from'],
): Needed['advice'] => {
  if (more === null) return 'unknown';
  if (more > 0) return 'more';
  if (basis === 'general') return 'enough';
  return (added ?? 0) > 0 ? 'trainAgain' : 'noMore';
};
