import { inspectDocument } from '../../core/reading/inspect-document.ts';
import { processingKeySchema } from '../../core/reading/step-data.ts';
import type { Service } from '../../core/service.ts';
import { step } from './step.ts';

export const inspect = (service: Service) => step(processingKeySchema, (key) => inspectDocument(service, key));
