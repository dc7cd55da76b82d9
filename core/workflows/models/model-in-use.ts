/** Compares a training's model with the model in use. */
import type { Service } from '../../service.ts';
import type { Training } from '../training/training.ts';
import { readWorkflow } from '../workflow.ts';

/** True if the training is `deploying` and its model is the workflow's model in use. */
export const isModelInUse = async (service: Pick<Service, 'table'>, training: Training): Promise<boolean> => {
  if (training.state !== 'deploying' || training.model_version === undefined) return false;
  return (await readWorkflow(service, training))?.model_version === training.model_version;
};
