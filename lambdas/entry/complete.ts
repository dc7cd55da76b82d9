import { complete } from '../steps/complete.ts';
import { lightStep } from './composition/light-step.ts';

export const handler = await lightStep(complete);
