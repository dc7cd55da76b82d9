/** How the model's confidences are distributed over scored streams, and what a review threshold marks. */
import { modelConfidence } from '../../core/splitting/confidence.ts';
import type { ScoredStream } from '../../model-container/evaluation/stream-tally.ts';

/** Review thresholds, which are the edges of the histogram's bins. */
export const REVIEW_THRESHOLDS = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99] as const;

/** Gaps whose confidence is above `from` and at or below `to`; the first bin includes 0. */
export interface ConfidenceBin {
  readonly from: number;
  readonly to: number;
  readonly gaps: number;
  /** Gaps of the bin that are decided wrongly at a probability of 0.5. */
  readonly wrong: number;
}

/** Gaps that a threshold marks for review: their confidence is at or below it. */
export interface ThresholdMarks {
  readonly threshold: number;
  readonly gaps: number;
  /** Gaps of the threshold that the next lower threshold does not mark. */
  readonly more: number;
}

/** One bin between neighbouring thresholds, one below them and one above. */
export function confidenceBins(streams: readonly ScoredStream[]): ConfidenceBin[] {
  const decisions = streams.flatMap(({ probabilities, labels }) =>
    probabilities.map((p, gap) => ({ confidence: modelConfidence(p), wrong: Number(p > 0.5) !== labels[gap] })),
  );
  return [0, ...REVIEW_THRESHOLDS].map((from, at) => {
    const to = REVIEW_THRESHOLDS[at] ?? 1;
    const of = decisions.filter(({ confidence }) => confidence <= to && (confidence > from || at === 0));
    return { from, to, gaps: of.length, wrong: of.filter(({ wrong }) => wrong).length };
  });
}

/** @param bins  return value of confidenceBins */
export const marksOf = (bins: readonly ConfidenceBin[]): ThresholdMarks[] =>
  REVIEW_THRESHOLDS.map((threshold, at) => ({
    threshold,
    gaps: bins.slice(0, at + 1).reduce((sum, { gaps }) => sum + gaps, 0),
    more: bins[at]?.gaps ?? 0,
  }));
