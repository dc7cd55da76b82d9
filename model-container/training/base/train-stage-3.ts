/**
 * Trains stage 3 on out-of-fold stage-2 scores: each held-out group of sources is scored by stages 1 and 2 that were
 * trained without it. The scores of documents that a stage was trained on are overconfident.
 */
import type { Calibration } from '../../calibration/calibration.ts';
import { STAGE_3 } from '../../classifiers/stage-3.ts';
import type { Stage } from '../../classifiers/stage.ts';
import { EVALUATION_STREAMS, SCANNED_EVALUATION_STREAMS, TRAINING_STREAMS } from '../../synthetic/streams.ts';
import { drawTrainingSet, fitResidualStage, sampledUniformly, trainingDataOf } from './residual-stage.ts';
import type { HeldOutGroup, ResidualStagePlan, StageTrainingData, StreamMix } from './residual-stage.ts';
import type { TreePlan } from './train-trees.ts';

export interface TrainedStage3 {
  readonly stage3: Stage;
  readonly data: StageTrainingData;
}

/** Over all held-out groups. More streams of the same documents did not improve the model. */
export const DEFAULT_STAGE_3_STREAMS = 3200;

/** Small trees and a low learning rate. */
export const STAGE_3_TREES: TreePlan = {
  rounds: 240,
  numLeaves: 31,
  maxDepth: 8,
  learningRate: 0.03,
  minSumHessian: 5,
  lambdaL2: 10,
  baggingFraction: 0.7,
  featureFraction: 0.25,
  seed: 1,
};

/**
 * Mix of the training streams: half similar to those of stages 1 and 2, a quarter clean, a quarter scanned. Lines on
 * every page make unrelated pages similar, and blank versos separate similar pages: both are more frequent than in
 * training.
 */
const STREAM_MIX: StreamMix = [
  { share: 0.5, mix: { ...TRAINING_STREAMS, streamLines: 0.15, blankVersos: 0.06 } },
  { share: 0.25, mix: { ...EVALUATION_STREAMS, few: 0.3 } },
  { share: 0.25, mix: { ...SCANNED_EVALUATION_STREAMS, few: 0.3 } },
];

/**
 * Trains stage 3. Its log-odds need no further calibration, since it is trained on out-of-fold scores with a low
 * learning rate.
 * @param groups  no two groups share a source
 * @param calibration  calibration of the stage-2 log-odds
 * @throws RangeError where there are no groups, or no streams
 */
export function trainStage3(
  groups: readonly HeldOutGroup[],
  calibration: Calibration,
  { streams, seed, boosting }: ResidualStagePlan,
): TrainedStage3 {
  const sets = groups.map(({ documents, member }, at) =>
    drawTrainingSet(
      STAGE_3,
      { documents: sampledUniformly(documents), member },
      STREAM_MIX,
      calibration,
      streams / groups.length,
      seed + 10_000 + at,
    ),
  );
  return {
    stage3: fitResidualStage(STAGE_3, sets, calibration, boosting),
    data: trainingDataOf(groups, sets, seed),
  };
}
