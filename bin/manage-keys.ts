/** API keys of a data folder. The service may be running: both use the same table. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openLocalAccounts } from '../adapters/local/local-service.ts';
import type { Account } from '../core/accounts/account.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../core/accounts/api-key.ts';
import type { AccountsService, ApiKey } from '../core/accounts/api-key.ts';
import { ensureFirstAccount } from '../core/accounts/first-account.ts';
import { NotFoundError } from '../core/errors.ts';
import { UsageError } from './exit-codes.ts';
import { callerFolder } from './settings.ts';

const DAY = 24 * 3_600_000;

interface KeysOptions {
  readonly data: string;
  readonly json?: true;
}

const withAccount = async (
  options: KeysOptions,
  work: (service: AccountsService, account: Account) => Promise<void>,
): Promise<void> => {
  const dataDir = resolve(callerFolder(), options.data);
  if (!existsSync(join(dataDir, 'table.sqlite')))
    throw new UsageError(
      `There is no service in ${dataDir}. Start one there first (tearline start --data ${dataDir}), or name its ` +
        'folder with --data.',
    );
  const service = await openLocalAccounts(dataDir);
  try {
    const { account } = await ensureFirstAccount(service);
    await work(service, account);
  } finally {
    service.close();
  }
};

const print = (options: KeysOptions, value: unknown, text: string): void => {
  console.log(options.json === true ? JSON.stringify(value, undefined, 2) : text);
};

const stateOf = (key: ApiKey, now: Date): string => {
  if (key.revoked_at !== undefined) return `revoked ${key.revoked_at}`;
  return key.valid_until <= now.toISOString() ? `expired ${key.valid_until}` : `until ${key.valid_until}`;
};

/** Creates a key and prints it; it cannot be shown again. */
export const createKey = (options: KeysOptions & { readonly name: string; readonly days: number }): Promise<void> =>
  withAccount(options, async (service, account) => {
    const expiresAt = new Date(service.clock.now().getTime() + options.days * DAY);
    const { key, record } = await createApiKey(service, account.account_id, { name: options.name, expiresAt });
    print(
      options,
      { ...record, key },
      `${key}\nIts id is ${record.key_id}. It is shown this once and expires on ${record.valid_until}.`,
    );
  });

export const listKeys = (options: KeysOptions): Promise<void> =>
  withAccount(options, async (service, account) => {
    const keys = await listApiKeys(service, account.account_id);
    const now = service.clock.now();
    const lines = keys.map((key) => `${key.key_id}  ${key.hint}…  ${stateOf(key, now)}  ${key.name}`);
    print(options, keys, lines.join('\n'));
  });

/** @throws UsageError where no key has this id */
export const revokeKey = (keyId: string, options: KeysOptions): Promise<void> =>
  withAccount(options, async (service, account) => {
    try {
      const key = await revokeApiKey(service, account.account_id, keyId);
      print(options, key, `Revoked ${key.key_id} (${key.name}).`);
    } catch (error) {
      throw error instanceof NotFoundError ? new UsageError(error.message, { cause: error }) : error;
    }
  });
