import { findBoundaries } from '../steps/find-boundaries.ts';
import { lightStep } from './composition/light-step.ts';

export const handler = await lightStep(findBoundaries);
