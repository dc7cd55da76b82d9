import { recordFailure as record } from '../../core/processing/record-failure.ts';
import { failedSchema } from '../../core/requests/step-data.ts';
import type { Service } from '../../core/service.ts';
import { step } from './step.ts';

export const recordFailure = (service: Service) => step(failedSchema, (failed) => record(service, failed));
