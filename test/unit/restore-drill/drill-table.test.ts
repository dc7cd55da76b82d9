import { describe, expect, it } from 'vitest';
import type { StoredRow, TableRecovery, TableState } from '../../../adapters/aws/account/recovery.ts';
import { drillTable } from '../../../bin/restore-drill/drill-table.ts';
import type { TableDrill } from '../../../bin/restore-drill/drill-table.ts';
import { DrillFailedError, lineOf } from '../../../bin/restore-drill/outcomes.ts';
import type { Outcome } from '../../../bin/restore-drill/outcomes.ts';

const START = new Date('2026-11-25T08:00:00.400Z');
const MINUTE_MS = 60_000;

const state: TableState = {
  isReady: true,
  keys: 'pk HASH, sk RANGE',
  indexes: 'by_index (index_pk HASH, index_sk RANGE; ALL)',
  encryption: 'arn:aws:kms:eu-central-1:111122223333:key/data',
};
const row = (sk: string, pages = 1): StoredRow => ({ pk: 'ACCOUNT#a', sk, pages });
const nameOf = ({ pk, sk }: { readonly pk: string; readonly sk: string }) => `${pk} ${sk}`;

interface Faults {
  /** The copy's members that differ. */
  readonly copied?: Partial<TableState>;
  /** Rows of the copy instead of those of the table at the restored time. */
  readonly restored?: readonly StoredRow[];
  /** Rows of the table after the restore. */
  readonly after?: readonly StoredRow[];
  readonly removalFails?: true;
}

/** DynamoDB with a clock: what is restored is five minutes old, and a restore takes an hour. */
const fakeRecovery = (rows: readonly StoredRow[], faults: Faults = {}) => {
  let now = START;
  let restoredAt: Date | undefined;
  let target: Date | undefined;
  const removed: string[] = [];
  const tableRows = (table: string): readonly StoredRow[] =>
    table === 'copy' ? (faults.restored ?? rows) : restoredAt === undefined ? rows : (faults.after ?? rows);
  const tables: TableRecovery = {
    state: async (table) =>
      await Promise.resolve(
        table === 'copy'
          ? { ...state, ...faults.copied, isReady: now.getTime() - (restoredAt?.getTime() ?? 0) >= 60 * MINUTE_MS }
          : state,
      ),
    recovery: async (table) =>
      await Promise.resolve({
        isOn: table !== 'copy',
        earliest: new Date(START.getTime() - 35 * 24 * 60 * MINUTE_MS),
        latest: new Date(now.getTime() - 5 * MINUTE_MS),
      }),
    restore: async (_source, _target, time) => {
      restoredAt = now;
      target = time;
      await Promise.resolve();
    },
    async *rows(table) {
      yield await Promise.resolve(tableRows(table).slice(0, 2));
      yield tableRows(table).slice(2);
    },
    rowsOf: async (table, keys) => {
      const wanted = new Set(keys.map(nameOf));
      return await Promise.resolve(tableRows(table).filter((each) => wanted.has(nameOf(each))));
    },
    remove: async (table) => {
      if (faults.removalFails) throw new Error('The table is being created');
      removed.push(table);
      await Promise.resolve();
    },
  };
  const outcomes: Outcome[] = [];
  const run = async (more: Partial<TableDrill> = {}): Promise<unknown> =>
    await drillTable({
      tables,
      table: 'table',
      copy: 'copy',
      sample: 100,
      keep: false,
      report: (outcome) => outcomes.push(outcome),
      now: () => now,
      pause: async (ms) => {
        now = new Date(now.getTime() + ms);
        await Promise.resolve();
      },
      ...more,
    }).then(
      () => 'done',
      (error: unknown) => error,
    );
  return {
    run,
    outcomes,
    removed,
    failures: () => outcomes.filter(({ status }) => status === 'failed').map(({ step, found }) => `${step}: ${found}`),
    restoredTime: () => target,
  };
};

describe('The drill of the table', () => {
  it('restores the time after the rows were read, once AWS can restore it, and waits until the copy is ready', async () => {
    const recovery = fakeRecovery([row('a'), row('b'), row('c')]);
    expect(await recovery.run()).toBe('done');
    expect(recovery.restoredTime()).toEqual(new Date('2026-11-25T08:00:01Z'));
    expect(recovery.failures()).toEqual([]);
    expect(recovery.removed).toEqual(['copy']);
  });

  it('does not compare rows that changed during the drill', async () => {
    const recovery = fakeRecovery([row('a'), row('b'), row('c')], {
      restored: [row('a'), row('b', 2)],
      after: [row('a'), row('b', 3)],
    });
    expect(await recovery.run()).toBe('done');
    const found = recovery.outcomes.find(({ step }) => step === 'compare rows')?.found;
    expect(found).toBe('1 rows are equal; 2 changed during the drill and are not compared');
  });

  it.each([
    ['is missing in the copy', [row('a')]],
    ['has another value in the copy', [row('a'), row('b', 2)]],
  ])('fails where a row that did not change %s', async (_, restored) => {
    const recovery = fakeRecovery([row('a'), row('b')], { restored });
    expect(await recovery.run()).toBeInstanceOf(DrillFailedError);
    expect(recovery.failures()).toEqual(['compare rows: 1 of 2 rows are not in the copy as they were']);
    expect(recovery.removed).toEqual(['copy']);
  });

  it('fails where the copy is empty', async () => {
    const recovery = fakeRecovery([row('a')], { restored: [] });
    expect(await recovery.run()).toBeInstanceOf(DrillFailedError);
    expect(recovery.failures()).toEqual(['count the rows of the copy: none; the table had 1 when it was read']);
  });

  it('reports a copy with another key, index or encryption', async () => {
    const recovery = fakeRecovery([row('a')], {
      copied: { keys: 'pk HASH', indexes: '', encryption: 'owned by AWS' },
    });
    await recovery.run();
    expect(recovery.failures().map((failure) => failure.split(':')[0])).toEqual([
      'compare the key',
      'compare the index',
      'compare the encryption',
    ]);
  });

  it('compares a sample of the size that is asked for', async () => {
    const recovery = fakeRecovery(Array.from({ length: 500 }, (_, index) => row(String(index))));
    await recovery.run({ sample: 10 });
    expect(recovery.outcomes.find(({ step }) => step === 'compare rows')?.found).toMatch(/^10 rows are equal/);
  });

  it('takes rows that differ from an earlier time for changed since', async () => {
    const recovery = fakeRecovery([row('a'), row('b', 2)], { restored: [row('a'), row('b', 1)] });
    expect(await recovery.run({ to: new Date('2026-11-20T08:00:00Z') })).toBe('done');
    expect(recovery.outcomes.find(({ step }) => step === 'compare rows')?.found).toMatch(/^1 of 2 rows/);
  });

  it('says how to remove a copy that it could not remove, or was told to keep', async () => {
    const stuck = fakeRecovery([row('a')], { removalFails: true });
    expect(await stuck.run()).toBeInstanceOf(DrillFailedError);
    const kept = fakeRecovery([row('a')]);
    expect(await kept.run({ keep: true })).toBe('done');
    expect(kept.removed).toEqual([]);
    for (const { outcomes } of [stuck, kept])
      expect(outcomes.at(-1)?.found).toContain('aws dynamodb delete-table --table-name copy');
  });
});

describe('A line of the drill', () => {
  it('has the time of the step', () => {
    expect(lineOf({ step: 'restore the table', status: 'ok', found: 'copy is active', seconds: 1234.56 })).toMatch(
      /^ok\s+restore the table\s+1234\.6 s {2}copy is active$/,
    );
  });
});
