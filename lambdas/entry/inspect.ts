import { inspect } from '../steps/inspect.ts';
import { parsingStep } from './parsing-step.ts';

export const handler = parsingStep(inspect);
