/** Opens the SQLite files of a data folder, and says what SQLite's errors mean. */
import { DatabaseSync } from 'node:sqlite';
import { StorageFullError, TemporarilyUnavailableError } from '../../core/errors.ts';
import { DataFolderUnusableError } from './data-folder-unusable.ts';

const SQLITE_FULL = 13;
/** Errors of a full disk or an exhausted quota where SQLite cannot extend its log or shared memory. */
const SQLITE_IOERR_WRITE = 778;
const SQLITE_IOERR_SHMSIZE = 4874;
const STORAGE_FULL_CODES = new Set([SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE]);

/** Primary codes where another process, or another connection of this one, holds a lock for too long. */
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const LOCKED_CODES = new Set([SQLITE_BUSY, SQLITE_LOCKED]);
/** The primary code is the lowest byte of an extended one. */
const PRIMARY_CODE = 0xff;

const SQLITE_CORRUPT = 11;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;
const UNUSABLE_CODES = new Set([SQLITE_CORRUPT, SQLITE_CANTOPEN, SQLITE_NOTADB]);

/** SQLite's code of an error; 0 for another error. */
const sqliteCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;

/**
 * A StorageFullError where SQLite has no room left, a TemporarilyUnavailableError where another process holds a lock;
 * else the error itself.
 */
export const orTransient = (error: unknown): unknown => {
  const code = sqliteCode(error);
  if (STORAGE_FULL_CODES.has(code)) return new StorageFullError({ cause: error });
  if (LOCKED_CODES.has(code & PRIMARY_CODE))
    return new TemporarilyUnavailableError('Another process keeps the table locked. Try again in a moment.', {
      cause: error,
    });
  return error;
};

/**
 * Opens a file, or creates it, and closes it where it cannot be prepared.
 * @param busyTimeout  milliseconds to wait for another process
 * @throws StorageFullError; TemporarilyUnavailableError where another process holds a lock; DataFolderUnusableError where
 *   the file cannot be opened, is damaged, or is no database; what `prepare` throws
 */
export const openDatabase = (
  path: string,
  busyTimeout: number,
  prepare: (database: DatabaseSync) => void,
): DatabaseSync => {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: busyTimeout });
    prepare(database);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Error && UNUSABLE_CODES.has(sqliteCode(error)))
      throw new DataFolderUnusableError(`${path} cannot be used: ${error.message}.`, { cause: error });
    throw orTransient(error);
  }
};
