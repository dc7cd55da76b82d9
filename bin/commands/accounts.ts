/** `tearline accounts create|list|set-plan|error-reports`: manages the accounts of a data folder, even while its service runs. */
import { Argument, Command } from 'commander';
import { daysOption, withData } from './options.ts';
import type { DataOptions } from '../accounts/open-accounts.ts';

interface CreateOptions extends DataOptions {
  readonly name: string;
  readonly plan: string;
  readonly email?: string;
  readonly days: number;
}

const createCommand = (): Command =>
  withData(new Command('create'))
    .description('Make an account and its first API key. The key is shown once.')
    .requiredOption('--name <text>', 'name of the account')
    .option('--plan <name>', 'its plan: free, standard, unlimited, or one of plans.json', 'unlimited')
    .option('--email <address>', 'recipient of mail about the account')
    .option('--days <number>', 'days until the key expires', daysOption, 365)
    .action(async (options: CreateOptions) => {
      const { createAccount } = await import('../accounts/manage-accounts.ts');
      await createAccount(options);
    });

const listCommand = (): Command =>
  withData(new Command('list'))
    .description('List the accounts and their plans.')
    .action(async (options: DataOptions) => {
      const { listAllAccounts } = await import('../accounts/manage-accounts.ts');
      await listAllAccounts(options);
    });

const setPlanCommand = (): Command =>
  withData(new Command('set-plan'))
    .description('Move an account to another plan.')
    .argument('<account-id>', 'its id, as `accounts list` shows it')
    .requiredOption('--plan <name>', 'free, standard, unlimited, or one of plans.json')
    .action(async (accountId: string, options: DataOptions & { plan: string }) => {
      const { changePlan } = await import('../accounts/manage-accounts.ts');
      await changePlan(accountId, options);
    });

const errorReportsCommand = (): Command =>
  withData(new Command('error-reports'))
    .description('Let an account send error reports, the older interface of feedback, or no longer.')
    .argument('<account-id>', 'its id, as `accounts list` shows it')
    .addArgument(new Argument('<switch>', 'on or off').choices(['on', 'off']))
    .action(async (accountId: string, onOff: string, options: DataOptions) => {
      const { allowErrorReports } = await import('../accounts/manage-accounts.ts');
      await allowErrorReports(accountId, { ...options, allowed: onOff === 'on' });
    });

export const accountsCommand = (): Command => {
  const accounts = new Command('accounts').description('Create and list accounts, and change their plans.');
  return accounts
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(setPlanCommand())
    .addCommand(errorReportsCommand());
};
