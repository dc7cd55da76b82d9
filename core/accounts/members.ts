/**
 * The people of an account. A person signs in to the deployment's user pool; the address in the token finds the person's
 * row, which names the account and the role. An address belongs to one account of a deployment.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  ConditionFailedError,
  IdempotencyKeyInUseError,
  LastOwnerError,
  NotFoundError,
  ValidationError,
} from '../errors.ts';
import type { Item, Key, WriteOperation } from '../ports.ts';
import type { Service } from '../service.ts';
import { listPage } from '../storage/list-page.ts';
import type { Page, PageRequest } from '../storage/list-page.ts';
import { linkOf } from '../storage/made-once.ts';
import type { MadeOnce } from '../storage/made-once.ts';
import { roleSchema } from './caller.ts';
import type { Role } from './caller.ts';

type Store = Pick<Service, 'table'>;

export const memberSchema = z.object({
  member_id: z.uuid(),
  email: z.email(),
  role: roleSchema,
  created_at: z.iso.datetime(),
});
export type Member = z.infer<typeof memberSchema>;
const addressSchema = z.object({ account_id: z.uuid(), member_id: z.uuid() });

const PREFIX = 'MEMBER#';
const memberKey = (accountId: string, memberId: string): Key => ({
  pk: `ACCOUNT#${accountId}`,
  sk: `${PREFIX}${memberId}`,
});
/** Counts the owners among the people, so that the last one cannot be removed by two requests at once. */
const ownersKey = (accountId: string): Key => ({ pk: `ACCOUNT#${accountId}`, sk: 'OWNERS' });
/** Addresses are stored as a hash, as those of suppressed mail. Their letters' case does not matter. */
export const addressKey = (email: string): Key => ({
  pk: `MEMBER_ADDRESS#${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`,
  sk: 'MEMBER',
});

const ownersChange = (accountId: string, add: number): WriteOperation => ({
  update: ownersKey(accountId),
  add: { owners: add },
  ...(add < 0 ? { when: [{ attribute: 'owners', atLeast: 1 - add }] } : {}),
});

const ownersOf = (role: Role): number => (role === 'owner' ? 1 : 0);

const unknownMember = (memberId: string, cause?: unknown): NotFoundError =>
  new NotFoundError(`The account has no person ${memberId}. GET /account/members lists them.`, { cause });

const addressTaken = (cause: unknown): ValidationError =>
  new ValidationError(
    [
      {
        loc: ['body', 'email'],
        msg: 'must be an address that belongs to nobody yet: one address belongs to one account of a deployment',
        type: 'address_taken',
      },
    ],
    { cause },
  );

/**
 * Adds a person, or returns the one that the request added before its process died.
 * @param once  given where the request has an idempotency key
 * @throws ValidationError where the address belongs to a person of this deployment already
 * @throws IdempotencyKeyInUseError where another call has taken the request over
 */
export const addMember = async (
  service: Pick<Service, 'table' | 'clock' | 'ids'>,
  accountId: string,
  { email, role }: Pick<Member, 'email' | 'role'>,
  once?: MadeOnce,
): Promise<Member> => {
  const made = once?.madeId === undefined ? undefined : await findMember(service, accountId, once.madeId);
  if (made !== undefined) return made;
  const member: Member = {
    member_id: service.ids.uuid(),
    email: email.trim(),
    role,
    created_at: service.clock.now().toISOString(),
  };
  const address = { account_id: accountId, member_id: member.member_id };
  try {
    await service.table.write([
      { put: { ...addressKey(email), ...address }, when: [{ item: 'absent' }] },
      { put: { ...memberKey(accountId, member.member_id), ...member }, when: [{ item: 'absent' }] },
      ...linkOf(once, member.member_id),
      ...(role === 'owner' ? [ownersChange(accountId, 1)] : []),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    throw error.operations.includes(0) ? addressTaken(error) : new IdempotencyKeyInUseError();
  }
  return member;
};

/** A page of an account's people. */
export const listMembers = (service: Store, accountId: string, page: PageRequest): Promise<Page<Member>> =>
  listPage(service, { pk: `ACCOUNT#${accountId}`, skBeginsWith: PREFIX }, page, (row) => memberSchema.parse(row));

/** Returns an account's person, or undefined where it has none with this id. */
export const findMember = async (
  { table }: Store,
  accountId: string,
  memberId: string,
): Promise<Member | undefined> => {
  const row = await table.get(memberKey(accountId, memberId.toLowerCase()));
  return row === undefined ? undefined : memberSchema.parse(row);
};

/** Returns the account and the person of an address, or undefined where it is nobody's. */
export const findMemberByAddress = async (
  service: Store,
  email: string,
): Promise<{ readonly accountId: string; readonly member: Member } | undefined> => {
  const row: Item | undefined = await service.table.get(addressKey(email));
  if (row === undefined) return undefined;
  const { account_id: accountId, member_id: memberId } = addressSchema.parse(row);
  const member = await findMember(service, accountId, memberId);
  return member === undefined ? undefined : { accountId, member };
};

/** Whether a person of the account is an owner. */
export const hasOwner = async ({ table }: Store, accountId: string): Promise<boolean> =>
  Number((await table.get(ownersKey(accountId)))?.['owners'] ?? 0) > 0;

/** @throws NotFoundError, LastOwnerError */
export const changeRole = async (service: Store, accountId: string, memberId: string, role: Role): Promise<Member> => {
  const member = await findMember(service, accountId, memberId);
  if (member === undefined) throw unknownMember(memberId);
  if (member.role === role) return member;
  const owners = ownersOf(role) - ownersOf(member.role);
  await writeMember(service, accountId, member, owners, {
    update: memberKey(accountId, member.member_id),
    set: { role },
    when: [{ attribute: 'role', in: [member.role] }],
  });
  return { ...member, role };
};

/** Removes a person: the next request of the person is refused. @throws NotFoundError, LastOwnerError */
export const removeMember = async (service: Store, accountId: string, memberId: string): Promise<void> => {
  const member = await findMember(service, accountId, memberId);
  if (member === undefined) throw unknownMember(memberId);
  const removal: WriteOperation = {
    delete: memberKey(accountId, member.member_id),
    when: [{ attribute: 'role', in: [member.role] }],
  };
  await writeMember(service, accountId, member, -ownersOf(member.role), removal, { delete: addressKey(member.email) });
};

/** @param owners  by how many the number of owners changes @throws NotFoundError, LastOwnerError */
const writeMember = async (
  { table }: Store,
  accountId: string,
  member: Member,
  owners: number,
  ...operations: readonly WriteOperation[]
): Promise<void> => {
  try {
    await table.write([...(owners === 0 ? [] : [ownersChange(accountId, owners)]), ...operations]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    // Operation 0 is the number of owners, where that changes.
    if (owners < 0 && error.operations.includes(0)) throw new LastOwnerError({ cause: error });
    throw unknownMember(member.member_id, error);
  }
};
