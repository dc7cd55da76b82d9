import type { Service } from '../../core/service.ts';
import * as core from '../../core/workflows/models/evaluation/gate-model.ts';
import { trainingKeySchema } from '../../core/workflows/training/training.ts';
import { step } from './step.ts';

export const gateModel = (service: Service) => step(trainingKeySchema, (key) => core.gateModel(service, key));
