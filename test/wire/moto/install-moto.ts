/**
 * Installs moto and cfn-lint, with which moto validates templates, from PyPI into a virtual environment. It is created
 * once in the temporary folder and reused. `node test/wire/moto/install-moto.ts` prints the path of its Python.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MOTO = '5.2.1';
const CFN_LINT = '1.58.0';

const run = async (program: string, parameters: readonly string[]): Promise<void> => {
  const child = spawn(program, parameters, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [status] = (await once(child, 'exit')) as [number | null]; // An event of Node.js with these parameters.
  if (status !== 0) throw new Error(`${program} ${parameters.join(' ')} ended with status ${status ?? 'of a signal'}.`);
};

/**
 * Created under another name and then renamed, so that an interrupted run leaves no incomplete environment. Scripts of
 * the environment contain its original path and do not work after that; `python -m` does.
 * @returns its Python
 */
export const installMoto = async (): Promise<string> => {
  const folder = join(tmpdir(), `tearline-moto-${MOTO}-${CFN_LINT}`);
  const python = join(folder, 'bin', 'python');
  if (existsSync(python)) return python;
  const making = `${folder}-${process.pid}`;
  try {
    await run('python3', ['-m', 'venv', making]);
    await run(join(making, 'bin', 'python'), [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      `moto[server]==${MOTO}`,
      `cfn-lint==${CFN_LINT}`,
    ]);
    await rename(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    if (!existsSync(python)) throw error; // A concurrent run created it first.
  }
  return python;
};

// For .ci, whose scripts use the same environment.
if (import.meta.main) process.stdout.write(`${await installMoto()}\n`);
