/** Who sends a request: an account, and in it an API key or a person with a role. */
import { z } from 'zod';
import { RoleNotSufficientError } from '../errors.ts';
import type { Account } from './account.ts';

/** From the least to the most rights: a role may do what the roles before it may. */
export const ROLES = ['reviewer', 'member', 'owner'] as const;
export const roleSchema = z.enum(ROLES).meta({
  id: 'Role',
  description:
    'A reviewer reads, verifies and corrects; a member also processes, trains, and deletes results and training documents; ' +
    'an owner also manages keys, people and webhooks, and deletes workflows and the account',
});
export type Role = z.infer<typeof roleSchema>;

export interface Caller {
  readonly account: Account;
  readonly role: Role;
  readonly kind: 'api_key' | 'person' | 'share_link';
  /** Id of the API key, the person or the share token. */
  readonly id: string;
  /** Name of the API key, address of the person, or name of the share link: who did something, for readers. */
  readonly name: string;
  /** The processing request that the caller may access, and nothing else; absent: all of the account. */
  readonly onlyResult?: string;
}

/** Whether a role includes the rights of another one. */
export const includesRole = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

/** @throws RoleNotSufficientError where the caller's role has fewer rights than this one */
export const requireRole = ({ role }: Pick<Caller, 'role'>, least: Role): void => {
  if (!includesRole(role, least)) throw new RoleNotSufficientError(role, least);
};
