import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUseError, lockDataFolder } from '../../adapters/local/data-folder-lock.ts';

describe('the lock of a data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tearline-lock-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('lets one in, says who is in, and lets the next in afterwards', () => {
    const unlock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
    expect(() => lockDataFolder(folder)).toThrow(`Process ${process.pid} already serves`);
    unlock();
    lockDataFolder(folder)();
  });

  it('holds against another process, and falls when that is killed', async () => {
    const program = join(folder, 'hold.ts');
    const adapter = new URL('../../adapters/local/data-folder-lock.ts', import.meta.url).href;
    await writeFile(program, `
      import { lockDataFolder } from ${JSON.stringify(adapter)};
      lockDataFolder(${JSON.stringify(folder)});
      process.send('locked');
      setInterval(() => undefined, 1000);
    `);
    const child = fork(program, { execArgv: [] });
    await once(child, 'message');
    expect(() => lockDataFolder(folder)).toThrow(`Process ${String(child.pid)} already serves`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockDataFolder(folder)();
  });
});
