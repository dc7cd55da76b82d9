import { recordTrainingFailure } from '../steps/record-training-failure.ts';
import { lightStep } from './composition/light-step.ts';

export const handler = await lightStep(recordTrainingFailure);
