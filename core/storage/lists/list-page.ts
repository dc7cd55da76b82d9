/** One page of a list that callers read by cursor. */
import type { Item, Query, Table } from '../../ports.ts';
import { invalidCursor, isCursorOf, listCursor, readCursor } from './list-cursor.ts';
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

/** Where a list continues: in a query and those that follow it. */
interface Place {
  readonly query: ListQuery;
  /** The `next` of a page of the query; absent: its beginning. */
  readonly after?: string;
}

type Queries = readonly ListQuery[];
type TableOf = { readonly table: Pick<Table, 'query'> };

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
export const listPage = <Entry>(
  service: TableOf,
  query: ListQuery,
  page: PageRequest,
  entryOf: (item: Item) => Entry | undefined,
): Promise<Page<Entry>> => listConsecutive(service, [query], page, entryOf);

/** The same for several queries: the items of each follow those of the one before. No two queries are the same. */
export const listConsecutive = async <Entry>(
  service: TableOf,
  queries: Queries,
  { limit, cursor }: PageRequest,
  entryOf: (item: Item) => Entry | undefined,
): Promise<Page<Entry>> => {
  const items: Entry[] = [];
  let read = 0;
  let place = cursor === undefined ? beginning(queries) : placeOf(queries, cursor);
  while (place !== undefined && read < MAX_ITEMS_READ) {
    const { query } = place;
    const wanted = read === 0 ? limit : Math.max(limit, MIN_ITEMS_MORE);
    const page = await service.table.query({ ...query, limit: wanted, ...afterOf(place) });
    for (const [index, item] of page.items.entries()) {
      const entry = entryOf(item);
      if (entry !== undefined) items.push(entry);
      if (items.length === limit && index < page.items.length - 1)
        return { items, next: cursorOf({ query, after: positionAt(query, item) }) };
    }
    read += page.items.length;
    place = page.next === undefined ? await following(service, queries, query) : { query, after: page.next };
    if (items.length === limit) break;
  }
  return { items, next: place === undefined ? null : cursorOf(place) };
};

const beginning = ([query]: Queries): Place | undefined => (query === undefined ? undefined : { query });

const afterOf = ({ after }: Place): Pick<Query, 'after'> => (after === undefined ? {} : { after });

/** The beginning of the next query that has items; undefined: no item follows. */
const following = async ({ table }: TableOf, queries: Queries, query: ListQuery): Promise<Place | undefined> => {
  for (const next of queries.slice(queries.indexOf(query) + 1))
    if ((await table.query({ ...next, limit: 1 })).items.length > 0) return { query: next };
  return undefined;
};

const cursorOf = ({ query, after = BEGINNING }: Place): string => listCursor(nameOf(query), after);
/** The position of a cursor to the beginning of a query. No position in a query is empty. */
const BEGINNING = '';

/** @throws ValidationError */
const placeOf = (queries: Queries, cursor: string): Place => {
  const query = queries.find((one) => isCursorOf(nameOf(one), cursor));
  if (query === undefined) throw invalidCursor();
  const after = readCursor(nameOf(query), cursor);
  return after === BEGINNING ? { query } : { query, after };
};

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
