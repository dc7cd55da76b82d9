/** Gives all tests one temporary folder, which goes when they are done: what a test leaves behind is nobody's. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function useTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tearline-tests-'));
  // Some tests run a program as another user, from a folder in here.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
