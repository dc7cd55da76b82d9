/** Creates an account with its first API key. For the operator: no route makes accounts. */
import type { Service } from '../service.ts';
import { checkPlan, putAccount } from './account.ts';
import type { Account } from './account.ts';
import { prepareApiKey } from './api-key.ts';

export interface NewAccount {
  /** 1 to 100 characters. */
  readonly name: string;
  readonly plan: string;
  readonly email?: string | undefined;
  /** Days until its first key expires. */
  readonly validDays: number;
}

const DAY = 24 * 3_600_000;

/** `key` can be shown only once. @throws ValidationError where there is no such plan */
export const createAccount = async (
  service: Pick<Service, 'table' | 'clock' | 'ids' | 'settings'>,
  { name, plan, email, validDays }: NewAccount,
): Promise<{ readonly account: Account; readonly key: string }> => {
  checkPlan(service.settings, plan);
  const now = service.clock.now();
  const account: Account = {
    account_id: service.ids.uuid(),
    name,
    ...(email === undefined ? {} : { email }),
    plan,
    created_at: now.toISOString(),
  };
  const { key, writes } = prepareApiKey(service, account.account_id, {
    name: 'First key',
    role: 'owner',
    expiresAt: new Date(now.getTime() + validDays * DAY),
  });
  await service.table.write([putAccount(account), ...writes]);
  return { account, key };
};
