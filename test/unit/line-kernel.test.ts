import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = 'core/reading/ocr/lstm';

describe('the kernel of the line networks', () => {
  it('is what its source says: after a change run `npm run build:kernel`', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'line-kernel-'));
    const built = join(folder, 'line-kernel.wasm');
    // The compiler runs by itself: its types would change those of arrays everywhere.
    execFileSync(process.execPath, ['node_modules/assemblyscript/bin/asc.js', `${FOLDER}/assembly/line-kernel.ts`, '--config', `${FOLDER}/assembly/asconfig.json`, '--outFile', built], { cwd: ROOT });
    expect((await readFile(built)).equals(await readFile(join(ROOT, FOLDER, 'line-kernel.wasm')))).toBe(true);
    await rm(folder, { recursive: true });
  });
});
