/**
 * Ensures one server per data folder. The lock is an exclusive transaction on a separate SQLite file. The operating
 * system releases it when the process ends, even by a crash, so there are no stale locks.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { TemporarilyUnavailableError } from '../../core/errors.ts';
import { openDatabase } from './open-database.ts';

/** Locks of this process. Garbage collection of an unreferenced connection would close it and release its lock. */
const heldLocks = new Set<DatabaseSync>();

/** Another process uses this data folder. */
export class DataFolderInUseError extends Error {
  constructor(dataDir: string, owner: string | undefined, options: ErrorOptions) {
    const who = owner === undefined ? 'Another process' : `Process ${owner}`;
    super(`${who} already serves the data folder ${dataDir}. Stop it, or choose another data folder.`, options);
    this.name = 'DataFolderInUseError';
  }
}

/** Process id for the error message; the lock does not depend on it. */
const readOwner = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined; // Not written yet.
  }
};

const openLock = (dataDir: string, owner: string): DatabaseSync => {
  try {
    return openDatabase(join(dataDir, 'server.lock'), 0, (lock) => {
      lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
    });
  } catch (error) {
    if (!(error instanceof TemporarilyUnavailableError)) throw error;
    throw new DataFolderInUseError(dataDir, readOwner(owner), { cause: error });
  }
};

/**
 * Locks the folder until it is released or the process ends.
 * @returns releases the lock
 * @throws DataFolderInUseError, StorageFullError, DataFolderUnusableError
 */
export const lockDataFolder = (dataDir: string): (() => void) => {
  const owner = join(dataDir, 'server.pid');
  const lock = openLock(dataDir, owner);
  heldLocks.add(lock);
  writeFileSync(owner, `${process.pid}\n`, { mode: 0o600 });
  return () => {
    heldLocks.delete(lock);
    lock.close();
  };
};
