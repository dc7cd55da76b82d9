import { completeTraining } from '../steps/complete-training.ts';
import { lightStep } from './composition/light-step.ts';

export const handler = await lightStep(completeTraining);
