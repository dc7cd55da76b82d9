/** Starts the state machine on a request; its execution has the request's id as its name, so that two starts are one. */
import type { Service } from '../service.ts';
import type { ProcessingRequest } from './processing-request.ts';
import { keyOf } from './step-data.ts';

export const startProcessing = (service: Pick<Service, 'stateMachines'>, request: ProcessingRequest): Promise<void> =>
  service.stateMachines.start('process-document', request.processing_id, keyOf(request));
