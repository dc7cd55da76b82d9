import { checkTraining } from '../steps/check-training.ts';
import { lightStep } from './light-step.ts';

export const handler = lightStep(checkTraining);
