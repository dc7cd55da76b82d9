/** One page of a query on the items table. */
import type { DatabaseSync } from 'node:sqlite';
import type { Item, Query } from '../../../core/ports.ts';
import { readLimit, readPosition, writePosition } from '../../../core/storage/lists/query-position.ts';
import type { Position } from '../../../core/storage/lists/query-position.ts';

/** A page ends after 1 MB, as in DynamoDB, so that a thousand large items do not exhaust the memory. */
const MAX_PAGE_BYTES = 1024 * 1024;
/** The last code point of Unicode: every string that begins with a prefix sorts before prefix + LAST_CHARACTER. */
const LAST_CHARACTER = '\u{10FFFF}';

interface Clause {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** SQLite compares the UTF-8 bytes of texts. */
const isAfter = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) > 0;

/**
 * As in DynamoDB, one condition on the sort key: a prefix or a range. Its bound is moved to the position after which the
 * query continues: SQLite searches by one bound, and would read all that earlier pages have returned.
 * @param position  the sort key at that position
 */
const sortKeyClauses = (query: Query, column: string, position: string | undefined): Clause[] => {
  const isPrefix = query.skBeginsWith !== undefined;
  let from = isPrefix ? query.skBeginsWith : query.skFrom;
  let to = isPrefix ? `${query.skBeginsWith ?? ''}${LAST_CHARACTER}` : query.skTo;
  if (position !== undefined && query.descending !== true && (from === undefined || isAfter(position, from)))
    from = position;
  if (position !== undefined && query.descending === true && (to === undefined || isAfter(to, position))) to = position;
  return [
    ...(from === undefined ? [] : [{ sql: `${column} >= ?`, values: [from] }]),
    ...(to === undefined ? [] : [{ sql: `${column} <= ?`, values: [to] }]),
  ];
};

const buildSelect = (
  query: Query,
  limit: number,
  nowSeconds: number,
): { sql: string; values: (string | number)[]; order: readonly string[] } => {
  const onIndex = query.index !== undefined;
  const order = onIndex ? ['index_sk', 'pk', 'sk'] : ['sk'];
  const position = query.after === undefined ? undefined : readPosition(query.after, order.length);
  const clauses: Clause[] = [
    { sql: onIndex ? 'index_pk = ? AND index_sk IS NOT NULL' : 'pk = ?', values: [query.pk] },
    { sql: '(expires_at IS NULL OR expires_at > ?)', values: [nowSeconds] },
    ...sortKeyClauses(query, onIndex ? 'index_sk' : 'sk', position?.[0]),
  ];
  if (position !== undefined) {
    clauses.push({
      sql: `(${order.join(', ')}) ${query.descending === true ? '<' : '>'} (${order.map(() => '?').join(', ')})`,
      values: position,
    });
  }
  const direction = query.descending === true ? 'DESC' : 'ASC';
  const sql = `SELECT ${order.join(', ')}, item FROM items WHERE ${clauses.map((clause) => clause.sql).join(' AND ')}
    ORDER BY ${order.map((column) => `${column} ${direction}`).join(', ')} LIMIT ?`;
  // One more row than requested shows whether there is a next page.
  return { sql, values: [...clauses.flatMap((clause) => clause.values), limit + 1], order };
};

/** @throws RangeError for a limit out of range, an invalid `after`, or a prefix together with a range */
export const readPage = (
  database: DatabaseSync,
  query: Query,
  nowSeconds: number,
): { items: readonly Item[]; next?: string } => {
  const limit = readLimit(query);
  const { sql, values, order } = buildSelect(query, limit, nowSeconds);
  const items: Item[] = [];
  let last: Position = [];
  let bytes = 0;
  for (const row of database.prepare(sql).iterate(...values)) {
    if (items.length === limit || bytes >= MAX_PAGE_BYTES) return { items, next: writePosition(last) };
    const text = String(row['item']);
    // The column contains an Item as JSON, as SqliteTable wrote it.
    items.push(JSON.parse(text) as Item);
    bytes += Buffer.byteLength(text);
    last = order.map((column) => String(row[column]));
  }
  return { items };
};
