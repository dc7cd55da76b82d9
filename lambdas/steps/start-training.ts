import type { Service } from '../../core/service.ts';
import { startTraining as start } from '../../core/workflows/start-training.ts';
import { trainingKeySchema } from '../../core/workflows/training.ts';
import { step } from './step.ts';

export const startTraining = (service: Service) => step(trainingKeySchema, (key) => start(service, key));
