import type { Service } from '../../core/service.ts';
import {
  failedTrainingSchema,
  recordTrainingFailure as record,
} from '../../core/workflows/training/record-training-failure.ts';
import { step } from './step.ts';

export const recordTrainingFailure = (service: Service) =>
  step(failedTrainingSchema, (failed) => record(service, failed));
