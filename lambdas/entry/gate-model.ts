import { gateModel } from '../steps/gate-model.ts';
import { lightStep } from './composition/light-step.ts';

export const handler = await lightStep(gateModel);
