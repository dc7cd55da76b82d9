/** An account: the owner of rows, blobs, API keys and people. */
import { z } from 'zod';
import { ConditionFailedError, NotFoundError, ValidationError } from '../errors.ts';
import type { Key, Scalar, Table, WriteOperation } from '../ports.ts';
import type { Service } from '../service.ts';
import { indexItems } from '../storage/lists/index-items.ts';
import { listPage } from '../storage/lists/list-page.ts';
import type { Page, PageRequest } from '../storage/lists/list-page.ts';
import { attributesOf } from '../storage/attributes-of.ts';
import { plansOf } from './limits/plan.ts';

export const accountSchema = z.object({
  account_id: z.uuid(),
  name: z.string(),
  /** Recipient of mail about the account, for example about a training that has ended; absent: no mail is sent. */
  email: z.email().optional(),
  /** Name of the plan. Absent in rows of the releases before plans: the host's default. */
  plan: z.string().optional(),
  /** Days after which a document and its results are deleted where the request names none; absent: the host decides. */
  retain_days: z.int().optional(),
  /** Whether the account may send error reports; the operator configures it. */
  error_reports: z.boolean().optional(),
  /** Set while the account's data is being deleted: nobody finds the account any more. */
  deleted_at: z.iso.datetime().optional(),
  created_at: z.iso.datetime(),
});
export type Account = z.infer<typeof accountSchema>;

/** What an owner changes. Null removes a value; an absent one stays. */
export interface AccountChanges {
  readonly name?: string | undefined;
  readonly email?: string | null | undefined;
  readonly retain_days?: number | null | undefined;
}

/** Index partition of all accounts, oldest first. */
const ACCOUNTS = 'ACCOUNTS';

/** The key of an account's row. */
export const accountKey = (accountId: string): Key => ({ pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' });

/** Writes a new account. The condition fails where the id exists. */
export const putAccount = (account: Account): WriteOperation => ({
  put: {
    ...accountKey(account.account_id),
    ...attributesOf(account),
    index_pk: ACCOUNTS,
    index_sk: `${account.created_at}#${account.account_id}`,
  },
  when: [{ item: 'absent' }],
});

/** Sets the recipient of mail about the account. @throws NotFoundError where there is no such account */
export const setAccountEmail = (table: Table, accountId: string, email: string): Promise<void> =>
  changeRow(table, accountId, { email });

/**
 * Changes an account as its owner does, and returns it.
 * @throws NotFoundError where there is no such account
 */
export const changeAccount = async (
  { table }: Pick<Service, 'table'>,
  accountId: string,
  changes: AccountChanges,
): Promise<Account> => {
  await changeRow(table, accountId, changes);
  return getAccount(table, accountId);
};

/** Moves an account to another plan. @throws NotFoundError, ValidationError where there is no such plan */
export const setPlan = async (
  service: Pick<Service, 'table' | 'settings'>,
  accountId: string,
  plan: string,
): Promise<Account> => {
  checkPlan(service.settings, plan);
  await changeRow(service.table, accountId, { plan });
  return getAccount(service.table, accountId);
};

/** Configures whether an account may send error reports. @throws NotFoundError */
export const setErrorReports = async (
  { table }: Pick<Service, 'table'>,
  accountId: string,
  allowed: boolean,
): Promise<Account> => {
  await changeRow(table, accountId, { error_reports: allowed });
  return getAccount(table, accountId);
};

/** @throws ValidationError where there is no such plan */
export const checkPlan = (settings: Service['settings'], plan: string): void => {
  const names = Object.keys(plansOf(settings));
  if (!names.includes(plan))
    throw new ValidationError([
      { loc: ['body', 'plan'], msg: `must be one of ${names.join(', ')}`, type: 'unknown_plan' },
    ]);
};

/** Null removes an attribute. @throws NotFoundError */
const changeRow = async (
  table: Table,
  accountId: string,
  changes: AccountChanges & { readonly plan?: string; readonly error_reports?: boolean },
): Promise<void> => {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  // No value is undefined.
  const set = Object.fromEntries(given.filter(([, value]) => value !== null)) as Record<string, Scalar>;
  const remove = given.filter(([, value]) => value === null).map(([name]) => name);
  try {
    await table.write([{ update: accountKey(accountId), set, remove, when: [{ item: 'present' }] }]);
  } catch (error) {
    throw error instanceof ConditionFailedError ? unknownAccount(accountId, error) : error;
  }
};

/** Returns the account, or undefined where no account has this id, or it was deleted. */
export const findAccount = async (table: Table, accountId: string): Promise<Account | undefined> => {
  const row = await table.get(accountKey(accountId));
  const account = row === undefined ? undefined : accountSchema.parse(row);
  return account?.deleted_at === undefined ? account : undefined;
};

/** Index partition of accounts whose data is being deleted, sorted by the time of the next pass. */
const DELETED = 'DELETED_ACCOUNTS';

/** Closes an account, or sets the time of its next pass. The condition fails where its row is gone. */
export const closeAccount = (accountId: string, deletedAt: string, due: string): WriteOperation => ({
  update: accountKey(accountId),
  set: { deleted_at: deletedAt, index_pk: DELETED, index_sk: `${due}#${accountId}` },
  when: [{ item: 'present' }],
});

/** The condition fails where the account is closed or gone. */
export const checkOpen = (accountId: string): WriteOperation => ({
  check: accountKey(accountId),
  when: [{ item: 'present' }, { attribute: 'deleted_at', is: 'absent' }],
});

/** Yields the closed accounts whose next pass is due. */
export async function* closedAccounts(
  service: Pick<Service, 'table'>,
  now: Date,
): AsyncGenerator<{ readonly account_id: string; readonly deleted_at: string }> {
  for await (const row of indexItems(service, DELETED, now.toISOString())) {
    const { account_id, deleted_at = now.toISOString() } = accountSchema.parse(row);
    yield { account_id, deleted_at };
  }
}

/** @throws NotFoundError */
export const getAccount = async (table: Table, accountId: string): Promise<Account> => {
  const account = await findAccount(table, accountId);
  if (account === undefined) throw unknownAccount(accountId);
  return account;
};

export const unknownAccount = (accountId: string, cause?: unknown): NotFoundError =>
  new NotFoundError(`There is no account ${accountId}.`, { cause });

/** A page of all accounts, oldest first; for the operator, never for an HTTP request. */
export const listAccounts = (service: Pick<Service, 'table'>, page: PageRequest): Promise<Page<Account>> =>
  listPage(service, { index: 'by_index', pk: ACCOUNTS }, page, (row) => accountSchema.parse(row));
