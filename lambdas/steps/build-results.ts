import * as core from '../../core/processing/build-results.ts';
import { processingKeySchema } from '../../core/requests/step-data.ts';
import type { Service } from '../../core/service.ts';
import { step } from './step.ts';

export const buildResults = (service: Service) => step(processingKeySchema, (key) => core.buildResults(service, key));
