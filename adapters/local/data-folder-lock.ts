/**
 * One server a data folder. The lock is an exclusive transaction on a SQLite file of its own: the operating system
 * gives it back when the process ends, however it ends, so there are no stale locks and no process ids to guess about.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** Those of this process. A connection that nothing holds on to is closed when memory is collected, and its lock with it. */
const held = new Set<DatabaseSync>();

/** Another process serves this data folder. */
export class DataFolderInUseError extends Error {
  constructor(dataDir: string, owner: string | undefined, options: ErrorOptions) {
    const who = owner === undefined ? 'Another process' : `Process ${owner}`;
    super(`${who} already serves the data folder ${dataDir}. Stop it, or choose another data folder.`, options);
    this.name = 'DataFolderInUseError';
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;

/** For the message alone: the lock itself does not depend on it. */
const readOwner = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined; // Not written yet.
  }
};

/**
 * Takes the folder for this process: until it is given back, or the process ends.
 * @returns gives it back
 * @throws DataFolderInUseError
 */
export const lockDataFolder = (dataDir: string): (() => void) => {
  const owner = join(dataDir, 'server.pid');
  const lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
  } catch (error) {
    lock.close();
    throw isBusy(error) ? new DataFolderInUseError(dataDir, readOwner(owner), { cause: error }) : error;
  }
  held.add(lock);
  writeFileSync(owner, `${process.pid}\n`, { mode: 0o600 });
  return () => {
    held.delete(lock);
    lock.close();
  };
};
