import type { Service } from '../../core/service.ts';
import {
  recordTrainingFailureInputSchema,
  recordTrainingFailure as record,
} from '../../core/workflows/training/record-training-failure.ts';
import { step } from './step.ts';

export const recordTrainingFailure = (service: Service) =>
  step(recordTrainingFailureInputSchema, (failed) => record(service, failed));
