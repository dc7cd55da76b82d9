import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');

describe.each([
  ['line networks', 'core/ocr/lstm', 'line-kernel', 'line-kernel', 'asconfig'],
  ['line networks in 8 bits', 'core/ocr/lstm', 'line-kernel', 'line-kernel-relaxed', 'asconfig.relaxed'],
  ['resampling of pages', 'core/ocr/layout', 'resample-kernel', 'resample-kernel', 'asconfig'],
  ['loops over the pixels of grey images', 'core/ocr/pixels', 'pixel-kernel', 'pixel-kernel', 'asconfig'],
  ['network that finds documents', 'core/documents/crops/network', 'edge-kernel', 'edge-kernel', 'asconfig'],
  ['split model', 'model-container/classifiers', 'network-kernel', 'network-kernel', 'asconfig'],
])('the kernel of the %s', (_of, sources, source, name, config) => {
  it('matches its source: after a change run `npm run build:kernel`', async () => {
    const folder = await mkdtemp(join(tmpdir(), `${name}-`));
    const built = join(folder, `${name}.wasm`);
    // The compiler runs as a separate process, because its global types would change those of arrays everywhere.
    execFileSync(
      process.execPath,
      [
        'node_modules/assemblyscript/bin/asc.js',
        `${sources}/assembly/${source}.ts`,
        '--config',
        `${sources}/assembly/${config}.json`,
        '--outFile',
        built,
      ],
      { cwd: ROOT },
    );
    expect((await readFile(built)).equals(await readFile(join(ROOT, sources, `${name}.wasm`)))).toBe(true);
    await rm(folder, { recursive: true });
  });
});
