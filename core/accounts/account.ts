/** An account: the owner of rows, blobs and API keys. */
import { z } from 'zod';
import type { Key, Table } from '../ports.ts';

export const accountSchema = z.object({
  account_id: z.uuid(),
  name: z.string(),
  /** Recipient of mail about the account, for example about a training that has ended; absent: no mail is sent. */
  email: z.email().optional(),
  /** Pages that the account's plan allows in one document; null: no limit. */
  max_pages: z.int().min(1).nullable(),
  created_at: z.iso.datetime(),
});
export type Account = z.infer<typeof accountSchema>;

/** The key of an account's row. */
export const accountKey = (accountId: string): Key => ({ pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' });

/** Sets the recipient of mail about the account. @throws ConditionFailedError where there is no such account */
export const setAccountEmail = (table: Table, accountId: string, email: string): Promise<void> =>
  table.write([{ update: accountKey(accountId), set: { email }, when: [{ item: 'present' }] }]);

/** Returns the account, or undefined where no account has this id. */
export const findAccount = async (table: Table, accountId: string): Promise<Account | undefined> => {
  const row = await table.get(accountKey(accountId));
  return row === undefined ? undefined : accountSchema.parse(row);
};
