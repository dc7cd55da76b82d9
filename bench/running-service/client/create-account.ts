/** Makes accounts of a data folder, while its service runs. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROGRAM = join(import.meta.dirname, '../../../bin/tearline.ts');

/** Makes an account with the operator's command. @returns its API key */
export async function createAccount(dataFolder: string, name: string, plan: string): Promise<string> {
  const options = ['--data', dataFolder, '--name', name, '--plan', plan];
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, 'accounts', 'create', ...options]);
  const [key] = /tl_\w+/.exec(stdout) ?? [];
  if (key === undefined) throw new Error(`No key in: ${stdout}`);
  return key;
}
