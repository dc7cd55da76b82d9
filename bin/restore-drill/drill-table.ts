/** Restores the table into a copy, and compares the copy with the table. The table itself is only read. */
import { isDeepStrictEqual } from 'node:util';
import { readable } from '../../adapters/aws/account/aws-account.ts';
import type { StoredRow, TableRecovery, TableState } from '../../adapters/aws/account/recovery.ts';
import { DrillFailedError, timedStep } from './outcomes.ts';
import type { Report } from './outcomes.ts';

export interface TableDrill {
  readonly tables: TableRecovery;
  readonly table: string;
  /** Name of the copy. */
  readonly copy: string;
  /** The time to restore. Absent: that at which the rows were read. */
  readonly to?: Date | undefined;
  /** Number of rows that are compared. */
  readonly sample: number;
  /** Whether the copy stays. */
  readonly keep: boolean;
  readonly report: Report;
  readonly now: () => Date;
  /** Waits before a state is asked for again. */
  readonly pause: (ms: number) => Promise<void>;
}

const POLL_MS = 15_000;
/** The latest time that can be restored is usually five minutes ago. */
const RESTORABLE_LIMIT_MS = 30 * 60_000;
/** AWS names no limit, only "several hours". */
const ACTIVE_LIMIT_MS = 24 * 3600_000;
const SECOND_MS = 1000;

const nameOf = ({ pk, sk }: StoredRow): string => JSON.stringify([pk, sk]);

interface ReadRows {
  readonly count: number;
  readonly sample: readonly StoredRow[];
}

/** Counts all rows and takes a uniform sample of them (reservoir sampling). */
const readRows = async (pages: AsyncIterable<readonly StoredRow[]>, size: number): Promise<ReadRows> => {
  const sample: StoredRow[] = [];
  let count = 0;
  for await (const page of pages)
    for (const row of page) {
      count += 1;
      if (sample.length < size) sample.push(row);
      else {
        const place = Math.floor(Math.random() * count);
        if (place < size) sample[place] = row;
      }
    }
  return { count, sample };
};

const until = async <Found>(
  { now, pause }: TableDrill,
  limitMs: number,
  what: string,
  ask: () => Promise<Found | undefined>,
): Promise<Found> => {
  const end = now().getTime() + limitMs;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (now().getTime() > end) throw new Error(`${what} was not reached within ${limitMs / 60_000} minutes`);
    await pause(POLL_MS);
  }
};

/** The time to restore: after the rows were read, so that those that do not change must be in the copy as they were. */
const chooseTime = (drill: TableDrill): Promise<Date> => {
  const { tables, table, to, report } = drill;
  return timedStep('wait for the time', report, readable, async () => {
    const read = drill.now().getTime();
    const time = to ?? new Date(Math.ceil(read / SECOND_MS) * SECOND_MS);
    if (to !== undefined) {
      const { earliest, latest } = await tables.recovery(table);
      if ((earliest !== undefined && to < earliest) || (latest !== undefined && to > latest))
        throw new Error(
          `the table can be restored from ${String(earliest?.toISOString())} to ${String(latest?.toISOString())}`,
        );
    } else
      await until(drill, RESTORABLE_LIMIT_MS, 'the time of the sample', async () => {
        const { latest } = await tables.recovery(table);
        return latest !== undefined && latest >= time ? latest : undefined;
      });
    return { result: time, found: `${time.toISOString()} can be restored` };
  });
};

const restoreCopy = (drill: TableDrill, time: Date): Promise<void> => {
  const { tables, table, copy, report } = drill;
  return timedStep('restore the table', report, readable, async () => {
    await tables.restore(table, copy, time);
    await until(drill, ACTIVE_LIMIT_MS, 'ACTIVE', async () => (await tables.state(copy)).isReady || undefined);
    return { result: undefined, found: `${copy} is active` };
  });
};

const compareStates = (table: TableState, copy: TableState, report: Report): void => {
  for (const [step, member] of [
    ['compare the key', 'keys'],
    ['compare the index', 'indexes'],
    ['compare the encryption', 'encryption'],
  ] as const) {
    const isSame = table[member] === copy[member];
    report({
      step,
      status: isSame ? 'ok' : 'failed',
      found: isSame ? table[member] : `${copy[member]} instead of ${table[member]}`,
    });
  }
};

/** Rows that were the same before and after the restored time had the same value at it. */
const compareSample = async (drill: TableDrill, sample: readonly StoredRow[]): Promise<void> => {
  const { tables, table, copy, to, report } = drill;
  await timedStep('compare rows', report, readable, async () => {
    const [live, restored] = await Promise.all(
      [table, copy].map(async (name) => {
        const rows = await tables.rowsOf(name, sample);
        return new Map(rows.map((row) => [nameOf(row), row]));
      }),
    );
    const unchanged = sample.filter((row) => isDeepStrictEqual(live?.get(nameOf(row)), row));
    const equal = unchanged.filter((row) => isDeepStrictEqual(restored?.get(nameOf(row)), row));
    const different = unchanged.length - equal.length;
    const changed = sample.length - unchanged.length;
    if (to !== undefined)
      return {
        result: undefined,
        found: `${equal.length} of ${sample.length} rows are in the copy as they are now; the others changed since, which is not checked`,
      };
    if (different > 0) throw new Error(`${different} of ${unchanged.length} rows are not in the copy as they were`);
    return {
      result: undefined,
      found: `${equal.length} rows are equal; ${changed} changed during the drill and are not compared`,
    };
  });
};

const removeCopy = async ({ tables, copy, keep, report }: TableDrill): Promise<void> => {
  const command = `aws dynamodb delete-table --table-name ${copy}`;
  if (keep) {
    report({ step: 'remove the copy', status: 'note', found: `it is kept, and charged, until: ${command}` });
    return;
  }
  await timedStep(
    'remove the copy',
    report,
    (error) => `${readable(error)}. Once it is active: ${command}`,
    async () => {
      await tables.remove(copy);
      return { result: undefined, found: copy };
    },
  );
};

const compareCopy = async (drill: TableDrill, before: ReadRows & { readonly state: TableState }): Promise<void> => {
  const { tables, copy, report } = drill;
  compareStates(before.state, await tables.state(copy), report);
  const { count } = await timedStep('count the rows of the copy', report, readable, async () => {
    const read = await readRows(tables.rows(copy), 0);
    if (read.count === 0 && before.count > 0) throw new Error(`none; the table had ${before.count} when it was read`);
    return { result: read, found: `${read.count}; the table had ${before.count} when it was read` };
  });
  if (count !== before.count)
    report({ step: 'compare the counts', status: 'note', found: 'they differ by what changed between the two times' });
  await compareSample(drill, before.sample);
  const { isOn } = await tables.recovery(copy);
  if (!isOn)
    report({
      step: 'recovery of the copy',
      status: 'note',
      found: 'point-in-time recovery is off, as AWS restores tables: a copy that goes into service needs it',
    });
};

/**
 * Reports each step. Reads every row of the table and of the copy once.
 * @throws DrillFailedError after a step failed and was reported; a copy that was begun is removed before, unless it is kept
 */
export const drillTable = async (drill: TableDrill): Promise<void> => {
  const { tables, table, sample, report } = drill;
  const before = await timedStep('read the table', report, readable, async () => {
    const [state, recovery] = await Promise.all([tables.state(table), tables.recovery(table)]);
    if (!recovery.isOn) throw new Error(`point-in-time recovery of ${table} is off`);
    const rows = await readRows(tables.rows(table), sample);
    return { result: { state, ...rows }, found: `${rows.count} rows of ${table}` };
  });
  const time = await chooseTime(drill);
  try {
    await restoreCopy(drill, time);
    await compareCopy(drill, before);
  } catch (error) {
    await removeCopy(drill).catch((problem: unknown) => {
      if (!(problem instanceof DrillFailedError)) throw problem;
    });
    throw error;
  }
  await removeCopy(drill);
};
