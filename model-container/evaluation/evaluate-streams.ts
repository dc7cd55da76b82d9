/** Evaluates models on held-out documents, gap by gap, with bootstrap intervals. */
import type { Calibration, CalibrationWithPrior } from '../calibration/calibration.ts';
import { MASKED_LOG_ODDS, streamProbabilities } from '../calibration/gap-probabilities.ts';
import { fitRegularisedCalibration } from '../calibration/fit-calibration.ts';
import { evaluateStreams, meanLogLoss } from './metrics.ts';
import type { SplitMetrics } from './metrics.ts';
import type { Interval } from './bootstrap.ts';
import { seededRandom } from '../random.ts';
import { weighGaps } from '../training/fine-tuning/stream-rows.ts';
import type { StreamGap } from '../training/fine-tuning/stream-rows.ts';

/** A gap in a stream of held-out documents. */
export interface HeldOutGap {
  readonly gap: StreamGap;
  readonly fold: number;
  /** Out-of-fold log-odds of the new model: from the member that was trained without this fold. */
  readonly logOdds: number;
}
export type HeldOutStreams = readonly (readonly HeldOutGap[])[];

/** The decision on a held-out gap. */
export interface Decision {
  readonly gap: StreamGap;
  readonly probability: number;
}
export type Decisions = readonly (readonly Decision[])[];

export interface HeldOutMetrics extends Pick<
  SplitMetrics,
  'pageF1' | 'documentF1' | 'panopticQuality' | 'exactMatchRate' | 'errorRate' | 'calibrationError'
> {
  readonly errorRateInterval: Interval;
}

/** The calibration fitted to the scored gaps of all folds. Its prior is the weighted share of boundaries. */
export function calibrationOf(streams: HeldOutStreams): CalibrationWithPrior {
  const gaps = streams.flat().filter(({ logOdds }) => logOdds !== MASKED_LOG_ODDS);
  const weights = weighGaps(gaps.map(({ gap }) => gap));
  const scored = gaps.map(({ gap, logOdds }, at) => ({ logOdds: logOdds, label: gap.label, weight: weights[at] ?? 0 }));
  const [ends, all] = [
    scored.reduce((sum, { label, weight }) => sum + label * weight, 0),
    scored.reduce((sum, { weight }) => sum + weight, 0),
  ];
  // Laplace smoothing: the prior is never 0 or 1, however few the gaps are.
  return { ...fitRegularisedCalibration(scored), prior: (ends + 1) / (all + 2) };
}

/** The decisions of a model on a stream: calibrated, then adapted to the boundary density of the stream. */
export function decideStream(
  gaps: readonly StreamGap[],
  odds: readonly number[],
  calibration: Calibration,
): Decision[] {
  const probabilities = streamProbabilities(odds, calibration);
  return gaps.map((gap, at) => ({ gap, probability: probabilities[at] ?? 0 }));
}

/**
 * Each fold is calibrated on the other folds alone, since new documents are not part of the calibration data either.
 */
export function decideHeldOut(streams: HeldOutStreams): Decisions {
  const folds = [...new Set(streams.flat().map(({ fold }) => fold))];
  const calibrations = new Map(
    folds.map((fold) => [fold, calibrationOf(streams.filter((stream) => stream[0]?.fold !== fold))] as const),
  );
  return streams.map((stream) =>
    decideStream(
      stream.map(({ gap }) => gap),
      stream.map(({ logOdds }) => logOdds),
      calibrations.get(stream[0]?.fold ?? 0) ?? { slope: 1, intercept: 0 },
    ),
  );
}

export const isWrong = ({ gap, probability }: Decision): boolean => Number(probability > 0.5) !== gap.label;

export function metricsOf(decisions: Decisions, seed: number): HeldOutMetrics {
  const { pageF1, documentF1, panopticQuality, exactMatchRate, errorRate, calibrationError } = evaluateStreams(
    decisions.map((stream) => ({
      probabilities: stream.map(({ probability }) => probability),
      labels: stream.map(({ gap }) => gap.label),
    })),
  );
  const all = decisions.flat();
  return {
    pageF1,
    documentF1,
    panopticQuality,
    exactMatchRate,
    errorRate,
    calibrationError,
    errorRateInterval: intervalByDocument(all, (decision) => Number(isWrong(decision)), seed),
  };
}

const BOOTSTRAP_SAMPLES = 500;

/**
 * The 95 % interval of a rate of errors: bootstrap percentiles over samples of the documents with replacement, and at
 * least the rule of three: without an error among n distinct gaps, the upper bound is 3 / n (Hanley and Lippman-Hand,
 * JAMA 249, 1983). A bootstrap of no errors has no width.
 * @param value  1 for an error, else 0
 */
export const intervalByDocument = <T extends { readonly gap: StreamGap }>(
  items: readonly T[],
  value: (item: T) => number,
  seed: number,
): Interval => {
  const { low, high } = percentileInterval(bootstrapMeans(items, value, seed));
  const distinct = new Set(items.map(({ gap }) => gap.key)).size;
  return { low, high: Math.min(1, Math.max(high, 3 / distinct)) };
};

/** @param means  in ascending order */
function percentileInterval(means: readonly number[]): Interval {
  const at = (share: number) => means[Math.min(means.length - 1, Math.floor(share * means.length))] ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}

/** Bootstrap means in ascending order. A gap between two documents has the product of their counts as its weight. */
function bootstrapMeans<T extends { readonly gap: StreamGap }>(
  items: readonly T[],
  value: (item: T) => number,
  seed: number,
): number[] {
  const random = seededRandom(seed);
  const documents = [...new Set(items.flatMap(({ gap }) => [gap.left, gap.right]))];
  const values = items.map(value);
  return Array.from({ length: BOOTSTRAP_SAMPLES }, () => {
    const drawn = new Map<number, number>();
    for (let at = 0; at < documents.length; at += 1) {
      const document = random.pick(documents);
      drawn.set(document, (drawn.get(document) ?? 0) + 1);
    }
    let [sum, weight] = [0, 0];
    for (const [at, { gap }] of items.entries()) {
      const left = drawn.get(gap.left) ?? 0;
      const times = gap.label === 0 ? left : left * (drawn.get(gap.right) ?? 0);
      sum += times * (values[at] ?? 0);
      weight += times;
    }
    return weight === 0 ? 0 : sum / weight;
  }).sort((a, b) => a - b);
}

export interface Comparison {
  /** Change of the error rate: negative is better. */
  readonly change: number;
  readonly interval: Interval;
  /** Share of the samples of the documents in which the error rises, 0 to 1. */
  readonly risk: number;
}

/** @param before  decisions on the same streams, gap by gap @throws RangeError where the gaps differ */
export function compareErrors(before: Decisions, after: Decisions, seed: number): Comparison {
  const earlier = before.flat();
  const changes = after.flat().map((decision, at) => {
    const other = earlier[at];
    if (other?.gap.key !== decision.gap.key) throw new RangeError('Two models can only be compared on the same gaps.');
    return { gap: decision.gap, change: Number(isWrong(decision)) - Number(isWrong(other)) };
  });
  const change = changes.reduce((sum, of) => sum + of.change, 0) / Math.max(1, changes.length);
  const means = bootstrapMeans(changes, (of) => of.change, seed);
  return { change, interval: percentileInterval(means), risk: means.filter((mean) => mean > 0).length / means.length };
}

/** Mean logistic loss in nats, to compare models that make the same number of errors. */
export const lossOf = (decisions: Decisions): number =>
  meanLogLoss(decisions.flat().map(({ gap: { label }, probability }) => ({ label, probability })));
