/**
 * The local table: DynamoDB's semantics on SQLite.
 *
 * SQLite uses a write-ahead log and flushes every commit to the disk (`synchronous = FULL`): a request that was
 * answered with 201 or 202 survives `kill -9` (the log alone ensures that) and a power failure (which needs the flush).
 * A request has few commits, so the flushes do not dominate its time. Several processes may use one file: a writer
 * waits up to five seconds for another one, and then throws TemporarilyUnavailableError. What is deleted or replaced is
 * overwritten with zeros (`secure_delete`): names and comments of deleted documents would stay in the file, and in its backups.
 */
import { closeSync, openSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ConditionFailedError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import type { Clock, Item, Key, Query, Table, WriteOperation } from '../../../core/ports.ts';
import { checkWrite } from '../../../core/storage/write-limits.ts';
import { applyOperation, holdsConditions } from './item-operations.ts';
import { keyOf } from '../../../core/storage/operation-key.ts';
import { openDatabase, orTransient } from '../open-database.ts';
import { promiseOf } from '../promise-of.ts';
import { migrateItems } from './migrate-items.ts';
import { itemStore } from './store-item.ts';
import { readPage } from './table-query.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS items (
    pk TEXT NOT NULL,
    sk TEXT NOT NULL,
    index_pk TEXT,
    index_sk TEXT,
    expires_at REAL,
    item TEXT NOT NULL,
    PRIMARY KEY (pk, sk)
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX IF NOT EXISTS by_index ON items (index_pk, index_sk, pk, sk) WHERE index_pk IS NOT NULL AND index_sk IS NOT NULL;
  CREATE INDEX IF NOT EXISTS by_expiry ON items (expires_at) WHERE expires_at IS NOT NULL;
`;

const DEFAULT_BUSY_TIMEOUT_MS = 5_000;
/** A write also deletes expired items: at most once per SWEEP_EVERY_MS and SWEEP_ITEMS items, to keep writes fast. */
const SWEEP_EVERY_MS = 60_000;
const SWEEP_ITEMS = 1_000;

export interface SqliteTableOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Size limit of the file in pages of 4 KiB; default: SQLite's own. */
  readonly maxPages?: number;
  /** Milliseconds that a writer waits for another process. Default 5,000. */
  readonly busyTimeoutMs?: number;
}

/** A promise of what the work returns, or of the error that a port throws for SQLite's, and for a table that is closed. */
const answerOf = <Answer>(database: DatabaseSync, work: () => Answer): Promise<Answer> =>
  promiseOf(() => {
    // Steps that outlast the shutdown: the next start resumes their executions.
    if (!database.isOpen) throw new TemporarilyUnavailableError('The service is shutting down. Try again in a moment.');
    try {
      return work();
    } catch (error) {
      throw orTransient(error);
    }
  });

export class SqliteTable implements Table {
  readonly #database: DatabaseSync;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #selectItem: StatementSync;
  readonly #store: (item: Item) => void;
  readonly #deleteItem: StatementSync;
  readonly #sweepExpired: StatementSync;
  #sweptAt = 0;

  /**
   * Opens the file, or creates it.
   * @throws StorageFullError; TemporarilyUnavailableError where another process keeps it locked; DataFolderUnusableError
   *   where it is damaged, or a newer version of Tearline has written it
   */
  constructor(path: string, options: SqliteTableOptions) {
    this.#clock = options.clock;
    closeSync(openSync(path, 'a', 0o600)); // SQLite would make it readable for all users. Its log gets the same mode.
    this.#database = openDatabase(path, options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS, (database) => {
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
      if (options.maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${Math.floor(options.maxPages)};`);
      database.exec(SCHEMA);
      migrateItems(database);
    });
    this.#selectItem = this.#database.prepare(
      'SELECT item FROM items WHERE pk = ? AND sk = ? AND (expires_at IS NULL OR expires_at > ?)',
    );
    this.#store = itemStore(this.#database);
    this.#deleteItem = this.#database.prepare('DELETE FROM items WHERE pk = ? AND sk = ?');
    this.#sweepExpired = this.#database.prepare(
      'DELETE FROM items WHERE (pk, sk) IN (SELECT pk, sk FROM items WHERE expires_at <= ? LIMIT ?)',
    );
  }

  get(key: Key): Promise<Item | undefined> {
    return answerOf(this.#database, () => this.#read(key));
  }

  query(query: Query): Promise<{ items: readonly Item[]; next?: string }> {
    return answerOf(this.#database, () => readPage(this.#database, query, this.#nowSeconds()));
  }

  write(operations: readonly WriteOperation[]): Promise<void> {
    return answerOf(this.#database, () => {
      checkWrite(operations);
      this.#inTransaction(() => {
        this.#apply(operations);
      });
    });
  }

  /**
   * Empties the write-ahead log, which still has what was deleted or replaced. It stays as it is while another process
   * uses it.
   */
  emptyLog(): Promise<void> {
    return answerOf(this.#database, () => {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    });
  }

  close(): void {
    this.#database.close();
  }

  #nowSeconds(): number {
    return this.#clock.now().getTime() / 1000;
  }

  #read(key: Key): Item | undefined {
    const row = this.#selectItem.get(key.pk, key.sk, this.#nowSeconds());
    // The column contains an Item as JSON, as itemStore wrote it.
    return row === undefined ? undefined : (JSON.parse(String(row['item'])) as Item);
  }

  #apply(operations: readonly WriteOperation[]): void {
    const before = operations.map((operation) => this.#read(keyOf(operation)));
    const failed = operations.flatMap((operation, index) =>
      holdsConditions(operation.when ?? [], before[index]) ? [] : [index],
    );
    if (failed.length > 0) throw new ConditionFailedError(failed);
    operations.forEach((operation, index) => {
      if ('check' in operation) return;
      const after = applyOperation(operation, before[index]);
      if (after === undefined) this.#deleteItem.run(keyOf(operation).pk, keyOf(operation).sk);
      else this.#store(after);
    });
    this.#sweep();
  }

  #sweep(): void {
    const now = this.#clock.now().getTime();
    if (now - this.#sweptAt < SWEEP_EVERY_MS) return;
    this.#sweepExpired.run(now / 1000, SWEEP_ITEMS);
    this.#sweptAt = now;
  }

  /** IMMEDIATE takes the write lock before the conditions are checked, so that no other process changes the items. */
  #inTransaction(work: () => void): void {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      work();
      this.#database.exec('COMMIT');
    } finally {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    }
  }
}
