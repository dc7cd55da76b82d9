import { findBoundaries } from '../steps/find-boundaries.ts';
import { lightStep } from './light-step.ts';

export const handler = lightStep(findBoundaries);
