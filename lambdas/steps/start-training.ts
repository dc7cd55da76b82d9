import type { Service } from '../../core/service.ts';
import * as core from '../../core/workflows/training/steps/start-training.ts';
import { trainingKeySchema } from '../../core/workflows/training/training.ts';
import { step } from './step.ts';

export const startTraining = (service: Service) => step(trainingKeySchema, (key) => core.startTraining(service, key));
