import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../../../adapters/local/make-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'make-folder-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

describe('A folder', () => {
  it('is made with those above it, for their owner alone where that is asked', async () => {
    await makeFolder(join(root, 'a/b/c'), 0o700);
    expect(['a', 'a/b', 'a/b/c'].map((name) => statSync(join(root, name)).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
  });

  it('may be there already, or be made by another process at the same time', async () => {
    mkdirSync(join(root, 'a'));
    await makeFolder(join(root, 'a'));
    await Promise.all([1, 2, 3].map(() => makeFolder(join(root, 'b/c/d'))));
    expect(existsSync(join(root, 'b/c/d'))).toBe(true);
  });

  it('is not made in the place of a file, nor in one', async () => {
    writeFileSync(join(root, 'file'), '');
    await expect(makeFolder(join(root, 'file'))).rejects.toThrow('EEXIST');
    await expect(makeFolder(join(root, 'file/a'))).rejects.toThrow('ENOTDIR');
  });

  it.runIf(existsSync('/proc/self'))(
    'is refused where the file system takes none, instead of trying for ever',
    async () => {
      await expect(makeFolder('/proc/tearline/a')).rejects.toThrow(
        "ENOENT: no such file or directory, mkdir '/proc/tearline'",
      );
    },
  );
});
