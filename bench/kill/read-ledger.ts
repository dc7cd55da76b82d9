/** Reads requests, usage and events from the data folder of a stopped service. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { processingRequestSchema } from '../../core/requests/processing-request.ts';
import type { ProcessingRequest } from '../../core/requests/processing-request.ts';

const rowSchema = z.object({ item: z.string() });
/** A row of counters by quarter of the hour. */
const usageSchema = z.record(z.string(), z.json());
const eventSchema = z.object({ id: z.uuid() });

export interface Ledger {
  readonly requests: readonly ProcessingRequest[];
  readonly usage: { readonly requests: number; readonly pages: number };
  readonly eventIds: ReadonlySet<string>;
}

const itemsLike = (database: DatabaseSync, partitions: string, sortKeys = '%'): unknown[] =>
  database
    .prepare('SELECT item FROM items WHERE pk LIKE ? AND sk LIKE ?')
    .all(partitions, sortKeys)
    .map((row) => JSON.parse(rowSchema.parse(row).item) as unknown);

const readEventIds = async (path: string): Promise<Set<string>> => {
  if (!existsSync(path)) return new Set();
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  // A line that the kill truncated is ignored: the event of its request is written again.
  return new Set(lines.flatMap((line) => (line.endsWith('}') ? [eventSchema.parse(JSON.parse(line)).id] : [])));
};

export const readLedger = async (dataFolder: string): Promise<Ledger> => {
  const database = new DatabaseSync(join(dataFolder, 'table.sqlite'));
  try {
    const counted = itemsLike(database, 'ACCOUNT#%#USAGE#%').map((item) => usageSchema.parse(item));
    const sumOf = (counter: string): number =>
      counted
        .flatMap((item) => Object.entries(item))
        .reduce((sum, [name, count]) => (name.replace(/^q[0-3]_/, '') === counter ? sum + Number(count) : sum), 0);
    return {
      requests: itemsLike(database, 'ACCOUNT#%#PROCESSING#%', 'REQUEST').map((item) =>
        processingRequestSchema.parse(item),
      ),
      usage: {
        requests: sumOf('requests'),
        pages: sumOf('pages'),
      },
      eventIds: await readEventIds(join(dataFolder, 'events.jsonl')),
    };
  } finally {
    database.close();
  }
};
