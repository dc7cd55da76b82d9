/** One page of a list that callers read by cursor. */
import type { Item, Table } from '../ports.ts';
import { listCursor, readCursor } from './list-cursor.ts';
import { queryItems } from './query-items.ts';
import type { ListQuery } from './query-items.ts';
import { writePosition } from './query-position.ts';

export interface PageRequest {
  /** 1 to 1000. */
  readonly limit: number;
  /** `next` of the page before; absent: the first page. */
  readonly cursor?: string | undefined;
}

export interface Page<Entry> {
  readonly items: readonly Entry[];
  /** Null on the last page. A page after which only entries follow that are left out also has a cursor. */
  readonly next: string | null;
}

/** Items that one call reads at most, where most of them are left out. */
const MAX_ITEMS_READ = 5000;
/**
 * Items that each further query reads at least, where entries were left out of a small page: otherwise a page of one
 * entry could take as many queries as items.
 */
const MIN_ITEMS_MORE = 100;

/**
 * Returns a page of the items of a query.
 * @param entryOf  the entry of an item; undefined leaves the item out
 * @throws ValidationError for a cursor that this list did not give
 */
export const listPage = async <Entry>(
  { table }: { readonly table: Pick<Table, 'query'> },
  query: ListQuery,
  { limit, cursor }: PageRequest,
  entryOf: (item: Item) => Entry | undefined,
): Promise<Page<Entry>> => {
  const items: Entry[] = [];
  let read = 0;
  let after = cursor === undefined ? undefined : readCursor(nameOf(query), cursor);
  do {
    const wanted = read === 0 ? limit : Math.max(limit, MIN_ITEMS_MORE);
    const page = await table.query({ ...query, limit: wanted, ...(after === undefined ? {} : { after }) });
    after = page.next;
    for (const [index, item] of page.items.entries()) {
      const entry = entryOf(item);
      if (entry !== undefined) items.push(entry);
      if (items.length < limit) continue;
      const isLast = index === page.items.length - 1;
      return { items, next: nextOf(query, isLast ? page.next : positionAt(query, item)) };
    }
    read += page.items.length;
  } while (after !== undefined && read < MAX_ITEMS_READ);
  return { items, next: nextOf(query, after) };
};

const nextOf = (query: ListQuery, position: string | undefined): string | null =>
  position === undefined ? null : listCursor(nameOf(query), position);

/** The position of the item in the query's order, as a table gives it. */
const positionAt = (query: ListQuery, { index_sk: indexKey, pk, sk }: Item): string =>
  writePosition(query.index === undefined ? [sk] : [indexKey ?? '', pk, sk]);

/** A cursor of another query would be a start outside this one, which DynamoDB refuses. */
const nameOf = ({ index, pk, skBeginsWith, skFrom, skTo, descending }: ListQuery): string =>
  JSON.stringify([index, pk, skBeginsWith, skFrom, skTo, descending]);

/** Returns every entry of a query, for lists that are short by nature, such as the keys of an account. */
export const listAll = async <Entry>(
  service: { readonly table: Pick<Table, 'query'> },
  query: ListQuery,
  entryOf: (item: Item) => Entry | undefined,
): Promise<Entry[]> => {
  const entries: Entry[] = [];
  for await (const item of queryItems(service, query)) {
    const entry = entryOf(item);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
};
