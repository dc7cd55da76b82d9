/** One page of a query on the items table. */
import type { DatabaseSync } from 'node:sqlite';
import type { Item, Query } from '../../core/ports.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;
/** A page ends after so many bytes, as DynamoDB's does: a thousand large items do not fill the memory. */
const MAX_PAGE_BYTES = 1024 * 1024;
/** The last character of Unicode: nothing that begins with a prefix sorts after the prefix and this. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Where a page ended: index_sk (where the index is asked), pk and sk of its last item. */
type Position = readonly string[];

interface Clause {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const parsePosition = (after: string): unknown => {
  try {
    return JSON.parse(Buffer.from(after, 'base64url').toString());
  } catch {
    return undefined; // Not a position: said by the caller.
  }
};

const readPosition = (after: string, length: number): Position => {
  const position = parsePosition(after);
  if (!Array.isArray(position) || position.length !== length || !position.every((part): part is string => typeof part === 'string')) {
    throw new RangeError('`after` must be the `next` of the page before.');
  }
  return position;
};

const writePosition = (position: Position): string => Buffer.from(JSON.stringify(position)).toString('base64url');

/** DynamoDB takes one condition on the sort key: a prefix or a range. */
const sortKeyClauses = (query: Query, column: string): Clause[] => {
  if (query.skBeginsWith !== undefined) {
    if (query.skFrom !== undefined || query.skTo !== undefined) throw new RangeError('A query has a prefix or a range, not both.');
    return [{ sql: `${column} BETWEEN ? AND ?`, values: [query.skBeginsWith, query.skBeginsWith + LAST_CHARACTER] }];
  }
  return [
    ...(query.skFrom === undefined ? [] : [{ sql: `${column} >= ?`, values: [query.skFrom] }]),
    ...(query.skTo === undefined ? [] : [{ sql: `${column} <= ?`, values: [query.skTo] }]),
  ];
};

const readLimit = (limit = DEFAULT_LIMIT): number => {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) throw new RangeError(`The limit of a query is 1 to ${MAX_LIMIT}.`);
  return limit;
};

const buildSelect = (query: Query, limit: number, nowSeconds: number): { sql: string; values: (string | number)[]; order: readonly string[] } => {
  const onIndex = query.index !== undefined;
  const order = onIndex ? ['index_sk', 'pk', 'sk'] : ['sk'];
  const clauses: Clause[] = [
    { sql: onIndex ? 'index_pk = ? AND index_sk IS NOT NULL' : 'pk = ?', values: [query.pk] },
    { sql: '(expires_at IS NULL OR expires_at > ?)', values: [nowSeconds] },
    ...sortKeyClauses(query, onIndex ? 'index_sk' : 'sk'),
  ];
  if (query.after !== undefined) {
    const position = readPosition(query.after, order.length);
    clauses.push({ sql: `(${order.join(', ')}) ${query.descending === true ? '<' : '>'} (${order.map(() => '?').join(', ')})`, values: position });
  }
  const direction = query.descending === true ? 'DESC' : 'ASC';
  const sql = `SELECT ${order.join(', ')}, item FROM items WHERE ${clauses.map((clause) => clause.sql).join(' AND ')}
    ORDER BY ${order.map((column) => `${column} ${direction}`).join(', ')} LIMIT ?`;
  // One row more than asked for tells whether there is a next page.
  return { sql, values: [...clauses.flatMap((clause) => clause.values), limit + 1], order };
};

/** @throws RangeError for a limit out of range, a foreign `after`, or a prefix together with a range */
export const readPage = (database: DatabaseSync, query: Query, nowSeconds: number): { items: readonly Item[]; next?: string } => {
  const limit = readLimit(query.limit);
  const { sql, values, order } = buildSelect(query, limit, nowSeconds);
  const items: Item[] = [];
  let last: Position = [];
  let bytes = 0;
  for (const row of database.prepare(sql).iterate(...values)) {
    if (items.length === limit || bytes >= MAX_PAGE_BYTES) return { items, next: writePosition(last) };
    const text = String(row['item']);
    // The column holds what SqliteTable stored: an Item as JSON.
    items.push(JSON.parse(text) as Item);
    bytes += Buffer.byteLength(text);
    last = order.map((column) => String(row[column]));
  }
  return { items };
};
