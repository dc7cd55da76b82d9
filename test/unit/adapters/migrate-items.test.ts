/** A database that version 0.1.0 wrote, whose partitions of requests and uploads do not name the account. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteTable } from '../../../adapters/local/table/sqlite-table.ts';
import type { Item } from '../../../core/ports.ts';
import { DOCUMENT_ORDERS, listDocuments } from '../../../core/processing/list-documents.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { openRequests, readProcessingRequest } from '../../../core/requests/processing-requests.ts';
import { listTokensOfAccount, listTokensOfResult } from '../../../core/requests/share-tokens.ts';
import { readUpload, unclaimedUploads } from '../../../core/requests/uploads.ts';
import { readReviewQueue } from '../../../core/review/review-queue.ts';

const clock = { now: () => new Date('2026-11-25T12:00:00Z'), sleep: () => Promise.resolve() };
const ANN = '6f1b0a52-8d5c-4e9b-9a64-6b1f0c1a7c01';
const BOB = '6f1b0a52-8d5c-4e9b-9a64-6b1f0c1a7c02';
const [OPEN, ENDED, GONE, UPLOAD, TOKEN] = [1, 2, 3, 4, 5].map((n) => `3b241101-e2bb-4255-8caf-4136c566a96${n}`) as [
  string,
  string,
  string,
  string,
  string,
];
const CREATED = '2026-11-24T12:00:00.000Z';

const request = (account: string, id: string, state: string, more: Partial<Item> = {}): Item => ({
  pk: `PROCESSING#${id}`,
  sk: 'REQUEST',
  processing_id: id,
  account_id: account,
  workflow_id: GENERIC_WORKFLOW_ID,
  workflow_name: 'Generic document splitting',
  state,
  file_name: 'Übersicht "注文".pdf',
  size: 9,
  parameters: { mode: 'auto', split_before: [], keep_together: [], languages: [], threshold: 0.1 },
  upload_key: `accounts/${account}/processings/${id}/upload`,
  created_at: CREATED,
  max_pages: null,
  ...more,
});

const token = {
  token_id: TOKEN,
  account_id: BOB,
  processing_id: ENDED,
  token_hash: 'ab'.repeat(32),
  created_at: CREATED,
  created_by: 'Bob',
  valid_until: '2027-01-01T00:00:00.000Z',
};

const OLD_ITEMS: readonly Item[] = [
  request(ANN, OPEN, 'processing', { index_pk: 'OPEN_PROCESSINGS', index_sk: `${CREATED}#${OPEN}` }),
  { pk: `PROCESSING#${OPEN}`, sk: 'PROGRESS#000001', from: 1, pages: 4 },
  request(BOB, ENDED, 'succeeded', { page_count: 2, sub_document_count: 1, lowest_confidence: 0.4 }),
  {
    pk: `PROCESSING#${ENDED}`,
    sk: `SHARE_TOKEN#${TOKEN}`,
    points_to: { pk: `SHARE_TOKEN#${TOKEN}`, sk: 'SHARE_TOKEN' },
  },
  { pk: `SHARE_TOKEN#${TOKEN}`, sk: 'SHARE_TOKEN', ...token },
  // Left by the deletion of a training document that was interrupted.
  { pk: `PROCESSING#${GONE}`, sk: 'PROGRESS#000001', from: 1, pages: 4 },
  {
    pk: `UPLOAD#${UPLOAD}`,
    sk: 'UPLOAD',
    upload_id: UPLOAD,
    account_id: ANN,
    file_name: 'a.pdf',
    blob_key: `accounts/${ANN}/uploads/${UPLOAD}`,
    delete_after: CREATED,
    index_pk: 'UNCLAIMED_UPLOADS',
    index_sk: `${CREATED}#${UPLOAD}`,
  },
  { pk: `ACCOUNT#${ANN}`, sk: 'ACCOUNT', account_id: ANN },
];

/** Writes the file as version 0.1.0 did. */
const writeOld = (path: string, items: readonly Item[]): void => {
  const database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE items (
      pk TEXT NOT NULL, sk TEXT NOT NULL, index_pk TEXT, index_sk TEXT, expires_at REAL, item TEXT NOT NULL,
      PRIMARY KEY (pk, sk)
    ) WITHOUT ROWID, STRICT;
    CREATE INDEX by_index ON items (index_pk, index_sk, pk, sk) WHERE index_pk IS NOT NULL AND index_sk IS NOT NULL;
  `);
  const insert = database.prepare('INSERT INTO items (pk, sk, index_pk, index_sk, item) VALUES (?, ?, ?, ?, ?)');
  for (const item of items)
    insert.run(item.pk, item.sk, item.index_pk ?? null, item.index_sk ?? null, JSON.stringify(item));
  database.close();
};

const keysIn = (path: string): unknown[] => {
  const database = new DatabaseSync(path);
  const rows = database.prepare("SELECT pk || ' ' || sk AS key FROM items ORDER BY 1").all();
  database.close();
  return rows.map(({ key }) => key);
};

describe('a database of version 0.1.0', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tearline-old-'));
    path = join(folder, 'table.sqlite');
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('is read as before when it is opened', async () => {
    writeOld(path, OLD_ITEMS);
    const table = new SqliteTable(path, { clock });
    const service = { table };
    expect(await readProcessingRequest(service, { account_id: ANN, processing_id: OPEN })).toMatchObject({
      state: 'processing',
      file_name: 'Übersicht "注文".pdf',
      parameters: { threshold: 0.1 },
    });
    expect(await readProcessingRequest(service, { account_id: ANN, processing_id: ENDED })).toBeUndefined();
    expect(await readProcessingRequest(service, { account_id: BOB, processing_id: ENDED })).toBeDefined();
    expect(await readUpload(service, { account_id: ANN, upload_id: UPLOAD })).toMatchObject({ file_name: 'a.pdf' });
    for await (const open of openRequests(service)) expect(open.processing_id).toBe(OPEN);
    for await (const unclaimed of unclaimedUploads(service, clock.now())) expect(unclaimed.upload_id).toBe(UPLOAD);
    expect.assertions(7);
    const tokens = await listTokensOfResult(service, { account_id: BOB, processing_id: ENDED }, { limit: 10 });
    expect(tokens.items.map(({ token_id: id }) => id)).toEqual([TOKEN]);
    table.close();
  });

  it('has all its rows where an item says that it is, and none of a request that is gone', async () => {
    writeOld(path, OLD_ITEMS);
    const table = new SqliteTable(path, { clock });
    for (const key of keysIn(path).map(String)) {
      const [pk = '', ...sort] = key.split(' ');
      const sk = sort.join(' ');
      expect(await table.get({ pk, sk })).toMatchObject({ pk, sk });
    }
    table.close();
    const name = 'übersicht "注文".pdf';
    expect(keysIn(path)).toEqual([
      `ACCOUNT#${ANN} ACCOUNT`,
      `ACCOUNT#${ANN}#DOCUMENTS ${GENERIC_WORKFLOW_ID}#${CREATED}#${OPEN}`,
      `ACCOUNT#${ANN}#DOCUMENTS#NAMES ${GENERIC_WORKFLOW_ID}#${name}\u0001${CREATED}#${OPEN}`,
      `ACCOUNT#${ANN}#PROCESSING#${OPEN} PROGRESS#000001`,
      `ACCOUNT#${ANN}#PROCESSING#${OPEN} REQUEST`,
      `ACCOUNT#${ANN}#UPLOADS UPLOAD#${UPLOAD}`,
      `ACCOUNT#${BOB}#DOCUMENTS ${GENERIC_WORKFLOW_ID}#${CREATED}#${ENDED}`,
      `ACCOUNT#${BOB}#DOCUMENTS#NAMES ${GENERIC_WORKFLOW_ID}#${name}\u0001${CREATED}#${ENDED}`,
      `ACCOUNT#${BOB}#DOCUMENTS#REVIEWS#${GENERIC_WORKFLOW_ID} 0.400000#${ENDED}`,
      `ACCOUNT#${BOB}#PROCESSING#${ENDED} REQUEST`,
      `ACCOUNT#${BOB}#PROCESSING#${ENDED} SHARE_TOKEN#${CREATED}#${TOKEN}`,
      `SHARE_TOKEN#${TOKEN} SHARE_TOKEN`,
    ]);
  });

  it.each(['version 0.1.0', 'a version that named the account in its keys, and made no rows for lists'])(
    'shows the documents of %s in every order, the one that awaits review, and the share links of the account',
    async (version) => {
      writeOld(path, OLD_ITEMS);
      if (version !== 'version 0.1.0') {
        new SqliteTable(path, { clock }).close();
        const database = new DatabaseSync(path);
        database.exec(`
          DELETE FROM items WHERE pk LIKE 'ACCOUNT#%#DOCUMENTS%';
          UPDATE items SET index_pk = NULL, index_sk = NULL WHERE pk LIKE 'SHARE_TOKEN#%';
          PRAGMA user_version = 1;
        `);
        database.close();
      }
      const table = new SqliteTable(path, { clock });
      const service = { table, clock };
      const bob = { account_id: BOB, name: 'Bob', created_at: CREATED };
      for (const sort of DOCUMENT_ORDERS) {
        const { items } = await listDocuments(service, bob, GENERIC_WORKFLOW_ID, { sort }, { limit: 10 });
        expect(items).toMatchObject([{ processing_id: ENDED, page_count: 2, lowest_confidence: 0.4, verified: false }]);
      }
      expect(await readReviewQueue(service, bob, GENERIC_WORKFLOW_ID, { threshold: 0.9 })).toMatchObject({
        document_count: 1,
        next: { processing_id: ENDED },
      });
      expect((await listTokensOfAccount(service, BOB, { limit: 10 })).items).toMatchObject([
        { token_id: TOKEN, file_name: 'Übersicht "注文".pdf' },
      ]);
      table.close();
    },
  );

  it('is changed once: opening it again changes nothing', () => {
    writeOld(path, OLD_ITEMS);
    new SqliteTable(path, { clock }).close();
    const before = keysIn(path);
    new SqliteTable(path, { clock }).close();
    expect(keysIn(path)).toEqual(before);
  });

  it('keeps its keys where the change fails, and is changed when it is opened the next time', () => {
    // Two rows that cannot both have the new key.
    const taken: Item = { pk: `ACCOUNT#${ANN}#UPLOADS`, sk: `UPLOAD#${UPLOAD}` };
    writeOld(path, [...OLD_ITEMS, taken]);
    const before = keysIn(path);
    expect(() => new SqliteTable(path, { clock })).toThrow('UNIQUE');
    expect(keysIn(path)).toEqual(before);
    const database = new DatabaseSync(path);
    database.prepare('DELETE FROM items WHERE pk = ?').run(taken.pk);
    database.close();
    new SqliteTable(path, { clock }).close();
    expect(keysIn(path)).toContain(`ACCOUNT#${ANN}#UPLOADS UPLOAD#${UPLOAD}`);
  });

  it('is refused where a newer version has written it', () => {
    new SqliteTable(path, { clock }).close();
    const database = new DatabaseSync(path);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(() => new SqliteTable(path, { clock })).toThrow('newer version');
  });
});
