/** The stages of the base model in small: as many layers, each of a few units, and a few trees. */
import { DEFAULT_FIT } from '../../../model-container/training/base/fit-model.ts';
import type { LookPlan } from '../../../model-container/training/base/fit-model.ts';

/** The same plan with 16 outputs a hidden layer, one epoch, and 30 trees. */
export const smallStage = (stage: LookPlan): LookPlan => ({
  ...stage,
  training: {
    ...stage.training,
    hidden: stage.training.hidden.map(({ reach }) => ({ outputs: 16, reach })),
    epochs: 1,
  },
  boosting: stage.boosting && { ...stage.boosting, rounds: 30, leafWeight: 1 },
});

export const SMALL_STAGES = {
  first: smallStage(DEFAULT_FIT.first),
  second: DEFAULT_FIT.second && smallStage(DEFAULT_FIT.second),
};
