import { inspect } from '../steps/inspect.ts';
import { parsingStep } from './composition/parsing-step.ts';

export const handler = await parsingStep(inspect);
