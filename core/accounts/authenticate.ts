/** Authentication of a request by its API key. */
import { UnauthenticatedError } from '../errors.ts';
import { unrestricted } from '../ports.ts';
import type { AsTenant } from '../ports.ts';
import type { Service } from '../service.ts';
import { findAccount } from './account.ts';
import { apiKeySchema, apiKeyHashKey } from './api-key.ts';
import type { ApiKey } from './api-key.ts';
import type { Caller } from './caller.ts';
import { findFormatProblem, hashApiKey } from './api-key-format.ts';

const readApiKey = (authorizationHeader: string | undefined): string => {
  if (authorizationHeader === undefined || authorizationHeader.trim() === '') {
    throw new UnauthenticatedError('Send your API key in the header "Authorization: ApiKey <key>".');
  }
  const match = /^ApiKey +(\S+)$/i.exec(authorizationHeader.trim());
  if (match?.[1] === undefined) {
    throw new UnauthenticatedError(
      'The Authorization header must read "ApiKey <key>", with one space and nothing after the key.',
    );
  }
  return match[1];
};

/**
 * Returns the caller of the API key in a request's `Authorization` header. Nothing is cached: a revoked key is refused
 * from the next request on.
 * @param asTenant  for the reads that follow once the account is known
 * @throws UnauthenticatedError for a header or key that is missing, malformed, mistyped, unknown, expired or revoked
 */
export const authenticate = async (
  service: Pick<Service, 'table' | 'clock' | 'settings'>,
  authorizationHeader: string | undefined,
  asTenant: AsTenant = unrestricted,
): Promise<Caller> => {
  const key = readApiKey(authorizationHeader);
  const problem = findFormatProblem(key, service.settings.environment);
  if (problem !== undefined) throw new UnauthenticatedError(problem);
  const record = await findKeyRecord(service, key);
  if (record === undefined)
    throw new UnauthenticatedError('The API key is unknown here. Check that it was made for this deployment.');
  return asTenant(record.account_id, () => callerOfKey(service, record));
};

/** The record of a key, also of one that is revoked or has expired; undefined where the deployment does not know it. */
export const findKeyRecord = async ({ table }: Pick<Service, 'table'>, key: string): Promise<ApiKey | undefined> => {
  const row = await table.get(apiKeyHashKey(hashApiKey(key)));
  return row === undefined ? undefined : apiKeySchema.parse(row);
};

/** The caller of a key. @throws UnauthenticatedError where it was revoked, has expired, or its account is gone */
export const callerOfKey = async (service: Pick<Service, 'table' | 'clock'>, record: ApiKey): Promise<Caller> => {
  if (record.revoked_at !== undefined)
    throw new UnauthenticatedError(`The API key "${record.name}" was revoked. Use another one.`);
  if (service.clock.now().getTime() >= Date.parse(record.valid_until)) {
    throw new UnauthenticatedError(
      `The API key "${record.name}" expired on ${record.valid_until.slice(0, 10)}. Make a new one.`,
    );
  }
  const account = await findAccount(service.table, record.account_id);
  if (account === undefined) throw new UnauthenticatedError('The account of this API key does not exist any more.');
  return { account, role: record.role, kind: 'api_key', id: record.key_id, name: record.name };
};
