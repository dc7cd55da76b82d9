/** Contract of Table: DynamoDB's semantics. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConditionFailedError, ItemTooLargeError } from '../../core/errors.ts';
import type { Item, Query, Table } from '../../core/ports.ts';

export interface TableUnderTest {
  readonly table: Table;
  /** Sets the clock that determines what has expired. */
  setNow(now: Date): void;
  close(): Promise<void>;
}

const NOW = new Date('2026-01-01T00:00:00Z');
const seconds = (date: Date): number => date.getTime() / 1000;

const failedOperations = async (write: Promise<void>): Promise<readonly number[]> => {
  const error = await write.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConditionFailedError);
  return error instanceof ConditionFailedError ? error.operations : [];
};

/** Whether the conditions of a write held; any other error is not expected. */
const hasWritten = (write: Promise<void>): Promise<boolean> =>
  write.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ConditionFailedError) return false;
      throw error;
    },
  );

const queryAll = async (table: Table, query: Query): Promise<Item[]> => {
  const items: Item[] = [];
  let after: string | undefined;
  do {
    const page = await table.query({ ...query, ...(after === undefined ? {} : { after }) });
    items.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return items;
};

/** @param options  `takesTrueForOne`: the stand-in for the database treats true as equal to 1, as Python does */
export const describeTableContract = (
  name: string,
  makeTable: () => Promise<TableUnderTest>,
  options: { readonly takesTrueForOne?: boolean } = {},
): void => {
  describe(`Table contract: ${name}`, () => {
    let made: TableUnderTest;
    let table: Table;
    const key = { pk: 'account#1', sk: 'row#1' };

    beforeEach(async () => {
      made = await makeTable();
      made.setNow(NOW);
      table = made.table;
    });
    afterEach(async () => {
      await made.close();
    });

    const put = (item: Item): Promise<void> => table.write([{ put: item }]);
    const sortKeys = async (query: Query): Promise<string[]> => (await queryAll(table, query)).map((item) => item.sk);

    describe('reading and writing', () => {
      it('returns an item with attributes of every type', async () => {
        const item = {
          ...key,
          text: 'Größe 日本 "…" \n',
          number: -1.5,
          yes: true,
          none: null,
          list: [1, 'a', [null]],
          map: { inner: { deep: 1 } },
        };
        await put(item);
        expect(await table.get(key)).toEqual(item);
      });

      it('returns undefined for an absent item', async () => {
        expect(await table.get(key)).toBeUndefined();
      });

      it('replaces the whole item with a put', async () => {
        await put({ ...key, a: 1, b: 2 });
        await put({ ...key, b: 3 });
        expect(await table.get(key)).toEqual({ ...key, b: 3 });
      });

      it('deletes an item, also where it is absent', async () => {
        await put({ ...key, a: 1 });
        await table.write([{ delete: key }]);
        await table.write([{ delete: key }]);
        expect(await table.get(key)).toBeUndefined();
      });

      it('drops attributes that are undefined', async () => {
        await put({ ...key, a: undefined, b: 1 });
        expect(Object.keys((await table.get(key)) ?? {}).sort()).toEqual(['b', 'pk', 'sk']);
      });

      it('distinguishes items whose concatenated keys are equal', async () => {
        await put({ pk: 'a', sk: 'b#c', n: 1 });
        await put({ pk: 'a#b', sk: 'c', n: 2 });
        expect(await table.get({ pk: 'a', sk: 'b#c' })).toMatchObject({ n: 1 });
      });
    });

    describe('updates', () => {
      it('sets, adds and removes attributes and leaves the others', async () => {
        await put({ ...key, kept: 'k', changed: 'old', count: 2, gone: 1 });
        await table.write([
          { update: key, set: { changed: 'new', fresh: [1] }, add: { count: 3, other: -1 }, remove: ['gone', 'never'] },
        ]);
        expect(await table.get(key)).toEqual({ ...key, kept: 'k', changed: 'new', fresh: [1], count: 5, other: -1 });
      });

      it('creates an absent item', async () => {
        await table.write([{ update: key, add: { count: 1 } }]);
        expect(await table.get(key)).toEqual({ ...key, count: 1 });
      });

      it('loses none of many concurrent additions', async () => {
        await Promise.all(Array.from({ length: 50 }, () => table.write([{ update: key, add: { count: 1 } }])));
        expect(await table.get(key)).toMatchObject({ count: 50 });
      });

      it('rejects an addition to an attribute that is not a number, and changes nothing', async () => {
        await put({ ...key, text: 'a' });
        await expect(table.write([{ update: key, add: { text: 1 } }])).rejects.toThrow(RangeError);
        expect(await table.get(key)).toEqual({ ...key, text: 'a' });
      });

      it('rejects changes of a key, and two changes of one attribute', async () => {
        await expect(table.write([{ update: key, set: { pk: 'other' } }])).rejects.toThrow(RangeError);
        await expect(table.write([{ update: key, set: { a: 1 }, remove: ['a'] }])).rejects.toThrow(RangeError);
      });
    });

    describe('conditions', () => {
      it('applies nothing where conditions fail, and reports whose', async () => {
        await put({ ...key, state: 'queued' });
        const failed = await failedOperations(
          table.write([
            { put: { pk: 'account#1', sk: 'row#2' }, when: [{ item: 'absent' }] },
            { update: key, set: { state: 'done' }, when: [{ attribute: 'state', in: ['processing'] }] },
            { check: { pk: 'account#2', sk: 'row#1' }, when: [{ item: 'present' }] },
          ]),
        );
        expect(failed).toEqual([1, 2]);
        expect(await table.get({ pk: 'account#1', sk: 'row#2' })).toBeUndefined();
        expect(await table.get(key)).toMatchObject({ state: 'queued' });
      });

      it('applies every operation where all conditions hold', async () => {
        await put({ ...key, state: 'queued', pages: 3 });
        const other = { pk: 'account#1', sk: 'row#2' };
        await table.write([
          {
            update: key,
            set: { state: 'processing' },
            when: [
              { attribute: 'state', in: ['queued', 'processing'] },
              { attribute: 'pages', atLeast: 3 },
              { attribute: 'pages', atMost: 3 },
            ],
          },
          { put: other, when: [{ item: 'absent' }] },
        ]);
        expect(await table.get(key)).toMatchObject({ state: 'processing' });
        expect(await table.get(other)).toEqual(other);
      });

      it('treats an absent item as one without attributes', async () => {
        const holds = (when: Parameters<Table['write']>[0][number]['when']): Promise<boolean> =>
          hasWritten(table.write([{ check: key, when: when ?? [] }]));
        expect(await holds([{ item: 'absent' }])).toBe(true);
        expect(await holds([{ item: 'present' }])).toBe(false);
        expect(await holds([{ attribute: 'a', is: 'absent' }])).toBe(true);
        expect(await holds([{ attribute: 'a', is: 'present' }])).toBe(false);
        expect(await holds([{ attribute: 'a', in: [null, '', 0, false] }])).toBe(false);
        expect(await holds([{ attribute: 'a', atMost: 10 }])).toBe(false);
        expect(await holds([{ attribute: 'a', atLeast: -10 }])).toBe(false);
      });

      it('compares only values of the same type, and treats null as a value', async () => {
        await put({ ...key, text: '5', none: null, yes: true });
        expect(await failedOperations(table.write([{ check: key, when: [{ attribute: 'text', in: [5] }] }]))).toEqual([
          0,
        ]);
        expect(
          await failedOperations(table.write([{ check: key, when: [{ attribute: 'text', atLeast: 1 }] }])),
        ).toEqual([0]);
        await table.write([
          {
            check: key,
            when: [
              { attribute: 'none', in: [null] },
              { attribute: 'none', is: 'present' },
              { attribute: 'yes', in: [true] },
            ],
          },
        ]);
      });

      it.skipIf(options.takesTrueForOne === true)('does not treat true as a number or a string', async () => {
        await put({ ...key, yes: true });
        expect(
          await failedOperations(table.write([{ check: key, when: [{ attribute: 'yes', in: [1, 'true'] }] }])),
        ).toEqual([0]);
      });

      it('lets exactly one of many concurrent writers create an item', async () => {
        const writes = Array.from({ length: 20 }, (_, n) =>
          hasWritten(table.write([{ put: { ...key, n }, when: [{ item: 'absent' }] }])),
        );
        const written = await Promise.all(writes);
        expect(written.filter(Boolean)).toHaveLength(1);
        expect(await table.get(key)).toMatchObject({ n: written.indexOf(true) });
      });

      it('lets exactly one of many concurrent transactions change the same state', async () => {
        await put({ ...key, state: 'queued' });
        const moves = Array.from({ length: 20 }, (_, n) =>
          hasWritten(
            table.write([
              { update: key, set: { state: 'done', by: n }, when: [{ attribute: 'state', in: ['queued'] }] },
              { update: { pk: 'usage', sk: 'pages' }, add: { count: 7 } },
            ]),
          ),
        );
        expect((await Promise.all(moves)).filter(Boolean)).toHaveLength(1);
        expect(await table.get({ pk: 'usage', sk: 'pages' })).toMatchObject({ count: 7 });
      });
    });

    describe('limits', () => {
      it('accepts 100 operations and rejects 101, or none', async () => {
        const operations = Array.from({ length: 101 }, (_, n) => ({
          put: { pk: 'many', sk: String(n).padStart(3, '0') },
        }));
        await table.write(operations.slice(0, 100));
        expect(await sortKeys({ pk: 'many' })).toHaveLength(100);
        await expect(table.write(operations)).rejects.toThrow(RangeError);
        await expect(table.write([])).rejects.toThrow(RangeError);
      });

      it('rejects two operations on one item, and empty keys', async () => {
        await expect(table.write([{ put: { ...key } }, { delete: key }])).rejects.toThrow(RangeError);
        await expect(put({ pk: '', sk: 'a' })).rejects.toThrow(RangeError);
        await expect(put({ pk: 'a', sk: '' })).rejects.toThrow(RangeError);
      });

      it('rejects an item of more than 400 KB', async () => {
        await put({ ...key, text: 'x'.repeat(390_000) });
        const tooLong = 'x'.repeat(410_000);
        await expect(put({ ...key, text: tooLong })).rejects.toThrow(ItemTooLargeError);
        const update = { update: key, set: { other: tooLong } };
        await expect(table.write([update])).rejects.toThrow(ItemTooLargeError);
        await expect(table.write([{ ...update, when: [{ item: 'present' }] }])).rejects.toThrow(ItemTooLargeError);
        expect(JSON.stringify(await table.get(key))).toHaveLength(
          JSON.stringify({ ...key, text: '' }).length + 390_000,
        );
      });
    });

    describe('queries', () => {
      const rows = ['a#1', 'a#2', 'a#3', 'b#1', 'b', 'Z', 'ä'];
      beforeEach(async () => {
        await table.write(rows.map((sk) => ({ put: { pk: 'p', sk } })));
        await put({ pk: 'q', sk: 'a#1' });
      });

      it('returns a partition in byte order of the sort keys', async () => {
        expect(await sortKeys({ pk: 'p' })).toEqual(['Z', 'a#1', 'a#2', 'a#3', 'b', 'b#1', 'ä']);
        expect(await sortKeys({ pk: 'p', descending: true })).toEqual(['ä', 'b#1', 'b', 'a#3', 'a#2', 'a#1', 'Z']);
        expect(await sortKeys({ pk: 'absent' })).toEqual([]);
      });

      it('returns sort keys with a prefix, and those of a range including both ends', async () => {
        expect(await sortKeys({ pk: 'p', skBeginsWith: 'a#' })).toEqual(['a#1', 'a#2', 'a#3']);
        expect(await sortKeys({ pk: 'p', skBeginsWith: 'a#', descending: true, limit: 1 })).toEqual([
          'a#3',
          'a#2',
          'a#1',
        ]);
        expect(await sortKeys({ pk: 'p', skFrom: 'a#2', skTo: 'b' })).toEqual(['a#2', 'a#3', 'b']);
        expect(await sortKeys({ pk: 'p', skFrom: 'b' })).toEqual(['b', 'b#1', 'ä']);
        expect(await sortKeys({ pk: 'p', skTo: 'Z' })).toEqual(['Z']);
      });

      it('treats a prefix literally', async () => {
        await put({ pk: 'wild', sk: 'a%b' });
        await put({ pk: 'wild', sk: 'axb' });
        expect(await sortKeys({ pk: 'wild', skBeginsWith: 'a%' })).toEqual(['a%b']);
      });

      it('rejects a limit out of range, and a prefix together with a range', async () => {
        await expect(table.query({ pk: 'p', limit: 0 })).rejects.toThrow(RangeError);
        await expect(table.query({ pk: 'p', limit: 1001 })).rejects.toThrow(RangeError);
        await expect(table.query({ pk: 'p', skBeginsWith: 'a', skFrom: 'a' })).rejects.toThrow(RangeError);
        await expect(table.query({ pk: 'p', after: 'nonsense' })).rejects.toThrow(RangeError);
      });

      it('returns each of 1,000 items once, page by page, in both directions', async () => {
        const keys = Array.from({ length: 1000 }, (_, n) => String(n).padStart(4, '0'));
        for (let from = 0; from < keys.length; from += 100)
          await table.write(keys.slice(from, from + 100).map((sk) => ({ put: { pk: 'thousand', sk } })));
        expect(await sortKeys({ pk: 'thousand', limit: 64 })).toEqual(keys);
        expect(await sortKeys({ pk: 'thousand', limit: 333, descending: true })).toEqual(keys.toReversed());
        expect((await table.query({ pk: 'thousand', limit: 1000 })).items).toHaveLength(1000);
      });

      it('continues after an item that was deleted between two pages', async () => {
        const first = await table.query({ pk: 'p', limit: 2 });
        await table.write([{ delete: { pk: 'p', sk: 'a#1' } }]);
        const second = await table.query({
          pk: 'p',
          limit: 2,
          ...(first.next === undefined ? {} : { after: first.next }),
        });
        expect(second.items.map((item) => item.sk)).toEqual(['a#2', 'a#3']);
      });
    });

    describe('the index', () => {
      const index = 'by_index' as const;
      it('contains the items that have both index keys, in order of the index', async () => {
        await put({ pk: '1', sk: 'x', index_pk: 'open', index_sk: '2026-02' });
        await put({ pk: '2', sk: 'x', index_pk: 'open', index_sk: '2026-01' });
        await put({ pk: '3', sk: 'x', index_pk: 'open' });
        await put({ pk: '4', sk: 'x', index_pk: 'closed', index_sk: '2026-01' });
        await put({ pk: '5', sk: 'x' });
        expect((await queryAll(table, { index, pk: 'open' })).map((item) => item.pk)).toEqual(['2', '1']);
        expect((await queryAll(table, { index, pk: 'open', skFrom: '2026-02' })).map((item) => item.pk)).toEqual(['1']);
      });

      it('follows updates, removals and deletions', async () => {
        await put({ pk: '1', sk: 'x', index_pk: 'open', index_sk: 'a', n: 1 });
        await put({ pk: '2', sk: 'x', index_pk: 'open', index_sk: 'b' });
        await put({ pk: '3', sk: 'x', index_pk: 'open', index_sk: 'c' });
        await table.write([
          { update: { pk: '1', sk: 'x' }, set: { index_pk: 'closed' } },
          { update: { pk: '2', sk: 'x' }, remove: ['index_pk', 'index_sk'] },
          { delete: { pk: '3', sk: 'x' } },
        ]);
        expect(await queryAll(table, { index, pk: 'open' })).toEqual([]);
        expect(await queryAll(table, { index, pk: 'closed' })).toEqual([
          { pk: '1', sk: 'x', index_pk: 'closed', index_sk: 'a', n: 1 },
        ]);
      });

      it('returns each item once where many have the same index keys', async () => {
        await table.write(
          Array.from({ length: 50 }, (_, n) => ({
            put: { pk: String(n), sk: 'x', index_pk: 'same', index_sk: 'same' },
          })),
        );
        const seen = (await queryAll(table, { index, pk: 'same', limit: 7 })).map((item) => item.pk);
        expect(new Set(seen).size).toBe(50);
        expect(seen).toHaveLength(50);
      });
    });

    describe('expiry', () => {
      const later = new Date(NOW.getTime() + 60_000);
      const muchLater = new Date(NOW.getTime() + 120_000);

      it('never returns an expired item', async () => {
        await put({ ...key, index_pk: 'i', index_sk: 'i', expires_at: seconds(later) });
        expect(await table.get(key)).toBeDefined();
        made.setNow(muchLater);
        expect(await table.get(key)).toBeUndefined();
        expect(await queryAll(table, { pk: key.pk })).toEqual([]);
        expect(await queryAll(table, { index: 'by_index', pk: 'i' })).toEqual([]);
      });

      it('does not merge an expired item into the one that an update creates', async () => {
        await put({ ...key, old: 1, count: 5, expires_at: seconds(later) });
        made.setNow(muchLater);
        await table.write([{ update: key, set: { fresh: true }, add: { count: 1 } }]);
        expect(await table.get(key)).toEqual({ ...key, fresh: true, count: 1 });
      });

      it('treats an expired item in a condition as absent', async () => {
        const other = { pk: 'account#1', sk: 'row#2' };
        await put({ ...key, state: 'queued', n: 1, expires_at: seconds(later) });
        made.setNow(muchLater);
        expect(
          await failedOperations(
            table.write([
              { update: key, set: { a: 1 }, when: [{ attribute: 'state', in: ['queued'] }] },
              { put: other },
            ]),
          ),
        ).toEqual([0]);
        expect(await failedOperations(table.write([{ check: key, when: [{ attribute: 'n', atLeast: 0 }] }]))).toEqual([
          0,
        ]);
        expect(await failedOperations(table.write([{ delete: key, when: [{ item: 'present' }] }]))).toEqual([0]);
        await table.write([
          { update: key, set: { a: 1 }, when: [{ item: 'absent' }, { attribute: 'state', is: 'absent' }] },
          { put: other },
        ]);
        expect(await table.get(key)).toEqual({ ...key, a: 1 });
        expect(await table.get(other)).toEqual(other);
      });

      it('allows an item with the key of an expired one', async () => {
        await put({ ...key, n: 1, expires_at: seconds(later) });
        expect(await failedOperations(table.write([{ put: { ...key, n: 2 }, when: [{ item: 'absent' }] }]))).toEqual([
          0,
        ]);
        made.setNow(muchLater);
        await table.write([{ put: { ...key, n: 2 }, when: [{ item: 'absent' }] }]);
        expect(await table.get(key)).toEqual({ ...key, n: 2 });
      });
    });
  });
};
