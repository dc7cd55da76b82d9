/** Writes the rows by which documents and share links are listed, which version 0.1.0 did not write. */
import type { DatabaseSync } from 'node:sqlite';
import type { Item, WriteOperation } from '../../../core/ports.ts';
import { putDocumentRows } from '../../../core/requests/rows/document-rows.ts';
import { processingRequestSchema } from '../../../core/requests/processing-request.ts';
import { processingPartition } from '../../../core/requests/processing-requests.ts';
import { putShareToken, shareTokenSchema } from '../../../core/requests/share-tokens.ts';
import { itemStore } from './store-item.ts';

const REQUESTS = `SELECT item FROM items WHERE sk = 'REQUEST' AND pk GLOB 'ACCOUNT#*#PROCESSING#*'`;
/** Share tokens with the requests of their results. `$` follows `#` in the order of bytes. */
const SHARE_TOKENS = `
  SELECT tokens.item AS item, requests.item AS request FROM items AS tokens JOIN items AS requests
    ON requests.pk = 'ACCOUNT#' || (tokens.item ->> '$.account_id') || '#PROCESSING#' || (tokens.item ->> '$.processing_id')
    AND requests.sk = 'REQUEST'
    WHERE tokens.pk >= 'SHARE_TOKEN#' AND tokens.pk < 'SHARE_TOKEN$'
`;

/** Yields the rows that are there before the first of them is used: those that are written meanwhile are not among them. */
function* rowsOf(database: DatabaseSync, select: string) {
  database.exec(`CREATE TEMP TABLE earlier AS ${select}`);
  yield* database.prepare('SELECT * FROM earlier').iterate();
  database.exec('DROP TABLE earlier');
}

const parse = (column: unknown): unknown => JSON.parse(String(column));

const itemsPut = (operations: readonly WriteOperation[]): readonly Item[] =>
  operations.flatMap((operation) => ('put' in operation ? [operation.put] : []));

const writeDocumentRows = (database: DatabaseSync): void => {
  const store = itemStore(database);
  for (const { item } of rowsOf(database, REQUESTS)) {
    const { data: request } = processingRequestSchema.safeParse(parse(item));
    if (request !== undefined) itemsPut(putDocumentRows(request)).forEach(store);
  }
};

/** In version 0.1.0, the pointer of a token has another key, and none of the token's attributes. */
const writeTokenRows = (database: DatabaseSync): void => {
  const store = itemStore(database);
  const deleteItem = database.prepare('DELETE FROM items WHERE pk = ? AND sk = ?');
  for (const row of rowsOf(database, SHARE_TOKENS)) {
    const { data: token } = shareTokenSchema.safeParse(parse(row['item']));
    const { data: request } = processingRequestSchema.safeParse(parse(row['request']));
    if (token === undefined || request === undefined) continue;
    deleteItem.run(processingPartition(token), `SHARE_TOKEN#${token.token_id}`);
    itemsPut(putShareToken({ ...token, file_name: request.file_name }, request)).forEach(store);
  }
};

/** Writes them anew for every document and every share link. What cannot be read stays as it is. */
export const writeListRows = (database: DatabaseSync): void => {
  writeDocumentRows(database);
  writeTokenRows(database);
};
