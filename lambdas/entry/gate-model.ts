import { gateModel } from '../steps/gate-model.ts';
import { lightStep } from './light-step.ts';

export const handler = lightStep(gateModel);
