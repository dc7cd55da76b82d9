/** The account that a fresh deployment begins with. */
import { z } from 'zod';
import { ConditionFailedError } from '../errors.ts';
import type { Key } from '../ports.ts';
import { accountKey, findAccount } from './account.ts';
import type { Account } from './account.ts';
import { prepareApiKey } from './api-key.ts';
import type { AccountsService } from './api-key.ts';

/** Names the first account, so that a second start finds it and two starts at once make one. */
const FIRST_ACCOUNT: Key = { pk: 'DEPLOYMENT', sk: 'FIRST_ACCOUNT' };
const pointerSchema = z.object({ account_id: z.uuid() });

/** An expiry date is mandatory; the first key's is far enough away not to stop a deployment by surprise. */
const FIRST_KEY_YEARS = 10;

/** The account that the deployment began with; undefined before there is one. */
export const findFirstAccount = async (service: Pick<AccountsService, 'table'>): Promise<Account | undefined> => {
  const row = await service.table.get(FIRST_ACCOUNT);
  return row === undefined ? undefined : findAccount(service.table, pointerSchema.parse(row).account_id);
};

const yearsFrom = (date: Date, years: number): Date => {
  const later = new Date(date);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
};

/**
 * The first account, made with one API key and no page limit where the deployment has none yet. `key` is there
 * only when it was made by this call: it is shown once and cannot be read again.
 * @param email  where mail about an account that this call makes goes; absent: nowhere
 */
export const ensureFirstAccount = async (
  service: AccountsService,
  email?: string,
): Promise<{ account: Account; key?: string }> => {
  const existing = await findFirstAccount(service);
  if (existing !== undefined) return { account: existing };
  const now = service.clock.now();
  const account: Account = {
    account_id: service.ids.uuid(),
    name: 'First account',
    ...(email === undefined ? {} : { email }),
    max_pages: null,
    created_at: now.toISOString(),
  };
  const { key, writes } = prepareApiKey(service, account.account_id, {
    name: 'First key',
    expiresAt: yearsFrom(now, FIRST_KEY_YEARS),
  });
  try {
    await service.table.write([
      { put: { ...FIRST_ACCOUNT, account_id: account.account_id }, when: [{ item: 'absent' }] },
      { put: { ...accountKey(account.account_id), ...account }, when: [{ item: 'absent' }] },
      ...writes,
    ]);
  } catch (error) {
    const madeMeanwhile = error instanceof ConditionFailedError ? await findFirstAccount(service) : undefined;
    if (madeMeanwhile === undefined) throw error;
    return { account: madeMeanwhile };
  }
  return { account, key };
};
