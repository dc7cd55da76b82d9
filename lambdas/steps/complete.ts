import * as core from '../../core/processing/complete.ts';
import { processingKeySchema } from '../../core/requests/step-data.ts';
import type { Service } from '../../core/service.ts';
import { step } from './step.ts';

export const complete = (service: Service) => step(processingKeySchema, (key) => core.complete(service, key));
