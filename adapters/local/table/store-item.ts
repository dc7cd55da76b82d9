/** Stores items in the rows of the table's file. */
import type { DatabaseSync } from 'node:sqlite';
import type { Item } from '../../../core/ports.ts';

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Returns a function that stores an item in its row, in place of the one that is there. */
export const itemStore = (database: DatabaseSync): ((item: Item) => void) => {
  const upsert = database.prepare(
    'INSERT OR REPLACE INTO items (pk, sk, index_pk, index_sk, expires_at, item) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return (item) => {
    upsert.run(
      item.pk,
      item.sk,
      textOrNull(item.index_pk),
      textOrNull(item.index_sk),
      item.expires_at ?? null,
      JSON.stringify(item),
    );
  };
};
