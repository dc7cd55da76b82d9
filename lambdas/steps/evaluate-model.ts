import type { Service } from '../../core/service.ts';
import * as core from '../../core/workflows/models/evaluation/evaluate-model.ts';
import { trainingKeySchema } from '../../core/workflows/training/training.ts';
import { step } from './step.ts';

export const evaluateModel = (service: Service) => step(trainingKeySchema, (key) => core.evaluateModel(service, key));
