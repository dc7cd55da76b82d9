import type { Service } from '../../core/service.ts';
import * as core from '../../core/workflows/training/steps/prepare-training.ts';
import { step } from './step.ts';

export const prepareTraining = (service: Service) =>
  step(core.prepareTrainingInputSchema, (input) => core.prepareTraining(service, input));
