/** The rows of an account's people, and those that find a person by the address. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Key, WriteOperation } from '../../ports.ts';
import type { Service } from '../../service.ts';
import { roleSchema } from '../caller.ts';
import type { Role } from '../caller.ts';

type Store = Pick<Service, 'table'>;

export const memberSchema = z.object({
  member_id: z.uuid(),
  email: z.email(),
  role: roleSchema,
  created_at: z.iso.datetime(),
});
export type Member = z.infer<typeof memberSchema>;
const addressSchema = z.object({ account_id: z.uuid(), member_id: z.uuid() });

/** Of the sort keys of people in their account's partition. */
export const MEMBER_PREFIX = 'MEMBER#';

export const memberKey = (accountId: string, memberId: string): Key => ({
  pk: `ACCOUNT#${accountId}`,
  sk: `${MEMBER_PREFIX}${memberId}`,
});

/** The letters' case of an address does not matter. */
export const sameAddress = (one: string, other: string): boolean => comparable(one) === comparable(other);

const comparable = (email: string): string => email.trim().toLowerCase();

/** Addresses are stored as a hash, as those of suppressed mail. */
export const addressPartition = (email: string): string =>
  `MEMBER_ADDRESS#${createHash('sha256').update(comparable(email)).digest('hex')}`;

export const addressKey = (email: string): Key => ({ pk: addressPartition(email), sk: 'MEMBER' });

/** Counts the owners among the people, so that the last one cannot be removed by two requests at once. */
const ownersKey = (accountId: string): Key => ({ pk: `ACCOUNT#${accountId}`, sk: 'OWNERS' });

/** The condition fails where no owner would be left. */
export const ownersChange = (accountId: string, add: number): WriteOperation => ({
  update: ownersKey(accountId),
  add: { owners: add },
  ...(add < 0 ? { when: [{ attribute: 'owners', atLeast: 1 - add }] } : {}),
});

export const ownersOf = (role: Role): number => (role === 'owner' ? 1 : 0);

/** Whether a person of the account is an owner. */
export const hasOwner = async ({ table }: Store, accountId: string): Promise<boolean> =>
  Number((await table.get(ownersKey(accountId)))?.['owners'] ?? 0) > 0;

/** Returns an account's person, or undefined where it has none with this id. */
export const findMember = async (
  { table }: Store,
  accountId: string,
  memberId: string,
): Promise<Member | undefined> => {
  const row = await table.get(memberKey(accountId, memberId.toLowerCase()));
  return row === undefined ? undefined : memberSchema.parse(row);
};

/** Whether the address is a person's, of whichever account. */
export const isTaken = async ({ table }: Store, email: string): Promise<boolean> =>
  (await table.get(addressKey(email))) !== undefined;

/** Returns the account and the person of an address, or undefined where it is nobody's. */
export const findMemberByAddress = async (
  service: Store,
  email: string,
): Promise<{ readonly accountId: string; readonly member: Member } | undefined> => {
  const row = await service.table.get(addressKey(email));
  if (row === undefined) return undefined;
  const { account_id: accountId, member_id: memberId } = addressSchema.parse(row);
  const member = await findMember(service, accountId, memberId);
  return member === undefined ? undefined : { accountId, member };
};
