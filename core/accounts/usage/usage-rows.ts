/**
 * The rows of usage: counters for each hour of UTC, in which attributes have the number of the quarter of an hour, 0 to 3.
 * Every time zone in use begins its days at a multiple of a quarter of an hour, so that days of any zone can be summed.
 */
import type { Item, Key, Table } from '../../ports.ts';
import { queryItems } from '../../storage/lists/query-items.ts';

export interface UsageOf {
  readonly account_id: string;
  readonly workflow_id: string;
}

/** What is counted of finished requests. */
export const COUNTERS = ['requests', 'succeeded', 'failed', 'pages', 'ocr_pages', 'sub_documents', 'credits'] as const;
export type Counter = (typeof COUNTERS)[number];

export const QUARTER_MS = 15 * 60_000;
/** Length of `2026-11-21T02`, an hour in ISO 8601. */
const HOUR_LENGTH = 13;

/**
 * Rows of one hour: a transaction on a row makes concurrent ones on the same row wait, and one row of DynamoDB takes
 * 1,000 writes a second.
 */
const SHARDS = 4;

export const usagePartition = ({ account_id: account, workflow_id: workflow }: UsageOf): string =>
  `ACCOUNT#${account}#USAGE#${workflow}`;
const hourOf = (time: string): string => time.slice(0, HOUR_LENGTH);

/** The quarter of the hour, 0 to 3. @param time  ISO 8601, in UTC */
export const quarterOf = (time: string): number => Math.floor(Number(time.slice(14, 16)) / 15);

/** The row of the request's counters. @param id  of the request: it selects one of the hour's rows */
export const requestsRow = (usage: UsageOf, time: string, id: string): Key => ({
  pk: usagePartition(usage),
  sk: `HOUR#${hourOf(time)}#${Number.parseInt(id.slice(-2), 16) % SHARDS || 0}`,
});

export const callsRow = (usage: UsageOf, time: string): Key => ({
  pk: usagePartition(usage),
  sk: `CALLS#${hourOf(time)}`,
});

/** Says that a batch of API calls was counted. It is outside the range of the rows of counts. */
export const callBatchRow = (usage: UsageOf, batchId: string): Key => ({
  pk: usagePartition(usage),
  sk: `CALL_BATCH#${batchId}`,
});

/** Yields the rows of a kind that may have counts between two times. */
const rowsBetween = (
  service: { readonly table: Pick<Table, 'query'> },
  { kind, usage, from, to }: { kind: 'HOUR' | 'CALLS'; usage: UsageOf; from: Date; to: Date },
): AsyncGenerator<Item> =>
  queryItems(service, {
    pk: usagePartition(usage),
    skFrom: `${kind}#${hourOf(from.toISOString())}`,
    // `~` sorts after the numbers of the hour's rows.
    skTo: `${kind}#${hourOf(to.toISOString())}~`,
  });

/** A counter of a quarter of an hour. */
export interface Count {
  /** Beginning of the quarter, in milliseconds since 1970-01-01. */
  readonly at: number;
  /** Name of the counter without the quarter: `pages`, `latency_42`, `getOcr_200`. */
  readonly name: string;
  readonly count: number;
}

function* countsOf({ sk, ...attributes }: Item): Generator<Count> {
  const hour = Date.parse(`${sk.split('#')[1] ?? ''}:00:00Z`);
  for (const [attribute, count] of Object.entries(attributes)) {
    const [, quarter, name = ''] = /^q([0-3])_(.+)$/.exec(attribute) ?? [];
    if (quarter !== undefined && typeof count === 'number')
      yield { at: hour + Number(quarter) * QUARTER_MS, name, count };
  }
}

/** Name of a counter's attribute. */
export const attributeOf = (time: string, name: string): string => `q${quarterOf(time)}_${name}`;

/** Yields the counts of finished requests, or of API calls, whose quarter begins in [from, to). */
export async function* countsBetween(
  service: { readonly table: Pick<Table, 'query'> },
  range: { readonly kind: 'HOUR' | 'CALLS'; readonly usage: UsageOf; readonly from: Date; readonly to: Date },
): AsyncGenerator<Count> {
  const [from, to] = [range.from.getTime(), range.to.getTime()];
  for await (const row of rowsBetween(service, range))
    for (const count of countsOf(row)) if (count.at >= from && count.at < to) yield count;
}
