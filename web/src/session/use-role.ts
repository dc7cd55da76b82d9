import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../api/account/account.ts';
import { hasShareToken } from './credentials.ts';
import { includesRole } from './roles.ts';
import type { Role } from './roles.ts';

/** Whether the signed-in person may do what needs this role; false until it is known. */
export const useRole = (least: Role): boolean => {
  const { data } = useQuery({ ...accountQuery, enabled: !hasShareToken() });
  return data !== undefined && includesRole(data.caller.role, least);
};
