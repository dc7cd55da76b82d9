/** Who signs in with a token of the deployment's user pool: a person of an account. */
import { UnauthenticatedError } from '../../errors.ts';
import type { Service } from '../../service.ts';
import { findAccount } from '../account.ts';
import type { Caller } from '../caller.ts';
import { findFirstAccount } from '../first-account.ts';
import { findMember, findMemberByAddress, hasOwner, sameAddress } from './member-rows.ts';

/** A user of the user pool. */
export interface PoolUser {
  readonly id: string;
  /** Absent where the pool has not verified the address: users can change theirs. */
  readonly email?: string | undefined;
}

/** A person as the gateway's authorizer passes it on. */
export interface Person {
  readonly accountId: string;
  /** Id of the person's row; absent for a user of the pool whom no account lists. */
  readonly memberId?: string | undefined;
  readonly user: PoolUser;
}

type Store = Pick<Service, 'table' | 'settings'>;

/**
 * Finds the account of a user, which is the one that lists the address. The administrator, whose address the deployment
 * was given, is an owner of the first account as long as that account lists no owner, whatever other accounts list: an
 * owner of one could otherwise draw the administrator into it.
 * @throws UnauthenticatedError
 */
export const findPerson = async (service: Store, user: PoolUser): Promise<Person> => {
  const found = user.email === undefined ? undefined : await findMemberByAddress(service, user.email);
  const first = isAdministrator(service, user) ? await findFirstAccount(service) : undefined;
  if (first !== undefined && found?.accountId !== first.account_id && !(await hasOwner(service, first.account_id)))
    return { accountId: first.account_id, user };
  if (found !== undefined) return { accountId: found.accountId, memberId: found.member.member_id, user };
  if (first !== undefined || !isAdministrator(service, user)) throw unlisted();
  throw new UnauthenticatedError('The deployment has no account yet: its operator has to create the first API key.');
};

const isAdministrator = ({ settings: { administratorEmail: address } }: Store, { email }: PoolUser): boolean =>
  email !== undefined && address !== undefined && sameAddress(email, address);

const unlisted = (): UnauthenticatedError =>
  new UnauthenticatedError('The address of this token belongs to no account. Ask an owner to add it.');

/** The person as a caller, with the present role. @throws UnauthenticatedError where it was removed meanwhile */
export const callerOf = async (service: Store, { accountId, memberId, user }: Person): Promise<Caller> => {
  const account = await findAccount(service.table, accountId);
  if (account === undefined) throw new UnauthenticatedError('The account of this token does not exist any more.');
  const member = memberId === undefined ? undefined : await findMember(service, accountId, memberId);
  if (member !== undefined)
    return { account, role: member.role, kind: 'person', id: member.member_id, name: member.email };
  if (memberId !== undefined || !isAdministrator(service, user) || (await hasOwner(service, accountId)))
    throw unlisted();
  return { account, role: 'owner', kind: 'person', id: user.id, name: user.email ?? user.id };
};
