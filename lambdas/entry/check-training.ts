import { checkTraining } from '../steps/check-training.ts';
import { lightStep } from './composition/light-step.ts';

export const handler = await lightStep(checkTraining);
