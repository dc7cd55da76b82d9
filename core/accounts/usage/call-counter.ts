/**
 * Counts API calls by workflow, operation and status. Counts are collected in the process and written in batches: the
 * table has one write for many calls, whatever their rate. A batch counts once, also where the response to its write was
 * lost: it is written with a row of its own id. A process that dies loses the calls since its last batch; requests, pages
 * and credits are counted elsewhere, exactly.
 */
import { ConditionFailedError } from '../../errors.ts';
import { unrestricted } from '../../ports.ts';
import type { AsTenant, Key } from '../../ports.ts';
import type { Service } from '../../service.ts';
import { checkOpen } from '../account.ts';
import { attributeOf, callBatchRow, callsRow, QUARTER_MS } from './usage-rows.ts';
import type { UsageOf } from './usage-rows.ts';

/** What a call refers to: by it, the workflow is found. */
export type CallSubject = { readonly workflow_id: string } | { readonly processing_id: string };

export interface ApiCall {
  readonly accountId: string;
  readonly subject: CallSubject;
  readonly operationId: string;
  readonly status: number;
}

/**
 * Returns the workflow of a call, or undefined where the account has no such workflow or request: it is not counted. A
 * workflow that was found is remembered, also where what the call refers to is deleted.
 */
export type WorkflowOfCall = (accountId: string, subject: CallSubject) => Promise<string | undefined>;

/** Milliseconds between two batches: what a crash loses. */
const BATCH_INTERVAL_MS = 10_000;
/** Different counters that are collected at most before a batch is written. */
const MAX_COLLECTED = 2000;

/** Seconds for which a batch is recognised as written. A process retries it every BATCH_INTERVAL_MS while it runs. */
const BATCH_KNOWN_SECONDS = 24 * 3600;

interface Collected extends ApiCall {
  readonly time: string;
  count: number;
}

/** The counts of one row. What is in it and its id stay the same until it is known to be written. */
interface Batch {
  readonly id: string;
  readonly usage: UsageOf;
  readonly row: Key;
  readonly add: Readonly<Record<string, number>>;
}

export class CallCounter {
  readonly #service: Pick<Service, 'table' | 'clock' | 'ids'>;
  readonly #workflowOf: WorkflowOfCall;
  readonly #asTenant: AsTenant;
  #collected = new Map<string, Collected>();
  /** Batches that are not known to be written, the earliest first. */
  #batches: Batch[] = [];
  #writtenAt = -Infinity;
  #writing: Promise<void> | undefined;

  /** @param asTenant  for the calls of one account: a batch may hold those of several */
  constructor(
    service: Pick<Service, 'table' | 'clock' | 'ids'>,
    workflowOf: WorkflowOfCall,
    asTenant: AsTenant = unrestricted,
  ) {
    this.#service = service;
    this.#workflowOf = workflowOf;
    this.#asTenant = asTenant;
  }

  /**
   * Looks up the workflow of a call that is going to be answered: the call, or one that follows before the batch is
   * written, may delete what it refers to. What cannot be looked up now is looked up when the batch is written.
   */
  async expect({ accountId, subject }: Pick<ApiCall, 'accountId' | 'subject'>): Promise<void> {
    await this.#workflowOfCall(accountId, subject).catch(() => undefined);
  }

  count(call: ApiCall): void {
    const now = this.#service.clock.now().getTime();
    const time = new Date(now - (now % QUARTER_MS)).toISOString();
    this.#add({ ...call, time, count: 1 });
  }

  /**
   * Writes what was collected, if the last batch was written long enough ago. A host that is frozen between requests
   * (Lambda) has no other time for it than the end of a request.
   */
  async writeIfDue(): Promise<void> {
    const isDue = this.#service.clock.now().getTime() - this.#writtenAt >= BATCH_INTERVAL_MS;
    if (isDue || this.#collected.size >= MAX_COLLECTED) await this.write();
  }

  /** Writes what was collected. What cannot be written stays collected. @throws the first error */
  async write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    this.#writtenAt = this.#service.clock.now().getTime();
    // The earlier batches first: while the table is down, their number does not grow.
    await this.#writeBatches();
    const collected = this.#collected;
    this.#collected = new Map();
    try {
      this.#batches = await this.#batchesOf(collected.values());
    } catch (error) {
      for (const call of collected.values()) this.#add(call);
      throw error;
    }
    await this.#writeBatches();
  }

  async #writeBatches(): Promise<void> {
    for (let batch = this.#batches[0]; batch !== undefined; batch = this.#batches[0]) {
      await this.#writeBatch(batch);
      this.#batches.shift();
    }
  }

  /** The calls of each row. Those of no workflow of the account are left out. */
  async #batchesOf(calls: Iterable<Collected>): Promise<Batch[]> {
    const batches = new Map<string, Batch & { readonly add: Record<string, number> }>();
    for (const { accountId, subject, time, operationId, status, count } of calls) {
      const workflowId = await this.#workflowOfCall(accountId, subject);
      if (workflowId === undefined) continue;
      const usage = { account_id: accountId, workflow_id: workflowId };
      const row = callsRow(usage, time);
      const key = `${row.pk} ${row.sk}`;
      const batch = batches.get(key) ?? { id: this.#service.ids.uuid(), usage, row, add: {} };
      const name = attributeOf(time, `${operationId}_${status}`);
      batch.add[name] = (batch.add[name] ?? 0) + count;
      batches.set(key, batch);
    }
    return [...batches.values()];
  }

  /** Writes a batch, unless an earlier attempt has written it, or its account has been closed: nothing is kept of it. */
  async #writeBatch({ id, usage, row, add }: Batch): Promise<void> {
    const now = Math.floor(this.#service.clock.now().getTime() / 1000);
    const known = { ...callBatchRow(usage, id), expires_at: now + BATCH_KNOWN_SECONDS };
    try {
      await this.#asTenant(usage.account_id, () =>
        this.#service.table.write([
          { update: row, add },
          { put: known, when: [{ item: 'absent' }] },
          checkOpen(usage.account_id),
        ]),
      );
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
    }
  }

  #workflowOfCall(accountId: string, subject: CallSubject): Promise<string | undefined> {
    return this.#asTenant(accountId, () => this.#workflowOf(accountId, subject));
  }

  #add(call: Collected): void {
    const key = JSON.stringify([call.accountId, call.subject, call.operationId, call.status, call.time]);
    const collected = this.#collected.get(key);
    if (collected === undefined) this.#collected.set(key, { ...call });
    else collected.count += call.count;
  }
}
