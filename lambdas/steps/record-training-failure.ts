import type { Service } from '../../core/service.ts';
import * as core from '../../core/workflows/training/steps/record-training-failure.ts';
import { step } from './step.ts';

export const recordTrainingFailure = (service: Service) =>
  step(core.recordTrainingFailureInputSchema, (failed) => core.recordTrainingFailure(service, failed));
