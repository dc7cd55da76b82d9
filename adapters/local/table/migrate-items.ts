/**
 * Brings the items of an older database to the keys of this version. SQLite's `user_version` is the version of the keys:
 * 0 in version 0.1.0, 1 since the partitions of requests and uploads name the account, 2 since every document and every
 * share link has the rows by which it is listed.
 */
import type { DatabaseSync } from 'node:sqlite';
import { DataFolderUnusableError } from '../data-folder-unusable.ts';
import { writeListRows } from './write-list-rows.ts';

/** Version of the keys that this code reads and writes. */
const KEYS_VERSION = 2;

/** `$` follows `#` in the order of bytes: the range holds every key that begins with the prefix. */
const REQUESTS = `pk >= 'PROCESSING#' AND pk < 'PROCESSING$'`;
const UPLOADS = `pk >= 'UPLOAD#' AND pk < 'UPLOAD$'`;

/**
 * From version 0 to 1. All rows of a request lie in its partition, and the row of the request names the account. Rows
 * without it belong to a training document that was being deleted; they are deleted.
 */
const NAME_THE_ACCOUNT = `
  CREATE TEMP TABLE owners AS
    SELECT pk AS old, 'ACCOUNT#' || (item ->> '$.account_id') || '#' || pk AS new
    FROM items WHERE ${REQUESTS} AND sk = 'REQUEST';
  UPDATE items SET pk = owners.new, item = json_set(items.item, '$.pk', owners.new) FROM owners WHERE items.pk = owners.old;
  DROP TABLE owners;
  DELETE FROM items WHERE ${REQUESTS};
  UPDATE items SET
    pk = 'ACCOUNT#' || (item ->> '$.account_id') || '#UPLOADS',
    sk = pk,
    item = json_set(item, '$.pk', 'ACCOUNT#' || (item ->> '$.account_id') || '#UPLOADS', '$.sk', pk)
  WHERE ${UPLOADS};
`;

const nameTheAccount = (database: DatabaseSync): void => {
  database.exec(NAME_THE_ACCOUNT);
};

/** Steps from each version to the next, in their order. */
const STEPS: readonly ((database: DatabaseSync) => void)[] = [nameTheAccount, writeListRows];

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version']);

/**
 * Changes all items in one transaction, and only once: another process that opens the database waits for it.
 * @throws DataFolderUnusableError where a newer version has written the database
 */
export const migrateItems = (database: DatabaseSync): void => {
  if (versionOf(database) === KEYS_VERSION) return;
  try {
    database.exec('BEGIN IMMEDIATE');
    const version = versionOf(database);
    if (version > KEYS_VERSION)
      throw new DataFolderUnusableError(
        'A newer version of Tearline has written this data folder. Start that version or a newer one.',
      );
    for (const step of STEPS.slice(version)) step(database);
    database.exec(`PRAGMA user_version = ${KEYS_VERSION}`);
    database.exec('COMMIT');
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
};
