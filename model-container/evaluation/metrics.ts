/** How good a split is: definitions and their sources are in docs/model-card.md. */
import { addTally, emptyTally, tallyStream } from './stream-tally.ts';
import type { ScoredStream, Tally } from './stream-tally.ts';

export interface SplitMetrics {
  readonly streams: number;
  readonly gaps: number;
  readonly documents: number;
  /** F1 of pages that begin a document; the first page of a stream is left out. */
  readonly pageF1: number;
  /** F1 of documents that came out exactly. */
  readonly documentF1: number;
  readonly panopticQuality: number;
  /** Share of streams without any error. */
  readonly exactMatchRate: number;
  /** Mean number of pages a stream that a person would have to drag to another document. */
  readonly dragAndDropDistance: number;
  /** Share of gaps that are decided wrongly. */
  readonly errorRate: number;
  /** Expected calibration error over fifteen equal ranges of probability. */
  readonly calibrationError: number;
}

export const METRICS = [
  'pageF1',
  'documentF1',
  'panopticQuality',
  'wholeStreams',
  'dragAndDrops',
  'errorRate',
  'calibrationError',
] as const;
export type MetricName = (typeof METRICS)[number];

export function evaluateStreams(streams: readonly ScoredStream[], threshold = 0.5): SplitMetrics {
  const tally = emptyTally();
  let whole = 0;
  for (const stream of streams) {
    const documents = tallyStream(stream, threshold);
    for (const document of documents) addTally(tally, document);
    whole += Number(isExactMatch(documents));
  }
  return {
    streams: streams.length,
    gaps: tally.gaps,
    documents: tally.documents,
    ...metricsOverDocuments(tally),
    exactMatchRate: whole / streams.length,
    dragAndDropDistance: tally.movedPages / streams.length,
  };
}

export const isExactMatch = (documents: readonly Tally[]): boolean => documents.every(({ wrong }) => wrong === 0);

/** The figures that are sums over documents, however often each of them counts. */
export const metricsOverDocuments = ({
  gaps,
  wrong,
  predicted,
  actual,
  truePositives,
  documents,
  found,
  exact,
  overlap,
  excess,
}: Tally): Omit<Record<MetricName, number>, 'wholeStreams' | 'dragAndDrops'> => ({
  pageF1: ratio(2 * truePositives, predicted + actual),
  documentF1: ratio(2 * exact, found + documents),
  // Matches and half of what has no match, found or true, are half of all found and true.
  panopticQuality: ratio(2 * overlap, found + documents),
  errorRate: wrong / gaps,
  calibrationError: excess.reduce((sum, of) => sum + Math.abs(of), 0) / Math.max(1, gaps),
});

/** 1 where there was nothing to find and nothing was found. */
const ratio = (part: number, of: number): number => (of === 0 ? 1 : part / of);

/** Mean of −log of the probability given to what is so; 0 for no gaps. */
export const meanLogLoss = (gaps: readonly { readonly label: number; readonly probability: number }[]): number =>
  gaps.reduce((sum, { label, probability }) => sum - Math.log(label === 1 ? probability : 1 - probability), 0) /
  Math.max(1, gaps.length);

export interface ReviewRow {
  readonly threshold: number;
  /** Share of gaps with a confidence at or below the threshold. */
  readonly correctionEffort: number;
  /** Share of those that are wrong. */
  readonly errorRateAmongReviewed: number;
  /** Share of all gaps that are wrong and not looked at. */
  readonly errorRateAfterCorrection: number;
}

/** What looking at the less certain gaps, and correcting them, costs and leaves. */
export function reviewTable(
  streams: readonly ScoredStream[],
  thresholds: readonly number[] = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99],
): ReviewRow[] {
  const decisions = streams.flatMap(({ probabilities, labels }) =>
    probabilities.map((p, gap) => ({
      confidence: Math.abs(2 * p - 1),
      wrong: Number(p > 0.5) === labels[gap] ? 0 : 1,
    })),
  );
  return thresholds.map((threshold) => {
    const reviewed = decisions.filter(({ confidence }) => confidence <= threshold);
    const wrong = (of: typeof decisions) => of.reduce((sum, decision) => sum + decision.wrong, 0);
    return {
      threshold,
      reviewed: reviewed.length / decisions.length,
      wrongAmongReviewed: reviewed.length === 0 ? 0 : wrong(reviewed) / reviewed.length,
      errorLeft: (wrong(decisions) - wrong(reviewed)) / decisions.length,
    };
  });
}
