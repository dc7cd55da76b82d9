import { completeProcessing } from '../../core/reading/complete-processing.ts';
import { processingKeySchema } from '../../core/reading/step-data.ts';
import type { Service } from '../../core/service.ts';
import { step } from './step.ts';

export const complete = (service: Service) => step(processingKeySchema, (key) => completeProcessing(service, key));
