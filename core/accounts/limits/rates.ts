/**
 * Rates: how many requests an account may send in a second, a minute and an hour, in windows that begin with the second,
 * minute and hour of UTC. One row for each account and kind of request holds the counts of the current windows. A
 * request reads the row and replaces it under the condition that nobody has meanwhile, so that no request is counted
 * twice and none too many is let through. Once a window is full, this process refuses until its end without a read: what
 * an account sends above its rate costs the table nothing.
 */
import { z } from 'zod';
import { ConditionFailedError, RateLimitedError, TemporarilyUnavailableError } from '../../errors.ts';
import type { Service } from '../../service.ts';
import { activityKey } from '../activity.ts';
import type { Plan } from './plan.ts';

/** `work`: requests that make work (documents, uploads, trainings). `reads`: all others. */
export type RateKind = 'work' | 'reads';

const LENGTHS = { second: 1, minute: 60, hour: 3600 } as const;
type WindowName = keyof typeof LENGTHS;

export interface RateWindow {
  readonly name: WindowName;
  /** Requests in the window at most. */
  readonly limit: number;
}

/** The state of a window, for the headers of an answer. */
export interface RateState {
  readonly name: WindowName;
  readonly limit: number;
  /** Length of the window in seconds. */
  readonly seconds: number;
  /** Requests that are left in the window. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly reset: number;
}

const countsSchema = z.partialRecord(
  z.enum(['second', 'minute', 'hour']),
  z.object({ start: z.number(), count: z.number() }),
);
type Counts = z.infer<typeof countsSchema>;
const rowSchema = z.object({ version: z.number(), counts: countsSchema });

/** A process that loses so many times against others lets the caller try again later. */
const MAX_ATTEMPTS = 200;
/** Accounts whose full windows this process remembers. */
const MAX_REMEMBERED = 10_000;

/** The windows that a plan limits; none: the rate is not limited. */
export const rateWindowsOf = (plan: Plan, kind: RateKind): readonly RateWindow[] => {
  const limits: Readonly<Partial<Record<WindowName, number | null>>> =
    kind === 'work'
      ? { second: plan.work_per_second, minute: plan.work_per_minute, hour: plan.work_per_hour }
      : { second: plan.reads_per_second };
  return (['second', 'minute', 'hour'] as const).flatMap((name) => {
    const limit = limits[name] ?? null;
    return limit === null ? [] : [{ name, limit }];
  });
};

/** The windows at a time, in ms. Where another process's clock is ahead, its window counts. */
const currentCounts = (stored: Counts, windows: readonly RateWindow[], now: number) =>
  windows.map(({ name, limit }) => {
    const length = LENGTHS[name] * 1000;
    const start = Math.floor(now / length) * length;
    const before = stored[name];
    const current = before !== undefined && before.start >= start ? before : { start, count: 0 };
    return { name, limit, ...current, end: current.start + length };
  });

const stateOf = ({ name, limit, count, end }: ReturnType<typeof currentCounts>[number], now: number): RateState => ({
  name,
  limit,
  seconds: LENGTHS[name],
  remaining: Math.max(0, limit - count),
  reset: Math.max(1, Math.ceil((end - now) / 1000)),
});

type Windows = ReturnType<typeof currentCounts>;
interface FullWindows {
  readonly limits: string;
  readonly windows: Windows;
  /** End of the last full window, in ms. */
  readonly until: number;
}
const fullByTable = new WeakMap<object, Map<string, FullWindows>>();
const rememberedOf = (table: object): Map<string, FullWindows> => {
  const known = fullByTable.get(table) ?? new Map<string, FullWindows>();
  fullByTable.set(table, known);
  return known;
};

const refusal = ({ windows, until }: FullWindows, now: number): RateLimitedError =>
  new RateLimitedError(
    windows.map((window) => stateOf(window, now)),
    Math.max(1, Math.ceil((until - now) / 1000)),
  );

/**
 * Counts a request and returns the state of its windows.
 * @throws RateLimitedError where a window is full: the request is not counted
 * @throws TemporarilyUnavailableError where other processes were faster each time
 */
export const countRequest = async (
  { table, clock }: Pick<Service, 'table' | 'clock'>,
  accountId: string,
  kind: RateKind,
  limited: readonly RateWindow[],
): Promise<readonly RateState[]> => {
  const key = activityKey(accountId, `RATE#${kind}`);
  const remembered = rememberedOf(table);
  const limits = JSON.stringify(limited);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const now = clock.now().getTime();
    const full = remembered.get(`${kind}#${accountId}`);
    if (full !== undefined && full.limits === limits && now < full.until) throw refusal(full, now);
    const item = await table.get(key);
    const row = item === undefined ? undefined : rowSchema.parse(item);
    const windows = currentCounts(row?.counts ?? {}, limited, now);
    const ends = windows.filter(({ count, limit }) => count >= limit).map(({ end }) => end);
    if (ends.length > 0) {
      const found = { limits, windows, until: Math.max(...ends) };
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(`${kind}#${accountId}`, found);
      throw refusal(found, now);
    }
    const counted = windows.map((window) => ({ ...window, count: window.count + 1 }));
    const counts = Object.fromEntries(counted.map(({ name, start, count }) => [name, { start, count }]));
    const expiresAt = Math.ceil(Math.max(...windows.map(({ end }) => end)) / 1000) + 1;
    try {
      await table.write([
        {
          put: { ...key, version: (row?.version ?? 0) + 1, counts, expires_at: expiresAt },
          when: [row === undefined ? { item: 'absent' } : { attribute: 'version', in: [row.version] }],
        },
      ]);
      return counted.map((window) => stateOf(window, now));
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
    }
  }
  throw new TemporarilyUnavailableError('Too many requests of this account are counted at once. Try again.');
};
