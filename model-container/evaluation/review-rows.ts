/** What reviewing costs and leaves on a customer's own documents, and whether they are enough to promise it. */
import { intervalByDocument, isWrong } from './evaluate-streams.ts';
import type { Decision, Decisions } from './evaluate-streams.ts';
import type { TrainingReport } from './report.ts';

const THRESHOLDS = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99];
/** What is left may be this much more than stated, or this much in all, before nothing is promised. */
const TOLERANCE = 0.015;
/** Fewer documents promise nothing. */
const FEWEST = 20;

export function reviewRows(decisions: Decisions, documents: number, seed: number): TrainingReport['review'] {
  const all = decisions.flat();
  const distinct = new Set(all.map(({ gap }) => gap.key)).size;
  return THRESHOLDS.map((threshold) => {
    const looked = (decision: Decision) => Math.abs(2 * decision.probability - 1) <= threshold;
    const left = (decision: Decision) => Number(isWrong(decision) && !looked(decision));
    const reviewed = all.filter(looked);
    const error = mean(all, left);
    const drawn = intervalByDocument(all, left, seed);
    // Where nothing went wrong, three in as many gaps as were seen may still do (95 %).
    const high = Math.min(1, Math.max(drawn.high, 3 / distinct));
    return {
      threshold,
      reviewed: reviewed.length / Math.max(1, all.length),
      wrong_among_reviewed: mean(reviewed, (decision) => Number(isWrong(decision))),
      error_left: error,
      error_left_interval: { low: drawn.low, high },
      promise: documents >= FEWEST && high - error <= TOLERANCE ? 'supported' : 'not_enough_data',
    };
  });
}

const mean = (items: readonly Decision[], of: (item: Decision) => number): number =>
  items.length === 0 ? 0 : items.reduce((sum, item) => sum + of(item), 0) / items.length;

const RANGES = 10;

/** What was stated against what came true, for a plot. */
export function calibrationPlot(decisions: Decisions): TrainingReport['calibration'] {
  const all = decisions.flat();
  return Array.from({ length: RANGES }, (_, range) => {
    const of = all.filter(({ probability }) => Math.min(RANGES - 1, Math.floor(probability * RANGES)) === range);
    return {
      from: range / RANGES,
      to: (range + 1) / RANGES,
      gaps: of.length,
      stated: mean(of, ({ probability }) => probability),
      splits: mean(of, ({ gap }) => gap.label),
    };
  });
}
