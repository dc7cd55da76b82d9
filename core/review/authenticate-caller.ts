/** Authentication of a request by an API key or a share token. */
import { authenticate } from '../accounts/authenticate.ts';
import type { Caller } from '../accounts/caller.ts';
import { unrestricted } from '../ports.ts';
import type { AsTenant } from '../ports.ts';
import type { Service } from '../service.ts';
import { callerOfShareToken } from './share-links.ts';

/**
 * The caller of a request's `Authorization` header.
 * @param asTenant  for the reads that follow once the account is known
 * @throws UnauthenticatedError for credentials that are missing, malformed, unknown, expired or revoked
 */
export const authenticateCaller = (
  service: Pick<Service, 'table' | 'clock' | 'settings'>,
  header: string | undefined,
  asTenant: AsTenant = unrestricted,
): Promise<Caller> => {
  const token = /^ShareToken +(\S+)$/i.exec(header?.trim() ?? '')?.[1];
  return token === undefined ? authenticate(service, header, asTenant) : callerOfShareToken(service, token, asTenant);
};
