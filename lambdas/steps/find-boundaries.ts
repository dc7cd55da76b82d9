import * as core from '../../core/processing/find-boundaries.ts';
import { inspectOutputSchema } from '../../core/requests/step-data.ts';
import type { Service } from '../../core/service.ts';
import { step } from './step.ts';

export const findBoundaries = (service: Service) =>
  step(inspectOutputSchema, (key) => core.findBoundaries(service, key));
