/**
 * Starts and resumes the state machine of a request. The execution's name is the request's id: starting is idempotent.
 */
import { ExecutionLostError, TemporarilyUnavailableError } from '../errors.ts';
import type { Service } from '../service.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { recordFailure } from './record-failure.ts';
import { processingKeyOf } from '../requests/step-data.ts';

/** Starts the state machine. Where it cannot be reached now, resumeUnfinished starts it later. */
export const startQueued = async (
  service: Pick<Service, 'stateMachines'>,
  request: ProcessingRequest,
): Promise<void> => {
  try {
    await service.stateMachines.start('process-document', request.processing_id, processingKeyOf(request));
  } catch (error) {
    if (!(error instanceof TemporarilyUnavailableError)) throw error;
  }
};

/**
 * Resumes an unfinished request. Where its execution cannot be resumed, the request is recorded as failed.
 * @throws TemporarilyUnavailableError, StorageFullError
 */
export const resumeProcessing = async (
  service: Pick<Service, 'table' | 'events' | 'clock' | 'stateMachines'>,
  request: ProcessingRequest,
): Promise<void> => {
  try {
    await service.stateMachines.resume('process-document', request.processing_id, processingKeyOf(request));
  } catch (error) {
    if (!(error instanceof ExecutionLostError)) throw error;
    // The state machine has ended without recording the failure.
    await recordFailure(service, { ...processingKeyOf(request), error: { Error: error.name, Cause: error.message } });
  }
};
