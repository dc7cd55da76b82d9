import type { Service } from '../../core/service.ts';
import * as core from '../../core/workflows/training/steps/check-training.ts';
import { trainingKeySchema } from '../../core/workflows/training/training.ts';
import { step } from './step.ts';

export const checkTraining = (service: Service) => step(trainingKeySchema, (key) => core.checkTraining(service, key));
