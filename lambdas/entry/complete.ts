import { complete } from '../steps/complete.ts';
import { lightStep } from './light-step.ts';

export const handler = lightStep(complete);
