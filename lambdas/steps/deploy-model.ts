import type { Service } from '../../core/service.ts';
import { deployModel as deploy } from '../../core/workflows/deploy-model.ts';
import { trainingKeySchema } from '../../core/workflows/training.ts';
import { step } from './step.ts';

export const deployModel = (service: Service) => step(trainingKeySchema, (key) => deploy(service, key));
