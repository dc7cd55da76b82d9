/** Sets one temporary folder for all tests and deletes it afterwards, with everything that a test leaves behind. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function useTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tearline-tests-'));
  // Some tests run a program as another user from a folder in it.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
