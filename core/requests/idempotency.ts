/**
 * `Idempotency-Key` (IETF draft-ietf-httpapi-idempotency-key-header): the same key with the same request within 24 hours
 * gets the first answer again. A record for each key is claimed before the work and completed with the answer:
 *
 * claimed → answered, or the record is deleted (a refusal that is not kept). A claim whose process died expires; another
 * call then takes it over. The claim's id guards every later write, so that the process that lost its claim makes
 * nothing. A record that names a processing request is never deleted before that request has failed: a call that takes
 * it over answers from that request and processes nothing again.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  ConditionFailedError,
  IdempotencyKeyInUseError,
  IdempotencyKeyReusedError,
  ProcessingGoneError,
} from '../errors.ts';
import type { ConditionClause, Item, Key, WriteOperation } from '../ports.ts';
import type { Service } from '../service.ts';
import { indexItems } from '../storage/lists/index-items.ts';
import { processingPartition, writeConditionally } from './processing-requests.ts';
import type { ProcessingKey } from './step-data.ts';

const RETENTION_SECONDS = 24 * 3600;
/** Milliseconds of a claim beside the longest wait for a result: to store a large file, and to read and send a result. */
const CLAIM_MARGIN_MS = 60_000;

const storedAnswerSchema = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  /** The text, the key of a blob with it, or the text encrypted, where it holds a secret. */
  body: z.union([
    z.strictObject({ text: z.string() }),
    z.strictObject({ blob_key: z.string() }),
    z.strictObject({ sealed: z.string() }),
  ]),
});
export type StoredAnswer = z.infer<typeof storedAnswerSchema>;

const recordSchema = z.object({
  /** Absent in records of version 0.1.0, which hashed requests differently: their requests are not compared. */
  request_hash: z.string().optional(),
  claim_id: z.string().optional(),
  /** Until then, no other call takes the claim over. */
  claimed_until: z.iso.datetime().optional(),
  /** The process that claimed the key, where it is the only one that serves the data. */
  process_id: z.string().optional(),
  processing_id: z.uuid().optional(),
  /** Ids of what was made with the key, where that is no processing request. */
  made_ids: z.array(z.uuid()).optional(),
  answer: storedAnswerSchema.optional(),
  /** True where the request was deleted: the answer is gone with it. */
  gone: z.boolean().optional(),
});
type KeyRecord = z.infer<typeof recordSchema>;

export interface KeyedRequest {
  readonly accountId: string;
  readonly idempotencyKey: string;
  /** Hash of what makes two requests the same. */
  readonly requestHash: string;
}

/** The right to answer the first request with a key. */
export interface KeyClaim {
  readonly key: Key;
  readonly claimId: string;
  /** The request that was accepted with this key, where the process that accepted it stored no answer. */
  readonly processingId: string | undefined;
  /** Ids of what else was made with this key, where the process that made it stored no answer. */
  readonly madeIds?: readonly string[] | undefined;
}

/** What a key stands for: a request that the caller has to answer, or one that was answered. */
export type KeyState =
  | { readonly claim: KeyClaim }
  | {
      readonly answer: StoredAnswer;
      /** The request that was accepted with this key, if any. */
      readonly processingId: string | undefined;
    };

type Store = Pick<Service, 'table' | 'clock' | 'ids' | 'settings'>;

const RECORD = 'REQUEST';

/** The caller's key is part of the row's key as a hash: it may contain any characters. */
const keyOf = ({ accountId, idempotencyKey }: KeyedRequest): Key => ({
  pk: `IDEMPOTENCY#${accountId}#${createHash('sha256').update(idempotencyKey).digest('hex')}`,
  sk: RECORD,
});

/** Index partition of an account's records, by their time. */
export const idempotencyPartition = (accountId: string): string => `ACCOUNT#${accountId}#IDEMPOTENCY_KEYS`;

/** Deletes the records of an account, with the answers that are kept for retries. */
export const deleteRecordsOf = async (service: Pick<Service, 'table'>, accountId: string): Promise<void> => {
  for await (const { pk, sk } of indexItems(service, idempotencyPartition(accountId)))
    await service.table.write([{ delete: { pk, sk } }]);
};

const heldBy = (claimId: string): ConditionClause => ({ attribute: 'claim_id', in: [claimId] });

const claimAttributes = ({ clock, settings }: Store, claimId: string) => ({
  claim_id: claimId,
  claimed_until: new Date(clock.now().getTime() + settings.maxWaitSeconds * 1000 + CLAIM_MARGIN_MS).toISOString(),
  ...(settings.soleProcessId === undefined ? {} : { process_id: settings.soleProcessId }),
});

/** Whether the call that claimed the key may still be running. */
const isHeld = ({ clock, settings }: Store, { claimed_until: until, process_id: holder }: KeyRecord): boolean =>
  until !== undefined &&
  until > clock.now().toISOString() &&
  (settings.soleProcessId === undefined || settings.soleProcessId === holder);

const checkHash = (record: KeyRecord, requestHash: string): void => {
  if (record.request_hash === undefined || record.request_hash === requestHash) return;
  throw new IdempotencyKeyReusedError(
    'This Idempotency-Key was sent within the last 24 hours with another body, path or query. Send a new key.',
  );
};

const readRecord = async ({ table }: Pick<Store, 'table'>, key: Key): Promise<KeyRecord | undefined> => {
  const item: Item | undefined = await table.get(key);
  return item === undefined ? undefined : recordSchema.parse(item);
};

/** @throws IdempotencyKeyInUseError where another call took the claim over first */
const takeOver = async (service: Store, key: Key, record: KeyRecord): Promise<KeyClaim> => {
  const claimId = service.ids.uuid();
  const taken = await writeConditionally(service, [
    {
      update: key,
      set: claimAttributes(service, claimId),
      when: [
        record.claim_id === undefined ? { attribute: 'claim_id', is: 'absent' } : heldBy(record.claim_id),
        { attribute: 'answer', is: 'absent' },
      ],
    },
  ]);
  if (!taken) throw new IdempotencyKeyInUseError();
  return { key, claimId, processingId: record.processing_id, madeIds: record.made_ids };
};

/**
 * Claims the key for this request, or returns the answer to the first request with it. The caller of a claim ends it
 * with `storeAnswer` or `releaseKey`.
 * @throws IdempotencyKeyReusedError where the key was used with another request
 * @throws IdempotencyKeyInUseError while the first request is being answered
 * @throws ProcessingGoneError where the processing request of the first one was deleted
 */
export const claimKey = async (service: Store, request: KeyedRequest): Promise<KeyState> => {
  const key = keyOf(request);
  const claim: KeyClaim = { key, claimId: service.ids.uuid(), processingId: undefined };
  const row = {
    ...key,
    ...claimAttributes(service, claim.claimId),
    request_hash: request.requestHash,
    index_pk: idempotencyPartition(request.accountId),
    index_sk: service.clock.now().toISOString(),
    expires_at: Math.floor(service.clock.now().getTime() / 1000) + RETENTION_SECONDS,
  };
  try {
    await service.table.write([{ put: row, when: [{ item: 'absent' }] }]);
    return { claim };
  } catch (error) {
    if (error instanceof ConditionFailedError) return await stateOf(service, request, claim);
    // The write may have taken effect, although its response was lost.
    await releaseKey(service, claim).catch(() => undefined);
    throw error;
  }
};

/** The state of a key that has a record. */
const stateOf = async (service: Store, request: KeyedRequest, own: KeyClaim): Promise<KeyState> => {
  const record = await readRecord(service, own.key);
  // Released or expired meanwhile.
  if (record === undefined) throw new IdempotencyKeyInUseError();
  checkHash(record, request.requestHash);
  if (record.gone === true) throw new ProcessingGoneError();
  if (record.answer !== undefined) return { answer: record.answer, processingId: record.processing_id };
  if (isHeld(service, record)) throw new IdempotencyKeyInUseError();
  return { claim: await takeOver(service, own.key, record) };
};

/**
 * Writes into the record which request was accepted with the key: part of the transaction that creates the request. The
 * condition fails where another call took the claim over.
 */
export const linkRequest = ({ key, claimId }: KeyClaim, processingId: string): WriteOperation => ({
  update: key,
  set: { processing_id: processingId },
  when: [heldBy(claimId)],
});

/** The same for what is no processing request. @param ids  of what the transaction makes, in its order */
export const linkMade = ({ key, claimId }: KeyClaim, ids: readonly string[]): WriteOperation => ({
  update: key,
  set: { made_ids: ids },
  when: [heldBy(claimId)],
});

/**
 * Writes which record names the request, into the partition of the request: deleting the request finds it there. Part of
 * the same transaction.
 */
export const putRecordPointer = ({ key }: KeyClaim, request: ProcessingKey, now: Date): WriteOperation => ({
  put: {
    pk: processingPartition(request),
    sk: `${POINTER}${key.pk}`,
    record_pk: key.pk,
    expires_at: Math.floor(now.getTime() / 1000) + RETENTION_SECONDS,
  },
});

const POINTER = 'IDEMPOTENCY_KEY#';
const pointerSchema = z.object({ record_pk: z.string() });

/**
 * Takes the answer out of the record that a row of a request's partition points to; a row of another kind does nothing.
 * The key then answers 410 until its record expires.
 */
export const forgetAnswer = async (service: Pick<Service, 'table'>, row: Item): Promise<void> => {
  if (!row.sk.startsWith(POINTER)) return;
  const { record_pk: pk } = pointerSchema.parse(row);
  await writeConditionally(service, [
    {
      update: { pk, sk: RECORD },
      set: { gone: true },
      remove: ['answer', 'processing_id'],
      when: [{ item: 'present' }],
    },
  ]);
};

/**
 * Completes the record. The answer is not kept where its request has been deleted meanwhile.
 * @throws IdempotencyKeyInUseError where another call took the claim over
 */
export const storeAnswer = async (
  service: Pick<Service, 'table'>,
  { key, claimId }: KeyClaim,
  answer: StoredAnswer,
): Promise<void> => {
  const kept: ConditionClause = { attribute: 'gone', is: 'absent' };
  if (await writeConditionally(service, [{ update: key, set: { answer }, when: [heldBy(claimId), kept] }])) return;
  if ((await readRecord(service, key))?.gone !== true) throw new IdempotencyKeyInUseError();
};

/**
 * Ends a claim without an answer: the key is free again. Where a request was accepted with it, the record stays until
 * that request has failed, and the next call with the key answers from that request.
 * @param requestFailed  true where the accepted request has failed
 */
export const releaseKey = async (
  service: Pick<Service, 'table' | 'clock'>,
  { key, claimId }: KeyClaim,
  requestFailed = false,
): Promise<void> => {
  const when: ConditionClause[] = [
    heldBy(claimId),
    ...(requestFailed ? [] : [{ attribute: 'processing_id', is: 'absent' } as const]),
    { attribute: 'made_ids', is: 'absent' },
  ];
  if (await writeConditionally(service, [{ delete: key, when }])) return;
  await writeConditionally(service, [
    { update: key, set: { claimed_until: service.clock.now().toISOString() }, when: [heldBy(claimId)] },
  ]);
};
