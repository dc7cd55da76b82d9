import type { Schema } from '../api/client/client.ts';

export type Role = Schema<'Role'>;

/** From the least to the most rights: a role may do what the roles before it may. */
export const ROLES: readonly Role[] = ['reviewer', 'member', 'owner'];

export const includesRole = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);
