import type { Service } from '../../core/service.ts';
import { gateModel as gate } from '../../core/workflows/models/gate-model.ts';
import { trainingKeySchema } from '../../core/workflows/training/training.ts';
import { step } from './step.ts';

export const gateModel = (service: Service) => step(trainingKeySchema, (key) => gate(service, key));
