import { processingKeySchema } from '../../core/reading/step-data.ts';
import { buildProcessingResults } from '../../core/results/build-processing-results.ts';
import type { Service } from '../../core/service.ts';
import { step } from './step.ts';

export const buildResults = (service: Service) => step(processingKeySchema, (key) => buildProcessingResults(service, key));
