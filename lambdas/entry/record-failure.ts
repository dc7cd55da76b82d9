import { recordFailure } from '../steps/record-failure.ts';
import { lightStep } from './composition/light-step.ts';

export const handler = await lightStep(recordFailure);
