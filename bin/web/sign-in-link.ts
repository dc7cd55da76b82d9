/** The link that signs a browser in once, as the owner of the first account. */
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { findFirstAccount } from '../../core/accounts/first-account.ts';
import { createSignInCode } from '../../core/accounts/sessions.ts';
import type { Service } from '../../core/service.ts';
import { UsageError } from '../exit-codes.ts';
import { print, withAccounts } from '../accounts/open-accounts.ts';
import type { DataOptions } from '../accounts/open-accounts.ts';
import { callerFolder } from '../settings.ts';

/** Whoever may read the data folder may have all rights in it. A container's user may have no name. */
const machineUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    return 'owner';
  }
};

/**
 * The code is in the fragment, which browsers send to no server.
 * @throws UsageError where the data folder has no account yet
 */
export const signInLink = async (service: Pick<Service, 'table' | 'clock'>, url: string): Promise<string> => {
  const account = await findFirstAccount(service);
  if (account === undefined) throw new UsageError('There is no account yet: start the service first.');
  const code = await createSignInCode(service, account.account_id, machineUser());
  return `${url}/sign-in#${code}`;
};

/** Where a running service listens: a file in its data folder. */
const addressFile = (dataDir: string): string => join(dataDir, 'service-url');

export const noteAddress = (dataDir: string, url: string): Promise<void> => writeFile(addressFile(dataDir), `${url}\n`);
export const forgetAddress = (dataDir: string): Promise<void> => rm(addressFile(dataDir), { force: true });

/** Milliseconds within which a service that runs says so. */
const HEALTH_LIMIT_MS = 5_000;

/** False where a service that was killed has left its address. */
const isAnswered = async (url: string): Promise<boolean> => {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(HEALTH_LIMIT_MS) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
};

/** @throws UsageError where no service runs on the data folder */
export const addressOfService = async (dataDir: string): Promise<string> => {
  const file = addressFile(dataDir);
  const url = existsSync(file) ? (await readFile(file, 'utf8')).trim() : undefined;
  if (url === undefined || !(await isAnswered(url)))
    throw new UsageError('No service runs on this data folder. Start it: npx tearline start.');
  return url;
};

/**
 * `tearline sign-in-link`: prints a new link for the service that runs on the data folder.
 * @throws UsageError where none runs
 */
export const printSignInLink = async (options: DataOptions): Promise<void> => {
  const url = await addressOfService(resolve(callerFolder(), options.data));
  await withAccounts(options, async (service) => {
    const link = await signInLink(service, url);
    print(options, { link }, link);
  });
};
