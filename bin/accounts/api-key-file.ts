/** The file with the first account's API key, readable only by its owner. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivately } from '../../adapters/local/write-privately.ts';
import { createApiKey } from '../../core/accounts/api-key.ts';
import { findKeyRecord } from '../../core/accounts/authenticate.ts';
import { ensureFirstAccount } from '../../core/accounts/first-account.ts';
import type { Service } from '../../core/service.ts';

const YEAR = 365 * 24 * 3_600_000;
/** The same lifetime as the first account's key: long, so that an expiry does not stop a deployment unexpectedly. */
const KEY_LIFETIME = 10 * YEAR;

const keyFile = (dataDir: string): string => join(dataDir, 'api-key');

/** @throws an error of the file system where the folder has no such file */
export const readApiKeyFile = async (dataDir: string): Promise<string> =>
  (await readFile(keyFile(dataDir), 'utf8')).trim();

/** Whether the file holds a key of the account, also one that was revoked. */
const holdsKeyOf = async (service: Service, dataDir: string, accountId: string): Promise<boolean> => {
  if (!existsSync(keyFile(dataDir))) return false;
  const record = await findKeyRecord(service, await readApiKeyFile(dataDir));
  return record?.account_id === accountId;
};

/**
 * Creates the first account and the file with its key, each if absent. The file is also created again after a crash
 * between the two, after its deletion, and where its key belongs to another account, such as one that was deleted.
 * @returns the file's path
 */
export const ensureApiKeyFile = async (service: Service, dataDir: string): Promise<string> => {
  const path = keyFile(dataDir);
  const { account, key } = await ensureFirstAccount(service);
  if (key !== undefined) {
    await writePrivately(path, `${key}\n`);
  } else if (!(await holdsKeyOf(service, dataDir, account.account_id))) {
    const expiresAt = new Date(service.clock.now().getTime() + KEY_LIFETIME);
    const made = await createApiKey(service, account.account_id, { name: 'Key file', expiresAt });
    await writePrivately(path, `${made.key}\n`);
  }
  return path;
};
