import { findBoundaries } from '../steps/find-boundaries.ts';
import { parsingStep } from './parsing-step.ts';

export const handler = parsingStep(findBoundaries);
