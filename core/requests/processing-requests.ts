/** The rows of processing requests: their keys, their index and the only moves that a state can make. */
import { ConditionFailedError, ProcessingNotAccessibleError } from '../errors.ts';
import { indexItems } from '../storage/index-items.ts';
import type { AttributeValue, Item, Key, Scalar, WriteOperation } from '../ports.ts';
import type { Service } from '../service.ts';
import { processingRequestSchema } from './processing-request.ts';
import type { ProcessingRequest, ProcessingState } from './processing-request.ts';

type Store = Pick<Service, 'table'>;

/** Index partition of the requests that somebody must still work on: unfinished, or finished but not yet announced. */
const OPEN = 'OPEN_PROCESSINGS';
/** Index partition of finished requests that are to be deleted, by the time of it. */
const RETAINED = 'RETAINED_PROCESSINGS';

/** States that a request may be in before it enters the one named. */
const LEGAL_PRIOR_STATES = {
  processing: ['queued'],
  succeeded: ['queued', 'processing'],
  failed: ['queued', 'processing'],
} as const satisfies Record<Exclude<ProcessingState, 'queued'>, readonly ProcessingState[]>;

export const processingRequestKey = (processingId: string): Key => ({
  pk: `PROCESSING#${processingId}`,
  sk: 'REQUEST',
});

const parseRow = (item: Item): ProcessingRequest => processingRequestSchema.parse(item);

/** As the table keeps it: without attributes that are undefined, at any depth. */
const attributesOf = (values: Partial<ProcessingRequest>): Record<string, AttributeValue> =>
  // JSON has just the values of AttributeValue.
  JSON.parse(JSON.stringify(values)) as Record<string, AttributeValue>;

/** Writes a new row `queued`, indexed as open. Fails where the id was taken. */
export const putQueued = (request: ProcessingRequest): WriteOperation => ({
  put: {
    ...attributesOf(request),
    ...processingRequestKey(request.processing_id),
    index_pk: OPEN,
    index_sk: `${request.created_at}#${request.processing_id}`,
  },
  when: [{ item: 'absent' }],
});

/** Moves a row into `state`, only from its legal prior states. */
export const moveTo = (
  processingId: string,
  state: keyof typeof LEGAL_PRIOR_STATES,
  set: Partial<ProcessingRequest>,
): WriteOperation => ({
  update: processingRequestKey(processingId),
  set: attributesOf({ ...set, state }),
  when: [{ attribute: 'state', in: LEGAL_PRIOR_STATES[state] satisfies readonly Scalar[] }],
});

/** Sets attributes of a row that is being processed. */
export const updateProcessing = (processingId: string, set: Partial<ProcessingRequest>): WriteOperation => ({
  update: processingRequestKey(processingId),
  set: attributesOf(set),
  when: [{ attribute: 'state', in: ['processing'] }],
});

/** Takes a finished row out of the open ones; one with a retention is from now on found by it. */
export const closeRow = (request: ProcessingRequest): WriteOperation => ({
  update: processingRequestKey(request.processing_id),
  ...(request.retain_until === undefined
    ? { remove: ['index_pk', 'index_sk'] }
    : { set: { index_pk: RETAINED, index_sk: `${request.retain_until}#${request.processing_id}` } }),
  when: [{ attribute: 'state', in: ['succeeded', 'failed'] }],
});

export const deleteRow = (processingId: string): WriteOperation => ({ delete: processingRequestKey(processingId) });

/** The row whatever its account, or undefined: for steps and sweeps, never for a caller's question. */
export const readProcessingRequest = async (
  service: Store,
  processingId: string,
): Promise<ProcessingRequest | undefined> => {
  const item = await service.table.get(processingRequestKey(processingId));
  return item === undefined ? undefined : parseRow(item);
};

/** @throws ProcessingNotAccessibleError where the row is gone */
export const getProcessingRequest = async (service: Store, processingId: string): Promise<ProcessingRequest> => {
  const request = await readProcessingRequest(service, processingId);
  if (request === undefined) throw new ProcessingNotAccessibleError();
  return request;
};

/** Writes; false where a condition did not hold, so that somebody else was there first. */
export const writeConditionally = async (service: Store, operations: readonly WriteOperation[]): Promise<boolean> => {
  try {
    await service.table.write(operations);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
};

/** Requests that are unfinished, or finished and not yet announced; oldest first. */
export async function* openRequests(service: Store): AsyncGenerator<ProcessingRequest> {
  for await (const item of indexItems(service, OPEN)) yield parseRow(item);
}

/** Finished requests whose retention ended before `now`, the longest ago first. */
export async function* requestsPastRetention(service: Store, now: Date): AsyncGenerator<ProcessingRequest> {
  for await (const item of indexItems(service, RETAINED, now.toISOString())) yield parseRow(item);
}
