/** Error rates before and after a training for each of the customer's collections. */
import { intervalByDocument, isWrong } from './evaluate-streams.ts';
import type { Decision, Decisions } from './evaluate-streams.ts';
import type { TrainingReport } from './report.ts';
import type { PreparedDocument } from '../training/fine-tuning/prepared-documents.ts';

/** A gap counts for the collection of the page after it: the start of a document is its own. */
const isIn =
  (numbers: ReadonlySet<number>) =>
  ({ gap }: Decision): boolean =>
    numbers.has(gap.right);

const errorOf = (decisions: readonly Decision[], seed: number) => ({
  error_rate: decisions.filter(isWrong).length / Math.max(1, decisions.length),
  error_rate_interval: intervalByDocument(decisions, (decision) => Number(isWrong(decision)), seed),
});

/** One row for each collection that an annotation names, by name. */
export function figuresByCollection(
  before: Decisions,
  after: Decisions,
  documents: readonly PreparedDocument[],
  seed: number,
): TrainingReport['collections'] {
  const named = Map.groupBy(
    documents.filter(({ collection }) => collection !== null),
    ({ collection }) => collection ?? '',
  );
  return [...named]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([collection, of]) => {
      const inside = isIn(new Set(of.map(({ number }) => number)));
      const [earlier, later] = [before.flat().filter(inside), after.flat().filter(inside)];
      return {
        collection,
        documents: of.length,
        gaps: new Set(later.map(({ gap }) => gap.key)).size,
        before: errorOf(earlier, seed),
        after: errorOf(later, seed),
      };
    });
}
