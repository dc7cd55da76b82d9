import { evaluateModel } from '../steps/evaluate-model.ts';
import { lightStep } from './light-step.ts';

export const handler = lightStep(evaluateModel);
