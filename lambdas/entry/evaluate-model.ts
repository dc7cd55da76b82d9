import { evaluateModel } from '../steps/evaluate-model.ts';
import { lightStep } from './composition/light-step.ts';

export const handler = await lightStep(evaluateModel);
