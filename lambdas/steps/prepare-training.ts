import type { Service } from '../../core/service.ts';
import { prepareTrainingInputSchema, prepareTraining as prepare } from '../../core/workflows/training/prepare-training.ts';
import { step } from './step.ts';

export const prepareTraining = (service: Service) =>
  step(prepareTrainingInputSchema, (preparation) => prepare(service, preparation));
