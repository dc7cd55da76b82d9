import type { Service } from '../../core/service.ts';
import { completeTraining as complete } from '../../core/workflows/training/complete-training.ts';
import { trainingKeySchema } from '../../core/workflows/training/training.ts';
import { step } from './step.ts';

export const completeTraining = (service: Service) => step(trainingKeySchema, (key) => complete(service, key));
