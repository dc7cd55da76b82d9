import * as core from '../../core/processing/record-failure.ts';
import { recordFailureInputSchema } from '../../core/requests/step-data.ts';
import type { Service } from '../../core/service.ts';
import { step } from './step.ts';

export const recordFailure = (service: Service) =>
  step(recordFailureInputSchema, (failed) => core.recordFailure(service, failed));
