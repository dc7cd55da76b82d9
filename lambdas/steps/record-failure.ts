import { recordFailure as record } from '../../core/reading/record-failure.ts';
import { failedSchema } from '../../core/reading/step-data.ts';
import type { Service } from '../../core/service.ts';
import { step } from './step.ts';

export const recordFailure = (service: Service) => step(failedSchema, (failed) => record(service, failed));
