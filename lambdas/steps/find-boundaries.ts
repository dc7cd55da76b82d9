import * as core from '../../core/processing/find-boundaries.ts';
import { inspectedSchema } from '../../core/requests/step-data.ts';
import type { Service } from '../../core/service.ts';
import { step } from './step.ts';

export const findBoundaries = (service: Service) => step(inspectedSchema, (key) => core.findBoundaries(service, key));
