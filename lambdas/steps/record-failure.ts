import * as core from '../../core/processing/record-failure.ts';
import { failedSchema } from '../../core/requests/step-data.ts';
import type { Service } from '../../core/service.ts';
import { step } from './step.ts';

export const recordFailure = (service: Service) => step(failedSchema, (failed) => core.recordFailure(service, failed));
