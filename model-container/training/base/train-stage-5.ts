/**
 * Trains stage 5 on the log-odds of stages 1 to 4, of documents that none of them has learnt from. There are few copies of
 * forms among them, so that streams of template augmentations and of synthetic documents are added.
 */
import type { EnsembleMember } from '../../classifiers/split-model.ts';
import { STAGE_5 } from '../../classifiers/stage-5.ts';
import type { Stage } from '../../classifiers/stage.ts';
import { EVALUATION_STREAMS, SCANNED_EVALUATION_STREAMS } from '../../synthetic/streams.ts';
import type { TrainingDocument } from '../training-documents.ts';
import { CALIBRATED, drawTrainingSet, fitResidualStage, sampledUniformly, trainingDataOf } from './residual-stage.ts';
import type { ResidualStagePlan, StageTrainingData, StreamMix } from './residual-stage.ts';
import type { TreePlan } from './train-trees.ts';

export interface TrainedStage5 {
  readonly stage5: Stage;
  /** `gaps` are those that the stage corrects. */
  readonly data: StageTrainingData;
}

/** Smaller than those of stage 4: it corrects one gap in fifty. */
export const STAGE_5_TREES: TreePlan = {
  rounds: 100,
  numLeaves: 4,
  maxDepth: 6,
  learningRate: 0.05,
  minSumHessian: 2,
  lambdaL2: 5,
  baggingFraction: 0.7,
  featureFraction: 0.5,
  seed: 1,
};

const STREAM_MIX: StreamMix = [
  { share: 0.3, mix: { ...EVALUATION_STREAMS, singleSource: 0.5 } },
  { share: 0.15, mix: { ...EVALUATION_STREAMS, singleSource: 0.5, few: 1 } },
  { share: 0.15, mix: { ...SCANNED_EVALUATION_STREAMS, singleSource: 0.5 } },
  { share: 0.15, mix: { ...EVALUATION_STREAMS, singleSource: 1, templateAugmentation: 1 } },
  { share: 0.1, mix: { ...SCANNED_EVALUATION_STREAMS, singleSource: 1, templateAugmentation: 1 } },
  { share: 0.15, mix: { ...EVALUATION_STREAMS, singleSource: 0.7, synthetic: 1 } },
];

/**
 * @param member  with stages 1 to 4
 * @throws RangeError where no two pages look like copies of a form
 */
export function trainStage5(
  documents: readonly TrainingDocument[],
  member: EnsembleMember,
  { streams, seed, boosting }: ResidualStagePlan,
): TrainedStage5 {
  const group = { documents: sampledUniformly(documents), member };
  const set = drawTrainingSet(STAGE_5, group, STREAM_MIX, CALIBRATED, streams, seed);
  return {
    stage5: fitResidualStage(STAGE_5, [set], CALIBRATED, boosting),
    data: { ...trainingDataOf([group], [set], seed), gaps: set.rows.length },
  };
}
