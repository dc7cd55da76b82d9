/** Small stages 1 and 2 for tests: as many layers as in the base model, with fewer units, and fewer trees. */
import { DEFAULT_FIT } from '../../../../model-container/training/base/fit-model.ts';
import type { StagePlan } from '../../../../model-container/training/base/fit-model.ts';

/** The plan with 16 units in each hidden layer, one epoch, and 30 boosting rounds. */
export const smallStage = (stage: StagePlan): StagePlan => ({
  ...stage,
  training: {
    ...stage.training,
    hidden: stage.training.hidden.map(({ dilation }) => ({ outputs: 16, dilation })),
    epochs: 1,
  },
  boosting: stage.boosting && { ...stage.boosting, rounds: 30, minSumHessian: 1 },
});

export const SMALL_STAGES = {
  stage1: smallStage(DEFAULT_FIT.stage1),
  stage2: DEFAULT_FIT.stage2 && smallStage(DEFAULT_FIT.stage2),
};
