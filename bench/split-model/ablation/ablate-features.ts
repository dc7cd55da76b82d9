/**
 * Feature ablation on held-out sources: trains and evaluates on the same streams, each time with one feature family
 * masked. Only the trees of stage 1 are used, since the features influence them most directly.
 */
import { calibratedByGroup } from '../evaluation/evaluate-splits.ts';
import type { GroupedStream } from '../evaluation/evaluate-splits.ts';
import { FEATURE_FAMILIES } from '../../../model-container/features/feature-families.ts';
import {
  DEFAULT_FIT,
  drawTrainingGroups,
  drawEvaluationSet,
  foldsBySource,
  requireGroups,
  scoreHeldOut,
  StackedTraining,
} from '../../../model-container/training/base/fit-model.ts';
import type { FitPlan, EvaluationSet, StreamRows } from '../../../model-container/training/base/fit-model.ts';
import { evaluateStreams, meanLogLoss } from '../../../model-container/evaluation/metrics.ts';
import type { SplitMetrics } from '../../../model-container/evaluation/metrics.ts';
import { requireTrainable } from '../../../model-container/training/training-documents.ts';
import type { TrainingDocument } from '../../../model-container/training/training-documents.ts';

export interface AblationPlan {
  /** Number of groups of sources (folds), at least 3; sources of one origin are in one group. */
  readonly folds: number;
  /** Number of training streams, and of evaluation streams of each kind for each group. */
  readonly trainingStreams: number;
  readonly evaluationStreams: number;
  /** Number of boosting rounds. */
  readonly rounds: number;
  readonly seed: number;
}

export interface Ablation {
  /** The masked feature family; null: none. */
  readonly without: string | null;
  readonly features: number;
  /** Metrics on clean and on scanned streams. */
  readonly clean: SplitMetrics;
  readonly scanned: SplitMetrics;
  /** Mean logistic loss in nats over the gaps of both. */
  readonly logLoss: number;
}

/** The training streams and the evaluation set of a group of sources. */
interface Group extends EvaluationSet {
  readonly training: readonly StreamRows[];
}

/**
 * Yields first the evaluation with all features, then one for each of FEATURE_FAMILIES.
 * @throws TrainingDataError where the documents cannot be trained on or have fewer than three groups
 */
export async function* ablateFeatures(
  documents: readonly TrainingDocument[],
  plan: AblationPlan,
): AsyncGenerator<Ablation> {
  requireTrainable(documents);
  const folds = foldsBySource(documents, plan.folds);
  requireGroups(folds.length);
  const fit: FitPlan = {
    ...DEFAULT_FIT,
    seed: plan.seed,
    streams: plan.trainingStreams,
    stage1: treesAlone(plan.rounds),
    stage2: null,
  };
  const training = drawTrainingGroups(folds, fit);
  const groups = folds.map((fold, at): Group => ({
    training: training[at] ?? [],
    ...drawEvaluationSet(fold, at, { clean: plan.evaluationStreams, scanned: plan.evaluationStreams }, plan.seed),
  }));
  yield evaluateWithout(null, [], groups, fit);
  for (const [family, columns] of FEATURE_FAMILIES) yield evaluateWithout(family, columns, groups, fit);
}

const treesAlone = (rounds: number): FitPlan['stage1'] => ({
  ...DEFAULT_FIT.stage1,
  networks: 0,
  boosting: DEFAULT_FIT.stage1.boosting && { ...DEFAULT_FIT.stage1.boosting, rounds },
});

async function evaluateWithout(
  without: string | null,
  columns: readonly number[],
  groups: readonly Group[],
  fit: FitPlan,
): Promise<Ablation> {
  const masked = groups.map(({ training, clean, scanned }): Group => ({
    training: maskFeatures(training, columns),
    clean: maskFeatures(clean, columns),
    scanned: maskFeatures(scanned, columns),
  }));
  const [clean, scanned]: [GroupedStream[], GroupedStream[]] = [[], []];
  for (const [group, held] of masked.entries()) {
    const learnt = [
      await new StackedTraining(fit).fit(masked.filter((other) => other !== held).map(({ training }) => training)),
    ];
    clean.push(...scoreHeldOut(learnt, held.clean).map((stream) => ({ ...stream, group })));
    scanned.push(...scoreHeldOut(learnt, held.scanned).map((stream) => ({ ...stream, group })));
  }
  const both = [...clean, ...scanned];
  const calibrated = calibratedByGroup(both, both);
  return {
    without,
    features: columns.length,
    clean: evaluateStreams(calibrated.slice(0, clean.length)),
    scanned: evaluateStreams(calibrated.slice(clean.length)),
    logLoss: meanLogLoss(
      calibrated.flatMap(({ probabilities, labels }) =>
        labels.map((label, gap) => ({ label, probability: probabilities[gap] ?? 0 })),
      ),
    ),
  };
}

/** The same streams with these features set to NaN (missing). */
const maskFeatures = (streams: readonly StreamRows[], columns: readonly number[]): readonly StreamRows[] =>
  streams.map((stream) => ({
    ...stream,
    rows: stream.rows.map((row) => {
      const masked = row.slice();
      for (const at of columns) masked[at] = Number.NaN;
      return masked;
    }),
  }));
