import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUseError, lockDataFolder } from '../../../adapters/local/data-folder-lock.ts';
import { DataFolderUnusableError } from '../../../adapters/local/data-folder-unusable.ts';
import { forkProgram } from '../parsers/fork-program.ts';

describe('the lock of a data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tearline-lock-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('rejects a second lock, naming the process, until the first is released', () => {
    const unlock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
    expect(() => lockDataFolder(folder)).toThrow(`Process ${process.pid} already serves`);
    unlock();
    lockDataFolder(folder)();
  });

  it('names its file where that cannot be opened', async () => {
    await mkdir(join(folder, 'server.lock'));
    expect(() => lockDataFolder(folder)).toThrow(DataFolderUnusableError);
    expect(() => lockDataFolder(folder)).toThrow(join(folder, 'server.lock'));
  });

  /** A process that locks the folder, drops the reference to the release function, and waits. */
  const holdElsewhere = async (): Promise<ChildProcess> => {
    const program = join(folder, 'hold.ts');
    const adapter = new URL('../../../adapters/local/data-folder-lock.ts', import.meta.url).href;
    await writeFile(
      program,
      `
      import { setTimeout } from 'node:timers/promises';
      import { lockDataFolder } from ${JSON.stringify(adapter)};
      lockDataFolder(${JSON.stringify(folder)});
      await setTimeout(1); // Variables of a running function are not garbage-collected.
      globalThis.gc();
      await setTimeout(1);
      process.send('locked');
      setInterval(() => undefined, 1000);
    `,
    );
    const child = forkProgram(program, [], ['--expose-gc']);
    await once(child, 'message');
    return child;
  };

  it('excludes other processes, also after garbage collection, and is released when its process is killed', async () => {
    const child = await holdElsewhere();
    expect(() => lockDataFolder(folder)).toThrow(`Process ${String(child.pid)} already serves`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockDataFolder(folder)();
  });
});
