import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');

/** Path of the kernel that a configuration of the compiler writes, relative to the checkout. */
const kernelOf = (config: string): string => {
  // The compiler refuses a file that is something else.
  const { options } = JSON.parse(readFileSync(join(ROOT, config), 'utf8')) as { options: { outFile: string } };
  return join(dirname(config), options.outFile);
};

const kernels = globSync('{core,model-container}/**/assembly/asconfig*.json', { cwd: ROOT }).map(
  (config) => [kernelOf(config), config] as const,
);

describe('kernels', () => {
  it('each have a configuration of the compiler', () => {
    const stored = globSync('{core,model-container}/**/*.wasm', { cwd: ROOT });
    expect(kernels.map(([kernel]) => kernel).toSorted()).toEqual(stored.toSorted());
  });

  const title = '%s matches its source: after a change run `npm run build:kernels`';
  it.each(kernels)(title, { tags: 'slow' }, async (kernel, config) => {
    const folder = await mkdtemp(join(tmpdir(), 'kernel-'));
    const built = join(folder, basename(kernel));
    // The compiler runs as a separate process, because its global types would change those of arrays everywhere.
    execFileSync(process.execPath, ['node_modules/assemblyscript/bin/asc.js', '--config', config, '--outFile', built], {
      cwd: ROOT,
    });
    expect((await readFile(built)).equals(await readFile(join(ROOT, kernel)))).toBe(true);
    await rm(folder, { recursive: true });
  });
});
