/** `tearline keys create|list|revoke`: manages API keys of a data folder, even while its service runs. */
import { Command, Option } from 'commander';
import { ROLES } from '../../core/accounts/caller.ts';
import type { Role } from '../../core/accounts/caller.ts';
import type { DataOptions } from '../accounts/open-accounts.ts';
import { daysOption, withData } from './options.ts';

interface KeysOptions extends DataOptions {
  readonly account?: string;
}

const withAccount = (command: Command): Command =>
  withData(command).option('--account <id>', 'id of the account, as `accounts list` shows it; default: the first one');

const createCommand = (): Command =>
  withAccount(new Command('create'))
    .description('Make an API key. It is shown once.')
    .requiredOption('--name <text>', 'what the key is for')
    .option('--days <number>', 'days until it expires', daysOption, 365)
    .addOption(new Option('--role <name>', 'what the key may do').choices(ROLES).default('owner'))
    .action(async (options: KeysOptions & { name: string; days: number; role: Role }) => {
      const { createKey } = await import('../accounts/manage-keys.ts');
      await createKey(options);
    });

const listCommand = (): Command =>
  withAccount(new Command('list'))
    .description('List the keys, without their secrets.')
    .action(async (options: KeysOptions) => {
      const { listKeys } = await import('../accounts/manage-keys.ts');
      await listKeys(options);
    });

const revokeCommand = (): Command =>
  withAccount(new Command('revoke'))
    .description('Revoke a key for good.')
    .argument('<key-id>', 'its id, as `keys list` shows it')
    .action(async (keyId: string, options: KeysOptions) => {
      const { revokeKey } = await import('../accounts/manage-keys.ts');
      await revokeKey(keyId, options);
    });

export const keysCommand = (): Command => {
  const keys = new Command('keys').description('Create, list and revoke API keys.');
  return keys.addCommand(createCommand()).addCommand(listCommand()).addCommand(revokeCommand());
};
