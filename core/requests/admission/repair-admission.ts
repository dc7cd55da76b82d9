/** Brings admission in order where a process was killed between two of its writes. */
import { readProcessingRequest } from '../processing-requests.ts';
import type { ProcessingRequest } from '../processing-request.ts';
import {
  admit,
  freeSlot,
  freeSlotOfWaiting,
  isWaiting,
  startExecution,
  startWaiting,
  takenSlots,
} from './admission.ts';
import type { AdmissionService } from './admission.ts';

/**
 * Frees the slots of requests that have ended, were deleted or still wait, and starts who is next. A request that has a slot
 * and still waits was not started: a process was killed between the two, or is about to start it.
 */
export const repairAdmission = async (service: AdmissionService): Promise<void> => {
  if (service.settings.maxExecutions === undefined) return;
  for (const slot of await takenSlots(service)) {
    const request = await readProcessingRequest(service, slot);
    if (request?.state === 'queued') await freeSlotOfWaiting(service, slot, request);
    else if (request?.state !== 'processing') await freeSlot(service, slot);
  }
  await startWaiting(service, '');
};

/**
 * Admits a queued request whose admission was interrupted.
 * @returns whether its execution may be resumed: it has a slot, or there is no limit
 */
export const readmit = async (service: AdmissionService, request: ProcessingRequest): Promise<boolean> => {
  if (service.settings.maxExecutions === undefined) return true;
  if (await isWaiting(service, request)) return false;
  if ((await takenSlots(service)).some(({ processing_id: id }) => id === request.processing_id)) return true;
  // A request that has a slot no more has ended, or was never admitted.
  const now = await readProcessingRequest(service, request);
  if (now?.state === 'queued') await admit(service, request);
  return false;
};

/** Admits or starts a queued request that was accepted before, where the process that accepted it did not. */
export const admitAgain = async (service: AdmissionService, request: ProcessingRequest): Promise<void> => {
  if (await readmit(service, request)) await startExecution(service, request);
};
