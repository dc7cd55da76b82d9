/** Opens the SQLite files of a data folder, and says what SQLite's errors mean. */
import { DatabaseSync } from 'node:sqlite';
import { StorageFullError } from '../../core/errors.ts';
import { DataFolderUnusableError } from './data-folder-unusable.ts';

const SQLITE_FULL = 13;
/** Errors of a full disk or an exhausted quota where SQLite cannot extend its log or shared memory. */
const SQLITE_IOERR_WRITE = 778;
const SQLITE_IOERR_SHMSIZE = 4874;
const STORAGE_FULL_CODES = new Set([SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE]);

const SQLITE_CORRUPT = 11;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;
const UNUSABLE_CODES = new Set([SQLITE_CORRUPT, SQLITE_CANTOPEN, SQLITE_NOTADB]);

/** SQLite's code of an error; undefined for another error. */
export const sqliteCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;

/** A StorageFullError where SQLite has no room left; else the error itself. */
export const orStorageFull = (error: unknown): unknown =>
  STORAGE_FULL_CODES.has(sqliteCode(error) ?? 0) ? new StorageFullError({ cause: error }) : error;

/**
 * Opens a file, or creates it, and closes it where it cannot be prepared.
 * @param busyTimeout  milliseconds to wait for another process
 * @throws StorageFullError; DataFolderUnusableError where the file cannot be opened, is damaged, or is no database;
 *   what `prepare` throws
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
    if (error instanceof Error && UNUSABLE_CODES.has(sqliteCode(error) ?? 0))
      throw new DataFolderUnusableError(`${path} cannot be used: ${error.message}.`, { cause: error });
    throw orStorageFull(error);
  }
};
