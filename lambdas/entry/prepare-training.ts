import { prepareTraining } from '../steps/prepare-training.ts';
import { lightStep } from './composition/light-step.ts';

export const handler = await lightStep(prepareTraining);
