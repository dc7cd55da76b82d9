/** The first account of a deployment. */
import { z } from 'zod';
import { ConditionFailedError } from '../errors.ts';
import type { Key } from '../ports.ts';
import { findAccount, putAccount } from './account.ts';
import type { Account } from './account.ts';
import { prepareApiKey } from './api-key.ts';
import type { AccountsService } from './api-key.ts';

/** Row that points to the first account: a later start finds it, and concurrent starts create one account. */
const FIRST_ACCOUNT: Key = { pk: 'DEPLOYMENT', sk: 'FIRST_ACCOUNT' };
const pointerSchema = z.object({ account_id: z.uuid() });

/** A key must expire. The first one expires late, so that a deployment does not stop unexpectedly. */
const FIRST_KEY_YEARS = 10;

/** Returns the first account of the deployment, or undefined before it exists. */
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
 * Returns the first account and creates it, with one API key and the host's default plan, where the deployment has none. `key` is
 * set only if this call created the account: it can be shown only once.
 * @param email  recipient of mail about an account that this call creates; absent: no mail is sent
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
    created_at: now.toISOString(),
  };
  const { key, writes } = prepareApiKey(service, account.account_id, {
    name: 'First key',
    expiresAt: yearsFrom(now, FIRST_KEY_YEARS),
  });
  try {
    await service.table.write([
      { put: { ...FIRST_ACCOUNT, account_id: account.account_id }, when: [{ item: 'absent' }] },
      putAccount(account),
      ...writes,
    ]);
  } catch (error) {
    const concurrent = error instanceof ConditionFailedError ? await findFirstAccount(service) : undefined;
    if (concurrent === undefined) throw error;
    return { account: concurrent };
  }
  return { account, key };
};

/** The deployment has no first account any more, if it was this one: the next start creates another. */
export const forgetFirstAccount = async (
  { table }: Pick<AccountsService, 'table'>,
  accountId: string,
): Promise<void> => {
  try {
    await table.write([{ delete: FIRST_ACCOUNT, when: [{ attribute: 'account_id', in: [accountId] }] }]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
};
