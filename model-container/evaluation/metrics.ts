/** Metrics of page stream segmentation. docs/glossary.md defines them and names their sources. */
import { addTally, emptyTally, tallyStream } from './stream-tally.ts';
import type { ScoredStream, Tally } from './stream-tally.ts';

export interface SplitMetrics {
  readonly streams: number;
  readonly gaps: number;
  readonly documents: number;
  /** F1 of the pages that begin a document. The first page of a stream is not counted. */
  readonly pageF1: number;
  /** F1 of the documents whose pages are predicted exactly. */
  readonly documentF1: number;
  readonly panopticQuality: number;
  /** Share of the streams without any error, 0 to 1. TABME calls it STP (straight-through processing). */
  readonly exactMatchRate: number;
  /** Mean number of pages per stream that a person would have to move to another document. */
  readonly dragAndDropDistance: number;
  /** Share of the gaps that are decided wrongly, 0 to 1. */
  readonly errorRate: number;
  /** Expected calibration error (ECE) over 15 bins of equal width. */
  readonly calibrationError: number;
}

export const METRICS = [
  'pageF1',
  'documentF1',
  'panopticQuality',
  'exactMatchRate',
  'dragAndDropDistance',
  'errorRate',
  'calibrationError',
] as const;
export type MetricName = (typeof METRICS)[number];

/** @param threshold  probability above which a gap is decided to be a boundary */
export function evaluateStreams(streams: readonly ScoredStream[], threshold = 0.5): SplitMetrics {
  const tally = emptyTally();
  let exactMatches = 0;
  for (const stream of streams) {
    const documents = tallyStream(stream, threshold);
    for (const document of documents) addTally(tally, document);
    exactMatches += Number(isExactMatch(documents));
  }
  return {
    streams: streams.length,
    gaps: tally.gaps,
    documents: tally.documents,
    ...metricsOverDocuments(tally),
    exactMatchRate: exactMatches / streams.length,
    dragAndDropDistance: tally.movedPages / streams.length,
  };
}

export const isExactMatch = (documents: readonly Tally[]): boolean => documents.every(({ wrong }) => wrong === 0);

/** The metrics that are computed from sums over documents. */
export const metricsOverDocuments = ({
  gaps,
  wrong,
  predicted,
  actual,
  truePositives,
  documents,
  predictedDocuments,
  exactDocuments,
  overlap,
  calibrationGap,
}: Tally): Omit<Record<MetricName, number>, 'exactMatchRate' | 'dragAndDropDistance'> => ({
  pageF1: ratio(2 * truePositives, predicted + actual),
  documentF1: ratio(2 * exactDocuments, predictedDocuments + documents),
  // PQ divides by matches + ½ unmatched predictions + ½ unmatched documents, which is half of predictions + documents.
  panopticQuality: ratio(2 * overlap, predictedDocuments + documents),
  errorRate: wrong / gaps,
  calibrationError: calibrationGap.reduce((sum, of) => sum + Math.abs(of), 0) / Math.max(1, gaps),
});

/** 1 where there are neither positives nor predictions. */
const ratio = (part: number, of: number): number => (of === 0 ? 1 : part / of);

/** Mean logistic loss in nats; 0 where there are no gaps. */
export const meanLogLoss = (gaps: readonly { readonly label: number; readonly probability: number }[]): number =>
  gaps.reduce((sum, { label, probability }) => sum - Math.log(label === 1 ? probability : 1 - probability), 0) /
  Math.max(1, gaps.length);

export interface ReviewRow {
  readonly threshold: number;
  /** Share of the gaps whose confidence is at or below the threshold: the gaps that are reviewed, 0 to 1. */
  readonly correctionEffort: number;
  /** Share of the reviewed gaps that are decided wrongly, 0 to 1. */
  readonly errorRateAmongReviewed: number;
  /** Share of all gaps that are decided wrongly and not reviewed, 0 to 1. */
  readonly errorRateAfterCorrection: number;
}

/** Correction effort, and error rate after correction, for each confidence threshold. */
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
      correctionEffort: reviewed.length / decisions.length,
      errorRateAmongReviewed: reviewed.length === 0 ? 0 : wrong(reviewed) / reviewed.length,
      errorRateAfterCorrection: (wrong(decisions) - wrong(reviewed)) / decisions.length,
    };
  });
}
