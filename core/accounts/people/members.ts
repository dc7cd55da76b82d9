/**
 * The people of an account. A person signs in to the deployment's user pool; the address in the token finds the person's
 * row, which names the account and the role. An address belongs to one account of a deployment.
 */
import {
  ConditionFailedError,
  IdempotencyKeyInUseError,
  LastOwnerError,
  NotFoundError,
  UserRefusedError,
  ValidationError,
} from '../../errors.ts';
import type { Item, WriteOperation } from '../../ports.ts';
import type { Service } from '../../service.ts';
import { listPage } from '../../storage/lists/list-page.ts';
import type { Page, PageRequest } from '../../storage/lists/list-page.ts';
import { linkOf } from '../../storage/made-once.ts';
import type { MadeOnce } from '../../storage/made-once.ts';
import type { Role } from '../caller.ts';
import {
  addressKey,
  findMember,
  isTaken,
  MEMBER_PREFIX,
  memberKey,
  memberSchema,
  ownersChange,
  ownersOf,
} from './member-rows.ts';
import type { Member } from './member-rows.ts';
import { dropUserChange, newUserChange, putUserChange, settleUserSoon } from './user-changes.ts';
import type { UserChange } from './user-changes.ts';

type Store = Pick<Service, 'table'>;
/** What adding and removing people needs: their users change with them. */
export type PeopleService = Pick<Service, 'table' | 'clock' | 'ids' | 'users' | 'settings'>;

const unknownMember = (memberId: string, cause?: unknown): NotFoundError =>
  new NotFoundError(`The account has no person ${memberId}. GET /account/members lists them.`, { cause });

const addressTaken = (cause?: unknown): ValidationError =>
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

const addressRefused = (cause: UserRefusedError): ValidationError =>
  new ValidationError(
    [{ loc: ['body', 'email'], msg: 'must be an address with which a person can sign in', type: 'address_refused' }],
    { cause },
  );

/**
 * Adds a person, or returns the one that the request added before its process died. The person can sign in from then on
 * and is invited by mail.
 * @param once  given where the request has an idempotency key
 * @throws ValidationError where the address belongs to a person of this deployment already, or cannot be a user's
 * @throws IdempotencyKeyInUseError where another call has taken the request over
 * @throws TemporarilyUnavailableError while the user directory is down: nobody was added
 */
export const addMember = async (
  service: PeopleService,
  accountId: string,
  { email, role }: Pick<Member, 'email' | 'role'>,
  once?: MadeOnce,
): Promise<Member> => {
  const made = once?.madeId === undefined ? undefined : await findMember(service, accountId, once.madeId);
  if (made !== undefined) return made;
  if (await isTaken(service, email)) throw addressTaken();
  const member: Member = {
    member_id: service.ids.uuid(),
    email: email.trim(),
    role,
    created_at: service.clock.now().toISOString(),
  };
  const change = newUserChange(service, member.email);
  await addUser(service, change);
  // Where this throws, the sweep removes the user again, unless an account lists the address by then.
  await putMember(service, accountId, member, once);
  await settleUserSoon(service, change);
  return member;
};

/**
 * The user comes before the person: a refused address changes nothing, and a user whom no account lists has no rights.
 * @throws ValidationError, TemporarilyUnavailableError
 */
const addUser = async (service: PeopleService, change: UserChange): Promise<void> => {
  await service.table.write([putUserChange(change)]);
  try {
    await service.users.add(change.email);
  } catch (error) {
    if (!(error instanceof UserRefusedError)) throw error;
    await dropUserChange(service, change);
    throw addressRefused(error);
  }
};

const putMember = async (
  { table }: Store,
  accountId: string,
  member: Member,
  once: MadeOnce | undefined,
): Promise<void> => {
  const address = { account_id: accountId, member_id: member.member_id };
  try {
    await table.write([
      { put: { ...addressKey(member.email), ...address }, when: [{ item: 'absent' }] },
      { put: { ...memberKey(accountId, member.member_id), ...member }, when: [{ item: 'absent' }] },
      ...linkOf(once, member.member_id),
      ...(member.role === 'owner' ? [ownersChange(accountId, 1)] : []),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    throw error.operations.includes(0) ? addressTaken(error) : new IdempotencyKeyInUseError();
  }
};

/** A page of an account's people. */
export const listMembers = (service: Store, accountId: string, page: PageRequest): Promise<Page<Member>> =>
  listPage(service, { pk: `ACCOUNT#${accountId}`, skBeginsWith: MEMBER_PREFIX }, page, (row) =>
    memberSchema.parse(row),
  );

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

/**
 * Removes a person: the next request of the person is refused. The user is deleted, so that nobody signs in with the
 * address any more; while the user directory is down, the sweep does that.
 * @throws NotFoundError, LastOwnerError
 */
export const removeMember = async (service: PeopleService, accountId: string, memberId: string): Promise<void> => {
  const member = await findMember(service, accountId, memberId);
  if (member === undefined) throw unknownMember(memberId);
  const removal: WriteOperation = {
    delete: memberKey(accountId, member.member_id),
    when: [{ attribute: 'role', in: [member.role] }],
  };
  const change = newUserChange(service, member.email);
  await writeMember(
    service,
    accountId,
    member,
    -ownersOf(member.role),
    removal,
    { delete: addressKey(member.email) },
    putUserChange(change),
  );
  await settleUserSoon(service, change);
};

/** Whether a row of an account is one of its people. */
export const isMember = ({ sk }: Item): boolean => sk.startsWith(MEMBER_PREFIX);

/** Removes a person of an account that is being deleted, whether or not an owner is left. */
export const deleteMember = async (service: PeopleService, { pk, sk, ...row }: Item): Promise<void> => {
  const { email } = memberSchema.parse(row);
  const change = newUserChange(service, email);
  try {
    await service.table.write([
      { delete: { pk, sk }, when: [{ item: 'present' }] },
      { delete: addressKey(email) },
      putUserChange(change),
    ]);
  } catch (error) {
    // Another pass was first: by now, another account may have the address.
    if (error instanceof ConditionFailedError) return;
    throw error;
  }
  await settleUserSoon(service, change);
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
