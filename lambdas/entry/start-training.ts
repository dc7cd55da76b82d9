import { startTraining } from '../steps/start-training.ts';
import { lightStep } from './light-step.ts';

export const handler = lightStep(startTraining);
