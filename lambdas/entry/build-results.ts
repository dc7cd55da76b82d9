import { buildResults } from '../steps/build-results.ts';
import { parsingStep } from './composition/parsing-step.ts';

export const handler = await parsingStep(buildResults);
