/** Starts the state machine on a request; its execution has the request's id as its name, so that two starts are one. */
import { ExecutionLostError } from '../errors.ts';
import type { Service } from '../service.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { recordFailure } from './record-failure.ts';
import { keyOf } from '../requests/step-data.ts';

export const startProcessing = (service: Pick<Service, 'stateMachines'>, request: ProcessingRequest): Promise<void> =>
  service.stateMachines.start('process-document', request.processing_id, keyOf(request));

/**
 * Takes a request up that has not ended: whatever became of its execution, it comes to an end.
 * @throws TemporarilyUnavailableError, StorageFullError
 */
export const resumeProcessing = async (
  service: Pick<Service, 'table' | 'events' | 'clock' | 'stateMachines'>,
  request: ProcessingRequest,
): Promise<void> => {
  try {
    await service.stateMachines.resume('process-document', request.processing_id, keyOf(request));
  } catch (error) {
    if (!(error instanceof ExecutionLostError)) throw error;
    // Nobody else will: its state machine could not record the failure, and does not go on.
    await recordFailure(service, { ...keyOf(request), error: { Error: error.name, Cause: error.message } });
  }
};
