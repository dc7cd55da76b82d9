import * as core from '../../core/processing/reading/inspect.ts';
import { processingKeySchema } from '../../core/requests/step-data.ts';
import type { Service } from '../../core/service.ts';
import { step } from './step.ts';

export const inspect = (service: Service) => step(processingKeySchema, (key) => core.inspect(service, key));
