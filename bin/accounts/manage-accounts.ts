/** `tearline accounts`: accounts of a data folder. */
import { listAccounts, setErrorReports, setPlan } from '../../core/accounts/account.ts';
import type { Account } from '../../core/accounts/account.ts';
import { createAccount as create } from '../../core/accounts/create-account.ts';
import { findFirstAccount } from '../../core/accounts/first-account.ts';
import { planNameOf } from '../../core/accounts/limits/plan.ts';
import { escapeControlCharacters } from '../../core/control-characters.ts';
import { print, withAccounts } from './open-accounts.ts';
import type { DataOptions } from './open-accounts.ts';

/** Owners choose the name. Releases before took any characters. */
const shown = (account: Account): string => escapeControlCharacters(account.name);

/**
 * Creates an account and prints its first key; it cannot be shown again.
 * @throws UsageError for an invalid name or e-mail address, or an unknown plan
 */
export const createAccount = (
  options: DataOptions & {
    readonly name: string;
    readonly plan: string;
    readonly email?: string;
    readonly days: number;
  },
): Promise<void> =>
  withAccounts(options, async (service) => {
    const { account, key } = await create(service, { ...options, validDays: options.days });
    print(
      options,
      { ...account, key },
      `${key}\nThe account's id is ${account.account_id}. Its first key is shown this once.`,
    );
  });

export const listAllAccounts = (options: DataOptions): Promise<void> =>
  withAccounts(options, async (service) => {
    const accounts: Account[] = [];
    let cursor: string | undefined;
    do {
      const page = await listAccounts(service, { limit: 1000, cursor });
      accounts.push(...page.items);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    // First accounts of the releases before plans are not in the index.
    const first = await findFirstAccount(service);
    if (first !== undefined && accounts.every(({ account_id: id }) => id !== first.account_id)) accounts.unshift(first);
    const lines = accounts.map(
      (account) => `${account.account_id}  ${planNameOf(service.settings, account)}  ${shown(account)}`,
    );
    print(options, accounts, lines.join('\n'));
  });

/** @throws UsageError for an unknown account or plan */
export const changePlan = (accountId: string, options: DataOptions & { readonly plan: string }): Promise<void> =>
  withAccounts(options, async (service) => {
    const account = await setPlan(service, accountId, options.plan);
    print(options, account, `${shown(account)} has the plan ${options.plan}.`);
  });

/** @throws UsageError for an unknown account */
export const allowErrorReports = (
  accountId: string,
  options: DataOptions & { readonly allowed: boolean },
): Promise<void> =>
  withAccounts(options, async (service) => {
    const account = await setErrorReports(service, accountId, options.allowed);
    print(options, account, `${shown(account)} may ${options.allowed ? '' : 'not '}send error reports.`);
  });
