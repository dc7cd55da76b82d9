/** `tearline keys create|list|revoke`: manages API keys of a data folder, even while its service runs. */
import { Command } from 'commander';
import { DEFAULT_DATA_FOLDER, daysOption } from './options.ts';

interface DataOption {
  readonly data: string;
  readonly json?: true;
}

const withData = (command: Command): Command =>
  command
    .option('--data <dir>', 'data folder of the service', DEFAULT_DATA_FOLDER)
    .option('--json', 'print one JSON value');

const createCommand = (): Command =>
  withData(new Command('create'))
    .description('Make an API key. It is shown once.')
    .requiredOption('--name <text>', 'what the key is for')
    .option('--days <number>', 'days until it expires', daysOption, 365)
    .action(async (options: DataOption & { name: string; days: number }) => {
      const { createKey } = await import('../manage-keys.ts');
      await createKey(options);
    });

const listCommand = (): Command =>
  withData(new Command('list'))
    .description('List the keys, without their secrets.')
    .action(async (options: DataOption) => {
      const { listKeys } = await import('../manage-keys.ts');
      await listKeys(options);
    });

const revokeCommand = (): Command =>
  withData(new Command('revoke'))
    .description('Revoke a key for good.')
    .argument('<key-id>', 'its id, as `keys list` shows it')
    .action(async (keyId: string, options: DataOption) => {
      const { revokeKey } = await import('../manage-keys.ts');
      await revokeKey(keyId, options);
    });

export const keysCommand = (): Command => {
  const keys = new Command('keys').description('Create, list and revoke API keys.');
  return keys.addCommand(createCommand()).addCommand(listCommand()).addCommand(revokeCommand());
};
