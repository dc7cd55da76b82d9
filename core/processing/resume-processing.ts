/** Resumes an unfinished request. The name of its execution is its id. */
import { ExecutionLostError } from '../errors.ts';
import type { Service } from '../service.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { readmit } from '../requests/admission/repair-admission.ts';
import { recordFailure } from './record-failure.ts';
import { processingKeyOf } from '../requests/step-data.ts';

/**
 * Resumes an unfinished request; a queued one that waits for its account's turn is left as it is. Where its execution
 * cannot be resumed, the request is recorded as failed.
 * @throws TemporarilyUnavailableError, StorageFullError
 */
export const resumeProcessing = async (
  service: Pick<Service, 'table' | 'deploymentTable' | 'events' | 'clock' | 'stateMachines' | 'settings'>,
  request: ProcessingRequest,
): Promise<void> => {
  if (request.state === 'queued' && !(await readmit(service, request))) return;
  try {
    await service.stateMachines.resume('process-document', request.processing_id, processingKeyOf(request));
  } catch (error) {
    if (!(error instanceof ExecutionLostError)) throw error;
    // The state machine has ended without recording the failure.
    await recordFailure(service, { ...processingKeyOf(request), error: { Error: error.name, Cause: error.message } });
  }
};
