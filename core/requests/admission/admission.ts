/**
 * Admission: at most `settings.maxExecutions` executions of process-document run at a time; other accepted requests
 * wait, and accounts take turns (docs/decisions/0026). Every slot is a row, so that the number of running executions is
 * the number of rows. A request that waits is claimed by a write on the condition that its slot is still held. Without the
 * setting, a request is started at once and no row is written.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { TemporarilyUnavailableError } from '../../errors.ts';
import type { ConditionClause, Key, Table, WriteOperation } from '../../ports.ts';
import type { ProcessingRequest } from '../processing-request.ts';
import { writeConditionally } from '../processing-requests.ts';
import { processingKeyOf } from '../step-data.ts';
import type { ProcessingKey } from '../step-data.ts';
import type { Service } from '../../service.ts';

export type AdmissionService = Pick<Service, 'table' | 'deploymentTable' | 'stateMachines' | 'settings'>;
type WaitingRequest = Pick<ProcessingRequest, 'account_id' | 'processing_id' | 'created_at'>;

const SLOTS = 'ADMISSION#SLOTS';
const WAITING = 'ADMISSION#WAITING';
/** Digits of a slot's number, so that numbers sort as text. */
const DIGITS = 5;
/** Slots that are tried at random before all of them are read. */
const GUESSES = 2;
/** Rows of slots that are read at a time. */
const PAGE = 1000;

const slotSchema = z.object({
  sk: z.string(),
  account_id: z.string(),
  processing_id: z.string(),
  /** Id of the taking: a slot may be freed and taken again for the same request. Absent from rows of earlier releases. */
  taking_id: z.string().optional(),
});
export type Slot = z.infer<typeof slotSchema>;
const waitingSchema = z.object({ account_id: z.string(), processing_id: z.string(), created_at: z.string() });

const nameOfSlot = (slot: number): string => String(slot).padStart(DIGITS, '0');
const slotKey = ({ sk }: Slot): Key => ({ pk: SLOTS, sk });
/** The slot has not been freed since it was read. */
const isHeld = ({ processing_id: id, taking_id: taking }: Slot): ConditionClause[] => [
  { attribute: 'processing_id', in: [id] },
  ...(taking === undefined ? [] : [{ attribute: 'taking_id', in: [taking] }]),
];
const waitingKey = ({ account_id: account, created_at: at, processing_id: id }: WaitingRequest): Key => ({
  pk: WAITING,
  sk: `${account}#${at}#${id}`,
});

/** The rows of admission belong to no tenant. */
const storeOf = ({ table, deploymentTable }: AdmissionService): { readonly table: Table } => ({
  table: deploymentTable ?? table,
});

/** Returns all slots that are taken. */
export const takenSlots = async (service: AdmissionService): Promise<Slot[]> => {
  const { table } = storeOf(service);
  const slots: Slot[] = [];
  let after: string | undefined;
  do {
    const page = await table.query({ pk: SLOTS, limit: PAGE, ...(after === undefined ? {} : { after }) });
    slots.push(...page.items.map((item) => slotSchema.parse(item)));
    after = page.next;
  } while (after !== undefined);
  return slots;
};

const tryTake = async (service: AdmissionService, sk: string, key: ProcessingKey): Promise<Slot | undefined> => {
  const slot: Slot = { sk, ...processingKeyOf(key), taking_id: randomUUID() };
  const put = { ...slotKey(slot), ...slot };
  return (await writeConditionally(storeOf(service), [{ put, when: [{ item: 'absent' }] }])) ? slot : undefined;
};

/** Returns the slot that was taken; undefined where none is free. */
const takeSlot = async (service: AdmissionService, limit: number, key: ProcessingKey): Promise<Slot | undefined> => {
  const taken = new Set((await takenSlots(service)).map(({ sk }) => sk));
  const first = randomInt(limit);
  for (let step = 0; step < limit; step += 1) {
    const name = nameOfSlot((first + step) % limit);
    const slot = taken.has(name) ? undefined : await tryTake(service, name, key);
    if (slot !== undefined) return slot;
  }
  return undefined;
};

/** The same where many slots may be free: it tries some before it reads which are taken. */
const takeSlotQuickly = async (service: AdmissionService, limit: number, key: ProcessingKey) => {
  for (let guess = 0; guess < GUESSES; guess += 1) {
    const slot = await tryTake(service, nameOfSlot(randomInt(limit)), key);
    if (slot !== undefined) return slot;
  }
  return takeSlot(service, limit, key);
};

/** Does nothing where the slot has been freed, or one of the other operations cannot be done. */
export const freeSlot = async (service: AdmissionService, slot: Slot, ...others: WriteOperation[]): Promise<void> => {
  await writeConditionally(storeOf(service), [{ delete: slotKey(slot), when: isHeld(slot) }, ...others]);
};

/** Frees the slot of a request that still waits: once it is claimed, its execution needs the slot. */
export const freeSlotOfWaiting = (service: AdmissionService, slot: Slot, request: WaitingRequest): Promise<void> =>
  freeSlot(service, slot, { check: waitingKey(request), when: [{ item: 'present' }] });

const putWaiting = async (service: AdmissionService, request: WaitingRequest): Promise<void> => {
  const { account_id, processing_id, created_at } = request;
  await storeOf(service).table.write([{ put: { ...waitingKey(request), account_id, processing_id, created_at } }]);
};

/** Returns the oldest waiting request of the account after this one, in the circle of accounts with waiting requests. */
const nextWaiting = async (service: AdmissionService, account: string): Promise<WaitingRequest | undefined> => {
  const { table } = storeOf(service);
  // `$` is the character after `#`.
  const later = await table.query({ pk: WAITING, skFrom: `${account}$`, limit: 1 });
  const [next] = later.items.length > 0 ? later.items : (await table.query({ pk: WAITING, limit: 1 })).items;
  return next === undefined ? undefined : waitingSchema.parse(next);
};

/** Seconds for which the oldest waiting request has waited; 0 where none waits. It makes a query for each account that waits. */
export const longestWaitSeconds = async (service: AdmissionService & Pick<Service, 'clock'>): Promise<number> => {
  const { table } = storeOf(service);
  const now = service.clock.now().getTime();
  let longest = 0;
  let [first] = (await table.query({ pk: WAITING, limit: 1 })).items;
  while (first !== undefined) {
    const { account_id: account, created_at: at } = waitingSchema.parse(first);
    longest = Math.max(longest, (now - Date.parse(at)) / 1000);
    // `$` is the character after `#`.
    [first] = (await table.query({ pk: WAITING, skFrom: `${account}$`, limit: 1 })).items;
  }
  return Math.floor(longest);
};

/**
 * Starts the execution of a request that has a slot. Where Step Functions cannot be reached, the request waits again.
 * @returns whether it was started
 */
const startInSlot = async (service: AdmissionService, request: WaitingRequest, slot: Slot): Promise<boolean> => {
  try {
    await service.stateMachines.start('process-document', request.processing_id, processingKeyOf(request));
    return true;
  } catch (error) {
    if (!(error instanceof TemporarilyUnavailableError)) throw error;
    await putWaiting(service, request);
    await freeSlot(service, slot);
    return false;
  }
};

/**
 * Starts waiting requests as long as a slot is free. Whoever frees a slot calls this afterwards, and whoever writes a
 * waiting request too: reads are strongly consistent, so one of the two sees the other's write.
 * @param account  whose turn was last
 */
export const startWaiting = async (service: AdmissionService, account: string): Promise<void> => {
  const limit = service.settings.maxExecutions;
  if (limit === undefined) return;
  for (let last = account; ;) {
    const next = await nextWaiting(service, last);
    if (next === undefined) return;
    const slot = await takeSlot(service, limit, next);
    if (slot === undefined) return;
    const claimed = await writeConditionally(storeOf(service), [
      { delete: waitingKey(next), when: [{ item: 'present' }] },
      { check: slotKey(slot), when: isHeld(slot) },
    ]);
    // Another process has claimed the request, or freed the slot because the request waited; or it was withdrawn.
    if (!claimed) await freeSlot(service, slot);
    else if (!(await startInSlot(service, next, slot))) return;
    last = next.account_id;
  }
};

/**
 * Starts the execution of an accepted request, or lets the request wait for its account's turn. Where Step Functions
 * cannot be reached, resumeUnfinished starts it later.
 */
export const admit = async (service: AdmissionService, request: WaitingRequest): Promise<void> => {
  const limit = service.settings.maxExecutions;
  if (limit === undefined) {
    await startExecution(service, request);
    return;
  }
  const { items: waiting } = await storeOf(service).table.query({ pk: WAITING, limit: 1 });
  const slot = waiting.length > 0 ? undefined : await takeSlotQuickly(service, limit, request);
  if (slot !== undefined) {
    await startInSlot(service, request, slot);
    return;
  }
  await putWaiting(service, request);
  await startWaiting(service, request.account_id);
};

/** Starts an execution; one that runs, or has ended, is left as it is. Where it cannot be reached, as `admit`. */
export const startExecution = async (
  { stateMachines }: Pick<Service, 'stateMachines'>,
  request: ProcessingKey,
): Promise<void> => {
  try {
    await stateMachines.start('process-document', request.processing_id, processingKeyOf(request));
  } catch (error) {
    if (!(error instanceof TemporarilyUnavailableError)) throw error;
  }
};

/** Whether an accepted request waits for its account's turn. */
export const isWaiting = async (service: AdmissionService, request: WaitingRequest): Promise<boolean> =>
  service.settings.maxExecutions !== undefined && (await storeOf(service).table.get(waitingKey(request))) !== undefined;

/** Of a request that has ended before its turn. An execution that is started all the same finds the state and ends. */
export const withdraw = async (service: AdmissionService, request: WaitingRequest): Promise<void> => {
  if (service.settings.maxExecutions !== undefined)
    await storeOf(service).table.write([{ delete: waitingKey(request) }]);
};

/**
 * Gives back the slot of an execution that ends, and starts who is next. Idempotent: a step that is repeated frees
 * nothing of another request.
 */
export const release = async (service: AdmissionService, key: ProcessingKey): Promise<void> => {
  if (service.settings.maxExecutions === undefined) return;
  for (const slot of await takenSlots(service))
    if (slot.processing_id === key.processing_id) await freeSlot(service, slot);
  await startWaiting(service, key.account_id);
};
