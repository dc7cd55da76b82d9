/**
 * What each family of features brings, on sources that learners never saw: the same streams learnt from and judged again
 * and again, each time with one family unknown. The first look's trees alone decide: they are what the features reach most directly.
 */
import { calibratedByGroup } from './evaluate-splits.ts';
import type { GroupedStream } from './evaluate-splits.ts';
import { FEATURE_FAMILIES } from '../../model-container/features/feature-families.ts';
import {
  DEFAULT_FIT,
  drawTrainingGroups,
  drawEvaluationSet,
  foldsBySource,
  requireGroups,
  scoreHeldOut,
  StackedTraining,
} from '../../model-container/training/base/fit-model.ts';
import type { FitPlan, EvaluationSet, StreamRows } from '../../model-container/training/base/fit-model.ts';
import { evaluateStreams, meanLogLoss } from '../../model-container/evaluation/metrics.ts';
import type { SplitMetrics } from '../../model-container/evaluation/metrics.ts';
import { requireTrainable } from '../../model-container/training/training-documents.ts';
import type { TrainingDocument } from '../../model-container/training/training-documents.ts';

export interface AblationPlan {
  /** Groups of sources, at least 3, each held out once; sources of one origin together. */
  readonly folds: number;
  /** Streams drawn for training, and of either kind for judging each group. */
  readonly trainingStreams: number;
  readonly evaluationStreams: number;
  /** Rounds of boosting. */
  readonly rounds: number;
  readonly seed: number;
}

export interface Ablation {
  /** What was unknown; null: nothing. */
  readonly without: string | null;
  readonly features: number;
  /** Of files as they are, and of scanned ones. */
  readonly clean: SplitMetrics;
  readonly scanned: SplitMetrics;
  /** Mean of −log of the probability given to what is so, over the gaps of both. */
  readonly logLoss: number;
}

/** A group of sources: what is learnt from it by others, and what it is judged on. */
interface Group extends EvaluationSet {
  readonly training: readonly StreamRows[];
}

/** The first with all features, then one for each of FEATURE_FAMILIES. @throws TrainingDataError where there is nothing to learn or there are too few sources */
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
  for (const [family, places] of FEATURE_FAMILIES) yield evaluateWithout(family, places, groups, fit);
}

const treesAlone = (rounds: number): FitPlan['stage1'] => ({
  ...DEFAULT_FIT.stage1,
  networks: 0,
  boosting: DEFAULT_FIT.stage1.boosting && { ...DEFAULT_FIT.stage1.boosting, rounds },
});

async function evaluateWithout(
  without: string | null,
  places: readonly number[],
  groups: readonly Group[],
  fit: FitPlan,
): Promise<Ablation> {
  const blinded = groups.map(({ training, clean, scanned }): Group => ({
    training: maskFeatures(training, places),
    clean: maskFeatures(clean, places),
    scanned: maskFeatures(scanned, places),
  }));
  const [clean, scanned]: [GroupedStream[], GroupedStream[]] = [[], []];
  for (const [group, held] of blinded.entries()) {
    const learnt = [
      await new StackedTraining(fit).fit(blinded.filter((other) => other !== held).map(({ training }) => training)),
    ];
    clean.push(...scoreHeldOut(learnt, held.clean).map((stream) => ({ ...stream, group })));
    scanned.push(...scoreHeldOut(learnt, held.scanned).map((stream) => ({ ...stream, group })));
  }
  const both = [...clean, ...scanned];
  const calibrated = calibratedByGroup(both, both);
  return {
    without,
    features: places.length,
    clean: evaluateStreams(calibrated.slice(0, clean.length)),
    scanned: evaluateStreams(calibrated.slice(clean.length)),
    // A gap before an empty page is certain, and costs nothing.
    logLoss: meanLogLoss(
      calibrated.flatMap(({ probabilities, labels }) =>
        labels.map((label, gap) => ({ label, probability: probabilities[gap] ?? 0 })),
      ),
    ),
  };
}

/** The same streams with these features unknown. */
const maskFeatures = (streams: readonly StreamRows[], places: readonly number[]): readonly StreamRows[] =>
  streams.map((stream) => ({
    ...stream,
    rows: stream.rows.map((row) => {
      const blinded = row.slice();
      for (const at of places) blinded[at] = Number.NaN;
      return blinded;
    }),
  }));
