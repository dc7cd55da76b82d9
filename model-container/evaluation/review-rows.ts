/** Correction effort and error rate after correction on a customer's documents, and whether the data supports them. */
import { intervalByDocument, isWrong } from './evaluate-streams.ts';
import type { Decision, Decisions } from './evaluate-streams.ts';
import { MIN_DOCUMENTS } from './learning-curve.ts';
import type { TrainingReport } from './report.ts';

const THRESHOLDS = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99];
/** A row is supported where the upper bound of the error rate after correction exceeds the estimate by at most this. */
const TOLERANCE = 0.015;

export function reviewRows(decisions: Decisions, documents: number, seed: number): TrainingReport['review'] {
  const all = decisions.flat();
  return THRESHOLDS.map((threshold) => {
    const isReviewed = (decision: Decision) => Math.abs(2 * decision.probability - 1) <= threshold;
    const isLeft = (decision: Decision) => Number(isWrong(decision) && !isReviewed(decision));
    const reviewed = all.filter(isReviewed);
    const error = mean(all, isLeft);
    const interval = intervalByDocument(all, isLeft, seed);
    return {
      threshold,
      correction_effort: reviewed.length / Math.max(1, all.length),
      error_rate_among_reviewed: mean(reviewed, (decision) => Number(isWrong(decision))),
      error_rate_after_correction: error,
      error_rate_after_correction_interval: interval,
      support: documents >= MIN_DOCUMENTS && interval.high - error <= TOLERANCE ? 'supported' : 'not_enough_data',
    };
  });
}

const mean = (items: readonly Decision[], of: (item: Decision) => number): number =>
  items.length === 0 ? 0 : items.reduce((sum, item) => sum + of(item), 0) / items.length;

const BINS = 10;

/** Reliability diagram: mean predicted probability against the share of boundaries, in ten bins of equal width. */
export function calibrationPlot(decisions: Decisions): TrainingReport['calibration'] {
  const all = decisions.flat();
  return Array.from({ length: BINS }, (_, bin) => {
    const of = all.filter(({ probability }) => Math.min(BINS - 1, Math.floor(probability * BINS)) === bin);
    return {
      from: bin / BINS,
      to: (bin + 1) / BINS,
      gaps: of.length,
      stated: mean(of, ({ probability }) => probability),
      splits: mean(of, ({ gap }) => gap.label),
    };
  });
}
