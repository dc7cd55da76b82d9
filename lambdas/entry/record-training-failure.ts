import { recordTrainingFailure } from '../steps/record-training-failure.ts';
import { lightStep } from './light-step.ts';

export const handler = lightStep(recordTrainingFailure);
