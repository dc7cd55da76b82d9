import { inspectedSchema } from '../../core/reading/step-data.ts';
import type { Service } from '../../core/service.ts';
import { boundaryFinder } from '../../core/splitting/find-boundaries.ts';
import { step } from './step.ts';

export const findBoundaries = (service: Service) => step(inspectedSchema, boundaryFinder(service));
