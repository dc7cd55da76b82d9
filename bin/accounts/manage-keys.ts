/** `tearline keys`: API keys of an account, by default of the first one. */
import { getAccount } from '../../core/accounts/account.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../../core/accounts/api-key.ts';
import type { AccountsService, ApiKey } from '../../core/accounts/api-key.ts';
import type { Role } from '../../core/accounts/caller.ts';
import { findFirstAccount } from '../../core/accounts/first-account.ts';
import { listKeyUses } from '../../core/accounts/key-use.ts';
import { escapeControlCharacters } from '../../core/control-characters.ts';
import { UsageError } from '../exit-codes.ts';
import { print, withAccounts } from './open-accounts.ts';
import type { DataOptions } from './open-accounts.ts';

const DAY = 24 * 3_600_000;

interface KeysOptions extends DataOptions {
  /** Id of the account. */
  readonly account?: string;
}

/** @throws UsageError where the data folder has none */
const firstAccountId = async (service: AccountsService): Promise<string> => {
  const account = await findFirstAccount(service);
  if (account === undefined)
    throw new UsageError(
      'This data folder has no first account. Name an account with --account (npx tearline accounts list shows them), or ' +
        'start the service, which makes a first one.',
    );
  return account.account_id;
};

/** @throws NotFoundError for an account that is unknown or was deleted; UsageError where none is named and there is no first one */
const withAccount = (
  options: KeysOptions,
  work: (service: AccountsService, accountId: string) => Promise<void>,
): Promise<void> =>
  withAccounts(options, async (service) => {
    const { account } = options;
    const id =
      account === undefined ? await firstAccountId(service) : (await getAccount(service.table, account)).account_id;
    await work(service, id);
  });

const stateOf = (key: ApiKey, now: Date): string => {
  if (key.revoked_at !== undefined) return `revoked ${key.revoked_at}`;
  return key.valid_until <= now.toISOString() ? `expired ${key.valid_until}` : `until ${key.valid_until}`;
};

/** Those who make a key choose its name. Releases before took any characters. */
const shown = (key: ApiKey): string => escapeControlCharacters(key.name);

/** Creates a key and prints it; it cannot be shown again. */
export const createKey = (
  options: KeysOptions & { readonly name: string; readonly days: number; readonly role: Role },
): Promise<void> =>
  withAccount(options, async (service, accountId) => {
    const { name, role } = options;
    const expiresAt = new Date(service.clock.now().getTime() + options.days * DAY);
    const { key, record } = await createApiKey(service, accountId, { name, role, expiresAt });
    print(
      options,
      { ...record, key },
      `${key}\nIts id is ${record.key_id}. It is shown this once and expires on ${record.valid_until}.`,
    );
  });

export const listKeys = (options: KeysOptions): Promise<void> =>
  withAccount(options, async (service, accountId) => {
    const uses = await listKeyUses(service, accountId);
    const keys = (await listApiKeys(service, accountId)).map((key) => {
      const used = uses.get(key.key_id);
      return { ...key, ...(used === undefined ? {} : { last_used_at: used }) };
    });
    const now = service.clock.now();
    const lines = keys.map(
      (key) =>
        `${key.key_id}  ${key.hint}…  ${key.role}  ${stateOf(key, now)}  used ${key.last_used_at ?? 'never'}  ${shown(key)}`,
    );
    print(options, keys, lines.join('\n'));
  });

/** @throws UsageError where no key has this id */
export const revokeKey = (keyId: string, options: KeysOptions): Promise<void> =>
  withAccount(options, async (service, accountId) => {
    const key = await revokeApiKey(service, accountId, keyId);
    print(options, key, `Revoked ${key.key_id} (${shown(key)}).`);
  });
