import { readPages } from '../steps/read-pages.ts';
import { parsingStep } from './composition/parsing-step.ts';

export const handler = await parsingStep(readPages);
