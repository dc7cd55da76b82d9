import { inspectedSchema } from '../../core/requests/step-data.ts';
import type { Service } from '../../core/service.ts';
import { boundaryFinder } from '../../core/processing/find-boundaries.ts';
import { step } from './step.ts';

export const findBoundaries = (service: Service) => step(inspectedSchema, boundaryFinder(service));
