/** An account: whom rows, blobs and keys belong to. */
import { z } from 'zod';
import type { Key, Table } from '../ports.ts';

export const accountSchema = z.object({
  account_id: z.uuid(),
  name: z.string(),
  /** Where mail about the account goes, a training that has ended, say; absent: nowhere. */
  email: z.email().optional(),
  /** Pages that the account's plan allows in one document; null: no limit. */
  max_pages: z.int().min(1).nullable(),
  created_at: z.iso.datetime(),
});
export type Account = z.infer<typeof accountSchema>;

/** Where an account's row lies in the table. */
export const accountKey = (accountId: string): Key => ({ pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' });

/** Where mail about the account goes from now on. @throws ConditionFailedError where there is no such account */
export const setAccountEmail = (table: Table, accountId: string, email: string): Promise<void> =>
  table.write([{ update: accountKey(accountId), set: { email }, when: [{ item: 'present' }] }]);

/** The account, or undefined where there is none with this id. */
export const findAccount = async (table: Table, accountId: string): Promise<Account | undefined> => {
  const row = await table.get(accountKey(accountId));
  return row === undefined ? undefined : accountSchema.parse(row);
};
