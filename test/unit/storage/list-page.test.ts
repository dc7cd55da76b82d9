import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../core/errors.ts';
import type { Query } from '../../../core/ports.ts';
import { listConsecutive, listPage } from '../../../core/storage/lists/list-page.ts';
import type { ListQuery } from '../../../core/storage/lists/query-items.ts';
import { fakeService } from '../../fakes/fake-service.ts';

const QUERY: ListQuery = { pk: 'LIST', skBeginsWith: 'N#' };
const pad = (number: number): string => String(number).padStart(3, '0');

const tableWith = async (count: number) => {
  const { table } = fakeService();
  for (let number = 0; number < count; number += 1)
    await table.write([{ put: { pk: 'LIST', sk: `N#${pad(number)}`, index_pk: 'I', index_sk: pad(number), number } }]);
  return table;
};

/** Reads every page. */
const readAll = (table: Awaited<ReturnType<typeof tableWith>>, query: ListQuery, limit: number, even = false) =>
  readEach(table, [query], limit, even);

const readEach = async (
  table: Awaited<ReturnType<typeof tableWith>>,
  queries: readonly ListQuery[],
  limit: number,
  even = false,
) => {
  const pages: number[][] = [];
  let cursor: string | undefined;
  do {
    const page = await listConsecutive({ table }, queries, { limit, cursor }, ({ number }) =>
      even && Number(number) % 2 === 1 ? undefined : Number(number),
    );
    pages.push([...page.items]);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return pages;
};

describe('A page of a list', () => {
  it('has `limit` entries, and `next` continues after them until it is null', async () => {
    const table = await tableWith(7);
    expect(await readAll(table, QUERY, 3)).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
    expect(await readAll(table, { ...QUERY, descending: true }, 4)).toEqual([
      [6, 5, 4, 3],
      [2, 1, 0],
    ]);
  });

  it('is full where a filter leaves entries out, and no entry is lost or given twice', async () => {
    const table = await tableWith(11);
    expect(await readAll(table, QUERY, 2, true)).toEqual([
      [0, 2],
      [4, 6],
      [8, 10],
    ]);
    expect(await readAll(table, { index: 'by_index', pk: 'I' }, 2, true)).toEqual([
      [0, 2],
      [4, 6],
      [8, 10],
    ]);
  });

  it('has the entries of several queries, one after the other', async () => {
    const table = await tableWith(7);
    const low = { pk: 'LIST', skTo: 'N#003', descending: true };
    const high = { pk: 'LIST', skFrom: 'N#004' };
    expect(await readEach(table, [low, high], 3)).toEqual([[3, 2, 1], [0, 4, 5], [6]]);
    expect(await readEach(table, [low, high], 2)).toEqual([[3, 2], [1, 0], [4, 5], [6]]);
    expect(await readEach(table, [low, high], 7)).toEqual([[3, 2, 1, 0, 4, 5, 6]]);
    expect(await readEach(table, [low, high], 1, true)).toEqual([[2], [0], [4], [6]]);
  });

  it('is the last one where no query has an entry after it', async () => {
    const table = await tableWith(4);
    const low = { pk: 'LIST', skTo: 'N#003', descending: true };
    const none = ['N#004', 'N#005', 'N#006'].map((skFrom) => ({ pk: 'LIST', skFrom }));
    expect(await readEach(table, [low, ...none], 2)).toEqual([
      [3, 2],
      [1, 0],
    ]);
    expect(await readEach(table, [...none, low], 2)).toEqual([
      [3, 2],
      [1, 0],
    ]);
  });

  it('of one entry needs few queries where most entries are left out, and loses none', async () => {
    const table = await tableWith(350);
    const limits: number[] = [];
    const counted = {
      query: (query: Query) => {
        limits.push(query.limit ?? 0);
        return table.query(query);
      },
    };
    const found: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await listPage({ table: counted }, QUERY, { limit: 1, cursor }, ({ number }) =>
        [210, 211, 349].includes(Number(number)) ? number : undefined,
      );
      found.push(...page.items);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual([210, 211, 349]);
    // The first query reads no more than the entries of the page, which is full after it where none is left out.
    expect(limits).toEqual([1, 100, 100, 100, 1, 1, 100, 100]);
  });

  it('is refused for a cursor of another list, or one that was changed', async () => {
    const table = await tableWith(5);
    const { next } = await listPage({ table }, QUERY, { limit: 2 }, ({ sk }) => sk);
    const cursor = next ?? '';
    const ask = (query: ListQuery, wanted: string) =>
      listPage({ table }, query, { limit: 2, cursor: wanted }, ({ sk }) => sk);
    await expect(ask(QUERY, cursor)).resolves.toMatchObject({ items: ['N#002', 'N#003'] });
    for (const wrong of ['', 'x', `${cursor}x`, cursor.slice(1), cursor.toUpperCase()])
      await expect(ask(QUERY, wrong), wrong).rejects.toThrow(ValidationError);
    await expect(ask({ ...QUERY, pk: 'OTHER' }, cursor)).rejects.toThrow(
      'cursor: must be the next of a page of this list',
    );
  });
});
