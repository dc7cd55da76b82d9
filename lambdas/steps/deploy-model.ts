import type { Service } from '../../core/service.ts';
import * as core from '../../core/workflows/models/deploy-model.ts';
import { trainingKeySchema } from '../../core/workflows/training/training.ts';
import { step } from './step.ts';

export const deployModel = (service: Service) => step(trainingKeySchema, (key) => core.deployModel(service, key));
