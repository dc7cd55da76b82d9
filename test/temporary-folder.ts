/** Sets one temporary folder for all tests and deletes it afterwards, with everything that a test leaves behind. */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY_FOLDER = '/dev/shm';
/** Names the folder of a run to its test files, which share through it what each of them would make anew. */
export const RUN_FOLDER_VARIABLE = 'TEARLINE_TEST_RUN_FOLDER';
/** Bytes that all tests together need at most. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/** Linux has a folder in memory, where tests need not wait for the disk. Containers often limit it to 64 MB. */
const parentFolder = (): string => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= NEEDED_BYTES ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
};

export default function useTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(parentFolder(), 'tearline-tests-'));
  // Some tests run a program as another user from a folder in it.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  process.env[RUN_FOLDER_VARIABLE] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
