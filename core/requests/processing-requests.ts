/** The rows of processing requests: keys, index and legal state transitions. */
import { ConditionFailedError, ProcessingNotAccessibleError } from '../errors.ts';
import { indexItems } from '../storage/lists/index-items.ts';
import type { ConditionClause, Item, Key, Scalar, WriteOperation } from '../ports.ts';
import type { Service } from '../service.ts';
import { attributesOf } from '../storage/attributes-of.ts';
import { processingRequestSchema } from './processing-request.ts';
import type { ProcessingRequest, ProcessingState, Verification } from './processing-request.ts';
import type { ProcessingKey } from './step-data.ts';

type Store = Pick<Service, 'table'>;

/** Index partition of open requests: unfinished, or finished but not yet announced. */
const OPEN = 'OPEN_PROCESSINGS';
/** Index partition of finished requests with a retention, sorted by its end. */
const RETAINED = 'RETAINED_PROCESSINGS';

const OPEN_INDEX = ['index_pk', 'index_sk'];

/** Legal prior states of each state. */
const LEGAL_PRIOR_STATES = {
  processing: ['queued'],
  succeeded: ['processing'],
  failed: ['queued', 'processing'],
} as const satisfies Record<Exclude<ProcessingState, 'queued'>, readonly ProcessingState[]>;

/** Whether a row moves to `to`; a write of `moveTo` finds no other state. */
export const mayMove = (from: ProcessingState, to: keyof typeof LEGAL_PRIOR_STATES): boolean => {
  const legal: readonly ProcessingState[] = LEGAL_PRIOR_STATES[to];
  return legal.includes(from);
};

/** Every row of a request is in its partition, whose key names the account: credentials of another one cannot reach it. */
export const processingPartition = ({ account_id: account, processing_id: id }: ProcessingKey): string =>
  `ACCOUNT#${account}#PROCESSING#${id}`;

export const processingRequestKey = (key: ProcessingKey): Key => ({ pk: processingPartition(key), sk: 'REQUEST' });

const parseRow = (item: Item): ProcessingRequest => processingRequestSchema.parse(item);

/** Whether the request is inaccessible: its time is over, or it is being deleted. */
export const isPastRetention = ({ retain_until: until }: ProcessingRequest, now: Date): boolean =>
  until !== undefined && until <= now.toISOString();

/** Holds while the request that was read has not been deleted since: a deletion begins by ending the retention. */
export const sameRetention = ({ retain_until: until }: Pick<ProcessingRequest, 'retain_until'>): ConditionClause =>
  until === undefined ? { attribute: 'retain_until', is: 'absent' } : { attribute: 'retain_until', in: [until] };

/** Writes a new row `queued`, indexed as open. The condition fails where the id exists. */
export const putQueued = (request: ProcessingRequest): WriteOperation => ({
  put: {
    ...attributesOf(request),
    ...processingRequestKey(request),
    index_pk: OPEN,
    index_sk: `${request.created_at}#${request.processing_id}`,
  },
  when: [{ item: 'absent' }],
});

/** Writes the row of a request that has ended already. The condition fails where the id exists. */
export const putEnded = (request: ProcessingRequest): WriteOperation => ({
  put: { ...attributesOf(request), ...processingRequestKey(request) },
  when: [{ item: 'absent' }],
});

/** Moves a row to `state`. The condition fails where its state is not a legal prior state, or where `when` does not hold. */
export const moveTo = (
  key: ProcessingKey,
  state: keyof typeof LEGAL_PRIOR_STATES,
  set: Partial<ProcessingRequest>,
  when: readonly ConditionClause[] = [],
) =>
  ({
    update: processingRequestKey(key),
    set: attributesOf({ ...set, state }),
    when: [{ attribute: 'state', in: LEGAL_PRIOR_STATES[state] satisfies readonly Scalar[] }, ...when],
  }) satisfies WriteOperation;

/** Ends a row that has no event: it moves to `state` and leaves the index of open requests in one write. */
export const moveToAndClose = (
  key: ProcessingKey,
  state: 'succeeded' | 'failed',
  set: Partial<ProcessingRequest>,
): WriteOperation => ({ ...moveTo(key, state, set), remove: OPEN_INDEX });

/** Sets attributes of a row. The condition fails where its state is not `processing`, or where `when` does not hold. */
export const updateProcessing = (
  key: ProcessingKey,
  set: Partial<ProcessingRequest>,
  when: readonly ConditionClause[] = [],
): WriteOperation => ({
  update: processingRequestKey(key),
  set: attributesOf(set),
  when: [{ attribute: 'state', in: ['processing'] }, ...when],
});

/** The members of a row that a verification changes; those that are undefined are removed. */
export interface VerifiedMembers {
  readonly verification: Verification | undefined;
  readonly verification_id: string | undefined;
  readonly correction_id: string | undefined;
  readonly sub_document_count: number;
}

/** Sets or removes a verification. The condition fails where the request has not succeeded, or was verified or deleted meanwhile. */
export const setVerification = (before: ProcessingRequest, members: VerifiedMembers): WriteOperation => {
  const removed = Object.entries(members).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return {
    update: processingRequestKey(before),
    set: attributesOf(members),
    ...(removed.length === 0 ? {} : { remove: removed }),
    when: [
      { attribute: 'state', in: ['succeeded'] },
      before.verification_id === undefined
        ? { attribute: 'verification_id', is: 'absent' }
        : { attribute: 'verification_id', in: [before.verification_id] },
      sameRetention(before),
    ],
  };
};

/**
 * Removes a finished row from the index of open requests; a row with a retention is indexed by its end. The condition
 * fails where the request is being deleted.
 */
export const closeRow = (request: ProcessingRequest): WriteOperation => ({
  update: processingRequestKey(request),
  ...(request.retain_until === undefined
    ? { remove: OPEN_INDEX }
    : { set: { index_pk: RETAINED, index_sk: `${request.retain_until}#${request.processing_id}` } }),
  when: [{ attribute: 'state', in: ['succeeded', 'failed'] }, sameRetention(request)],
});

/** Makes a finished request inaccessible from `now` on; the sweep deletes it. The condition fails where it is deleted. */
export const endRetention = (request: ProcessingRequest, now: Date): WriteOperation => ({
  update: processingRequestKey(request),
  set: {
    retain_until: now.toISOString(),
    index_pk: RETAINED,
    index_sk: `${now.toISOString()}#${request.processing_id}`,
  },
  when: [{ attribute: 'state', in: ['succeeded', 'failed'] }],
});

export const deleteRow = (key: ProcessingKey): WriteOperation => ({ delete: processingRequestKey(key) });

/** Returns the row of the account's request, or undefined; a caller from HTTP uses findProcessingRequest. */
export const readProcessingRequest = async (
  service: Store,
  key: ProcessingKey,
): Promise<ProcessingRequest | undefined> => {
  const item = await service.table.get(processingRequestKey(key));
  return item === undefined ? undefined : parseRow(item);
};

/** Returns the row of the account's request. @throws ProcessingNotAccessibleError where the row was deleted */
export const getProcessingRequest = async (service: Store, key: ProcessingKey): Promise<ProcessingRequest> => {
  const request = await readProcessingRequest(service, key);
  if (request === undefined) throw new ProcessingNotAccessibleError();
  return request;
};

/** Writes the operations. Returns false where a condition does not hold: another writer was first. */
export const writeConditionally = async (service: Store, operations: readonly WriteOperation[]): Promise<boolean> => {
  try {
    await service.table.write(operations);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
};

/** Yields the requests that are unfinished, or finished and not yet announced, oldest first. */
export async function* openRequests(service: Store): AsyncGenerator<ProcessingRequest> {
  for await (const item of indexItems(service, OPEN)) yield parseRow(item);
}

/** Yields the finished requests whose retention ended before `now`, the earliest end first. */
export async function* requestsPastRetention(service: Store, now: Date): AsyncGenerator<ProcessingRequest> {
  for await (const item of indexItems(service, RETAINED, now.toISOString())) yield parseRow(item);
}
