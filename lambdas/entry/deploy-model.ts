import { deployModel } from '../steps/deploy-model.ts';
import { lightStep } from './light-step.ts';

export const handler = lightStep(deployModel);
