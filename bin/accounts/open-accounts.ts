/** Accounts of a data folder. The service may be running: both use the same table. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openLocalAccounts } from '../../adapters/local/local-service.ts';
import type { AccountsService } from '../../core/accounts/api-key.ts';
import { escapeControlCharacters } from '../../core/control-characters.ts';
import { NotFoundError, ValidationError } from '../../core/errors.ts';
import { UsageError } from '../exit-codes.ts';
import { callerFolder } from '../settings.ts';

export interface DataOptions {
  readonly data: string;
  readonly json?: true;
}

/** @throws UsageError where the folder holds no service, or `work` finds an unknown id or an invalid value */
export const withAccounts = async (
  options: DataOptions,
  work: (service: AccountsService) => Promise<void>,
): Promise<void> => {
  const dataDir = resolve(callerFolder(), options.data);
  if (!existsSync(join(dataDir, 'table.sqlite')))
    throw new UsageError(
      `There is no service in ${dataDir}. Start one there first (tearline start --data ${dataDir}), or name its ` +
        'folder with --data.',
    );
  const service = await openLocalAccounts(dataDir);
  try {
    await work(service);
  } catch (error) {
    const isUsage = error instanceof NotFoundError || error instanceof ValidationError;
    throw isUsage ? new UsageError(error.message, { cause: error }) : error;
  } finally {
    service.close();
  }
};

/** JSON escapes the control characters of ASCII alone. The line feeds between its lines stay. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).split('\n').map(escapeControlCharacters).join('\n');

/** Prints a value as JSON, or the text, in which the caller has escaped names. */
export const print = (options: DataOptions, value: unknown, text: string): void => {
  console.log(options.json === true ? jsonOf(value) : text);
};
