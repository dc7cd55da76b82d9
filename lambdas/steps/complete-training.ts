import type { Service } from '../../core/service.ts';
import * as core from '../../core/workflows/training/steps/complete-training.ts';
import { trainingKeySchema } from '../../core/workflows/training/training.ts';
import { step } from './step.ts';

export const completeTraining = (service: Service) =>
  step(trainingKeySchema, (key) => core.completeTraining(service, key));
