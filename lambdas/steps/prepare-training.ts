import type { Service } from '../../core/service.ts';
import { preparationSchema, prepareTraining as prepare } from '../../core/workflows/training/prepare-training.ts';
import { step } from './step.ts';

export const prepareTraining = (service: Service) =>
  step(preparationSchema, (preparation) => prepare(service, preparation));
