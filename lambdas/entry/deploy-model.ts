import { deployModel } from '../steps/deploy-model.ts';
import { lightStep } from './composition/light-step.ts';

export const handler = await lightStep(deployModel);
