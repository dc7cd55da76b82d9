import { startTraining } from '../steps/start-training.ts';
import { lightStep } from './composition/light-step.ts';

export const handler = await lightStep(startTraining);
