/** Whether a training has reached what it was for. */
import type { Service } from '../../service.ts';
import type { Training } from '../training/training.ts';
import { readWorkflow } from '../workflow.ts';

/** Whether the model of a training that is deployed just now is the workflow's already. */
export const isLive = async (service: Pick<Service, 'table'>, training: Training): Promise<boolean> => {
  if (training.state !== 'deploying' || training.model_version === undefined) return false;
  return (await readWorkflow(service, training))?.model_version === training.model_version;
};
