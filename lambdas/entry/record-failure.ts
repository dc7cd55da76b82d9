import { recordFailure } from '../steps/record-failure.ts';
import { lightStep } from './light-step.ts';

export const handler = lightStep(recordFailure);
