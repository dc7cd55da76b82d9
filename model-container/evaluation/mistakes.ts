/** The documents that a model gets wrong. */
import { isWrong } from './evaluate-streams.ts';
import type { Decisions } from './evaluate-streams.ts';
import type { TrainingReport } from './report.ts';
import type { PreparedDocument } from '../training/fine-tuning/prepared-documents.ts';

/** A gap that is decided wrongly less often than this is not worth a look. */
const OFTEN = 0.25;
const MOST = 100;

/** Worst first. */
export function wrongDocuments(
  decisions: Decisions,
  documents: readonly PreparedDocument[],
): TrainingReport['wrong_documents'] {
  const inside = Map.groupBy(decisions.flat(), ({ gap }) => (gap.label === 0 ? gap.key : `begins ${gap.right}`));
  const mistakes = [...inside.values()].flatMap((of) => {
    const [first] = of;
    const howOften = of.filter(isWrong).length / of.length;
    if (first === undefined || howOften < OFTEN) return [];
    const { gap } = first;
    const probability = of.reduce((sum, decision) => sum + decision.probability, 0) / of.length;
    const afterPage = gap.label === 0 ? gap.leftPlace + 1 : null;
    return [
      {
        document: gap.right,
        mistake: {
          kind: gap.label === 0 ? ('false_split' as const) : ('missed_split' as const),
          after_page: afterPage,
          probability,
          how_often: howOften,
        },
      },
    ];
  });
  const byDocument = Map.groupBy(mistakes, ({ document }) => document);
  return documents
    .flatMap(({ number, name, sender }) => {
      const of = byDocument.get(number)?.map(({ mistake }) => mistake);
      return of === undefined ? [] : [{ name, sender, mistakes: of }];
    })
    .sort((a, b) => weightOf(b.mistakes) - weightOf(a.mistakes))
    .slice(0, MOST);
}

const weightOf = (mistakes: readonly { readonly how_often: number }[]): number =>
  mistakes.reduce((sum, { how_often: often }) => sum + often, 0);
