import { completeTraining } from '../steps/complete-training.ts';
import { lightStep } from './light-step.ts';

export const handler = lightStep(completeTraining);
