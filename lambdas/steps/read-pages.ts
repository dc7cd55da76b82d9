import * as core from '../../core/processing/reading/read-pages.ts';
import { chunkSchema } from '../../core/requests/step-data.ts';
import type { Service } from '../../core/service.ts';
import { step } from './step.ts';

export const readPages = (service: Service) => step(chunkSchema, (chunk) => core.readPages(service, chunk));
