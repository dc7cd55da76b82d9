import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';
import { openLocalAccounts } from '../../../../adapters/local/local-service.ts';
import { ensureFirstAccount } from '../../../../core/accounts/first-account.ts';
import { runCommand } from '../../../../bin/run-command.ts';

export interface Ended {
  readonly status: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Makes a data folder with a first account, or that account in one that is there. */
export const makeFirstAccount = async (dataDir: string): Promise<void> => {
  const accounts = await openLocalAccounts(dataDir);
  await ensureFirstAccount(accounts);
  accounts.close();
};

/** Tests of other files share the process. */
const forgetExitCode = (): void => {
  process.exitCode = undefined;
};

/** The command in a folder of its own, which is removed after the tests of the file. */
export const commandInFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'command-test-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the command as a user does, in a process of its own. */
  const spawnCommand = (...args: string[]): Ended => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../../../bin/launch.js'), ...args],
      { cwd: folder, encoding: 'utf8' },
    );
    return { status, stdout, stderr };
  };

  /** Runs the command in this process, which saves about 0.5 s. */
  const tearline = async (...args: string[]): Promise<Ended> => {
    const written = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      const note = (text: unknown) => {
        written[stream] += String(text);
      };
      vi.spyOn(process[stream], 'write').mockImplementation((text) => {
        note(text);
        return true;
      });
      vi.spyOn(console, stream === 'stdout' ? 'log' : 'error').mockImplementation((text) => {
        note(`${String(text)}\n`);
      });
    }
    const before = process.cwd();
    process.chdir(folder);
    forgetExitCode();
    try {
      await runCommand(args);
      return { status: process.exitCode ?? 0, ...written };
    } finally {
      process.chdir(before);
      forgetExitCode();
      vi.restoreAllMocks();
    }
  };

  return { folder, spawnCommand, tearline };
};
