/** The file that holds the first account's key, for its owner's eyes only. */
import { existsSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createApiKey } from '../core/accounts/api-key.ts';
import { ensureFirstAccount } from '../core/accounts/first-account.ts';
import type { Service } from '../core/service.ts';

const YEAR = 365 * 24 * 3_600_000;
/** As the first account's own key: far enough away not to stop a deployment by surprise. */
const KEY_LIFETIME = 10 * YEAR;

/** Whole or not at all, and never readable by others. */
const writePrivately = async (path: string, text: string): Promise<void> => {
  const unfinished = `${path}.new`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
};

/**
 * Makes the first account where there is none, and the file with a key for it where there is none: also where an
 * earlier first start died between the two, or the file was deleted.
 * @returns the file's path
 */
export const ensureApiKeyFile = async (service: Service, dataDir: string): Promise<string> => {
  const path = join(dataDir, 'api-key');
  const { account, key } = await ensureFirstAccount(service);
  if (key !== undefined) {
    await writePrivately(path, `${key}\n`);
  } else if (!existsSync(path)) {
    const expiresAt = new Date(service.clock.now().getTime() + KEY_LIFETIME);
    const made = await createApiKey(service, account.account_id, { name: 'Key file', expiresAt });
    await writePrivately(path, `${made.key}\n`);
  }
  return path;
};
