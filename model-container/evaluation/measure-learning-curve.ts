/**
 * The learning curve: error rate on held-out documents against the number of training documents, on the same folds for
 * each point.
 */
import { seededRandom } from '../random.ts';
import { decideHeldOut, intervalByDocument, isWrong } from './evaluate-streams.ts';
import type { Decisions, HeldOutStreams } from './evaluate-streams.ts';
import { curveSizes } from './learning-curve.ts';
import type { TrainingReport } from './report.ts';
import type { PreparedDocument } from '../training/fine-tuning/prepared-documents.ts';
import type { StreamGaps } from '../training/fine-tuning/stream-rows.ts';

/** One fold, the documents outside of it, and the streams of the fold that models are evaluated on. */
export interface FoldSetting {
  readonly fold: readonly PreparedDocument[];
  readonly others: readonly PreparedDocument[];
  readonly evaluationStreams: readonly StreamGaps[];
}

export interface CurveInput {
  readonly settings: readonly FoldSetting[];
  /** Decisions of the model in use, by fold. */
  readonly before: readonly Decisions[];
  /** Out-of-fold log-odds of the new model, of all folds. */
  readonly heldOut: HeldOutStreams;
  readonly seed: number;
  /**
   * Log-odds of the gaps of a fold's evaluation streams, stream by stream, after training on these documents alone.
   */
  readonly logOddsAfter: (documents: readonly PreparedDocument[], fold: number) => Promise<readonly number[]>;
}

/** Number of folds that the curve is measured on: three show its shape, and each costs a training per point. */
const CURVE_FOLDS = 3;

/** Number of calls of `logOddsAfter` for these folds. */
export const curveFits = (settings: readonly FoldSetting[]): number => {
  const folds = settings.slice(0, CURVE_FOLDS);
  return folds.length * curveSizes(Math.min(...folds.map(({ others }) => others.length))).length;
};

export async function measureCurve({
  settings,
  before,
  heldOut,
  seed,
  logOddsAfter,
}: CurveInput): Promise<TrainingReport['learning_curve']> {
  const folds = settings.slice(0, CURVE_FOLDS);
  const most = Math.min(...folds.map(({ others }) => others.length));
  const points = [pointOf(0, before.slice(0, CURVE_FOLDS).flat(), seed)];
  for (const size of curveSizes(most)) {
    const streams: HeldOutStreams[number][] = [];
    for (const [fold, { others, evaluationStreams }] of folds.entries()) {
      const logOdds = await logOddsAfter(
        seededRandom(seed + fold)
          .shuffle(others)
          .slice(0, size),
        fold,
      );
      streams.push(...withLogOdds(evaluationStreams, logOdds, fold));
    }
    points.push(pointOf(size, decideHeldOut(streams), seed));
  }
  return [
    ...points,
    pointOf(most, decideHeldOut(heldOut.filter(([first]) => (first?.fold ?? CURVE_FOLDS) < CURVE_FOLDS)), seed),
  ];
}

function withLogOdds(
  evaluationStreams: readonly StreamGaps[],
  logOdds: readonly number[],
  fold: number,
): HeldOutStreams {
  let at = 0;
  return evaluationStreams.map((stream) => stream.map((gap) => ({ gap, fold, logOdds: logOdds[at++] ?? 0 })));
}

function pointOf(documents: number, decisions: Decisions, seed: number): TrainingReport['learning_curve'][number] {
  const all = decisions.flat();
  return {
    documents,
    error_rate: all.filter(isWrong).length / Math.max(1, all.length),
    interval: intervalByDocument(all, (decision) => Number(isWrong(decision)), seed),
  };
}
