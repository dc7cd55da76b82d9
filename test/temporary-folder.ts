/** Gives all tests one temporary folder, which goes when they are done: what a test leaves behind is nobody's. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function useTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tearline-tests-'));
  process.env['TMPDIR'] = folder;
  return () => { rmSync(folder, { recursive: true, force: true }); };
}
