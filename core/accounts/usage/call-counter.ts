/**
 * Counts API calls by workflow, operation and status. Counts are collected in the process and written in batches: the
 * table has one write for many calls, whatever their rate. A process that dies loses the calls since its last batch, and a
 * write whose response is lost may count a batch twice; requests, pages and credits are counted elsewhere, exactly.
 */
import type { Service } from '../../service.ts';
import { attributeOf, callsRow, QUARTER_MS } from './usage-rows.ts';
import type { UsageOf } from './usage-rows.ts';

/** What a call refers to: by it, the workflow is found when the batch is written. */
export type CallSubject = { readonly workflow_id: string } | { readonly processing_id: string };

export interface ApiCall {
  readonly accountId: string;
  readonly subject: CallSubject;
  readonly operationId: string;
  readonly status: number;
}

/** Returns the workflow of a call, or undefined where the account has no such workflow or request: it is not counted. */
export type WorkflowOfCall = (accountId: string, subject: CallSubject) => Promise<string | undefined>;

/** Milliseconds between two batches: what a crash loses. */
const BATCH_INTERVAL_MS = 10_000;
/** Different counters that are collected at most before a batch is written. */
const MAX_COLLECTED = 2000;

interface Collected extends ApiCall {
  readonly time: string;
  count: number;
}

export class CallCounter {
  readonly #service: Pick<Service, 'table' | 'clock'>;
  readonly #workflowOf: WorkflowOfCall;
  #collected = new Map<string, Collected>();
  #writtenAt = -Infinity;
  #writing: Promise<void> | undefined;

  constructor(service: Pick<Service, 'table' | 'clock'>, workflowOf: WorkflowOfCall) {
    this.#service = service;
    this.#workflowOf = workflowOf;
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
    const unwritten = new Set(this.#collected.values());
    this.#collected = new Map();
    try {
      for (const [usage, calls] of await this.#byRow(unwritten)) {
        await this.#writeRow(usage, calls);
        for (const call of calls) unwritten.delete(call);
      }
    } finally {
      for (const call of unwritten) this.#add(call);
    }
  }

  /** The calls of each row. Those of no workflow of the account are removed from `calls`. */
  async #byRow(calls: Set<Collected>): Promise<readonly (readonly [UsageOf, readonly Collected[]])[]> {
    const rows = new Map<string, readonly [UsageOf, Collected[]]>();
    for (const call of [...calls]) {
      const workflowId = await this.#workflowOf(call.accountId, call.subject);
      if (workflowId === undefined) {
        calls.delete(call);
        continue;
      }
      const usage = { account_id: call.accountId, workflow_id: workflowId };
      const { pk, sk } = callsRow(usage, call.time);
      const row = rows.get(`${pk} ${sk}`) ?? ([usage, []] as const);
      row[1].push(call);
      rows.set(`${pk} ${sk}`, row);
    }
    return [...rows.values()];
  }

  async #writeRow(usage: UsageOf, calls: readonly Collected[]): Promise<void> {
    const add: Record<string, number> = {};
    for (const { time, operationId, status, count } of calls) {
      const name = attributeOf(time, `${operationId}_${status}`);
      add[name] = (add[name] ?? 0) + count;
    }
    await this.#service.table.write([{ update: callsRow(usage, calls[0]?.time ?? ''), add }]);
  }

  #add(call: Collected): void {
    const key = JSON.stringify([call.accountId, call.subject, call.operationId, call.status, call.time]);
    const collected = this.#collected.get(key);
    if (collected === undefined) this.#collected.set(key, { ...call });
    else collected.count += call.count;
  }
}
