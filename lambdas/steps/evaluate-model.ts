import type { Service } from '../../core/service.ts';
import { evaluateModel as evaluate } from '../../core/workflows/models/evaluate-model.ts';
import { trainingKeySchema } from '../../core/workflows/training/training.ts';
import { step } from './step.ts';

export const evaluateModel = (service: Service) => step(trainingKeySchema, (key) => evaluate(service, key));
