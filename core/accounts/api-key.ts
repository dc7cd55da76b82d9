/**
 * Creates, lists and revokes API keys. A key has two rows that are always written together: one under its account,
 * for listing, and one under the key's hash, for authentication. Neither contains the key.
 */
import { z } from 'zod';
import { ConditionFailedError, IdempotencyKeyInUseError, NotFoundError, ValidationError } from '../errors.ts';
import type { ConditionClause, Key, WriteOperation } from '../ports.ts';
import type { Service } from '../service.ts';
import { listAll, listPage } from '../storage/lists/list-page.ts';
import type { Page, PageRequest } from '../storage/lists/list-page.ts';
import { linkOf } from '../storage/made-once.ts';
import type { MadeOnce } from '../storage/made-once.ts';
import { checkOpen, unknownAccount } from './account.ts';
import { listKeyUses } from './key-use.ts';
import { requireRole, roleSchema } from './caller.ts';
import type { Caller, Role } from './caller.ts';
import { generateApiKey, hashApiKey } from './api-key-format.ts';

export type AccountsService = Pick<Service, 'table' | 'clock' | 'ids' | 'settings'>;

export const apiKeySchema = z.object({
  key_id: z.uuid(),
  account_id: z.uuid(),
  name: z.string().min(1).max(100),
  /** Absent in rows of the releases in which every key had all rights. */
  role: roleSchema.default('owner'),
  /** The first characters of the key, by which its owner recognises it. */
  hint: z.string(),
  created_at: z.iso.datetime(),
  /** From this time the key is refused. It stays listed, so this is not the table's `expires_at`. */
  valid_until: z.iso.datetime(),
  revoked_at: z.iso.datetime().optional(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export interface NewApiKey {
  /** Default: owner. */
  readonly role?: Role;
  /** The purpose of the key, 1 to 100 characters. */
  readonly name: string;
  /** From this time the key is refused. Must be in the future. */
  readonly expiresAt: Date;
}

const API_KEY = 'API_KEY#';
const storedKeySchema = apiKeySchema.extend({ key_hash: z.string() });
type StoredApiKey = z.infer<typeof storedKeySchema>;

const rowKey = (accountId: string, keyId: string): Key => ({
  pk: `ACCOUNT#${accountId}`,
  sk: `${API_KEY}${keyId.toLowerCase()}`,
});

/** The key of the row that is found by the API key's SHA-256. */
export const apiKeyHashKey = (keyHash: string): Key => ({ pk: `API_KEY_HASH#${keyHash}`, sk: 'API_KEY' });

const invalid = (member: string, msg: string, type: string): ValidationError =>
  new ValidationError([{ loc: ['body', member], msg, type }]);

const checkNewKey = (wanted: NewApiKey, now: Date): void => {
  if (wanted.name.trim() === '' || wanted.name.length > 100) {
    throw invalid('name', 'A key needs a name of 1 to 100 characters that says what it is for.', 'invalid_name');
  }
  if (!(wanted.expiresAt.getTime() > now.getTime())) {
    throw invalid('expires_at', 'A key needs an expiry date in the future.', 'not_in_future');
  }
};

/**
 * Generates a key and returns it with the writes that create it, for a transaction of the caller. The key itself is not
 * stored and cannot be shown again.
 * @param replaced  a key that nobody has received: the new one takes its place and its id
 * @throws ValidationError as createApiKey
 */
export const prepareApiKey = (
  service: Pick<Service, 'clock' | 'ids' | 'settings'>,
  accountId: string,
  wanted: NewApiKey,
  replaced?: StoredApiKey,
): { key: string; record: ApiKey; writes: readonly WriteOperation[] } => {
  const now = service.clock.now();
  checkNewKey(wanted, now);
  const key = generateApiKey(service.settings.environment);
  const record: ApiKey = {
    key_id: replaced?.key_id ?? service.ids.uuid(),
    account_id: accountId,
    name: wanted.name.trim(),
    role: wanted.role ?? 'owner',
    hint: key.slice(0, `tl_${service.settings.environment}_`.length + 4),
    created_at: now.toISOString(),
    valid_until: wanted.expiresAt.toISOString(),
  };
  const keyHash = hashApiKey(key);
  return {
    key,
    record,
    writes: [
      { put: { ...rowKey(accountId, record.key_id), ...record, key_hash: keyHash }, when: unlessChanged(replaced) },
      { put: { ...apiKeyHashKey(keyHash), ...record }, when: [{ item: 'absent' }] },
      ...(replaced === undefined ? [] : [{ delete: apiKeyHashKey(replaced.key_hash) }]),
    ],
  };
};

const unlessChanged = (replaced: StoredApiKey | undefined): readonly ConditionClause[] =>
  replaced === undefined
    ? [{ item: 'absent' }]
    : [
        { attribute: 'key_hash', in: [replaced.key_hash] },
        { attribute: 'revoked_at', is: 'absent' },
      ];

/**
 * Creates a key for an account. `key` can be shown only once. Where a request is repeated whose process died before it
 * could answer, the key is made anew with the same id: nobody has received the first one, which is refused from then on.
 * @param once  given where the request has an idempotency key
 * @throws ValidationError for a name that is empty or too long, or an expiry date that is not in the future
 * @throws NotFoundError where there is no such account, or it was deleted
 * @throws IdempotencyKeyInUseError where another call has taken the request over
 */
export const createApiKey = async (
  service: AccountsService,
  accountId: string,
  wanted: NewApiKey,
  once?: MadeOnce,
): Promise<{ key: string; record: ApiKey }> => {
  const made = once?.madeId === undefined ? undefined : await readStoredKey(service, accountId, once.madeId);
  const replaced = made?.revoked_at === undefined ? made : undefined;
  const { key, record, writes } = prepareApiKey(service, accountId, wanted, replaced);
  try {
    await service.table.write([checkOpen(accountId), ...writes, ...linkOf(once, record.key_id)]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    throw error.operations.includes(0) ? unknownAccount(accountId, error) : new IdempotencyKeyInUseError();
  }
  return { key, record };
};

/**
 * Creates a key for the caller's account, with a role of the caller's rights at most.
 * @throws RoleNotSufficientError, and the errors of createApiKey
 */
export const createKeyOf = (
  service: AccountsService,
  caller: Caller,
  wanted: NewApiKey & { readonly role: Role },
  once?: MadeOnce,
): Promise<{ key: string; record: ApiKey }> => {
  requireRole(caller, wanted.role);
  return createApiKey(service, caller.account.account_id, wanted, once);
};

const readStoredKey = async (
  service: Pick<Service, 'table'>,
  accountId: string,
  keyId: string,
): Promise<StoredApiKey | undefined> => {
  const row = await service.table.get(rowKey(accountId, keyId));
  return row === undefined ? undefined : storedKeySchema.parse(row);
};

/** Returns a key of the account, also one that is revoked or has expired. */
export const findApiKey = async (
  service: Pick<Service, 'table'>,
  accountId: string,
  keyId: string,
): Promise<ApiKey | undefined> => {
  const row = await service.table.get(rowKey(accountId, keyId));
  return row === undefined ? undefined : apiKeySchema.parse(row);
};

export type UsedApiKey = ApiKey & { readonly last_used_at?: string };

/** A page of an account's keys with their last use, including revoked and expired ones. */
export const listKeyPage = async (
  service: Pick<Service, 'table'>,
  accountId: string,
  page: PageRequest,
): Promise<Page<UsedApiKey>> => {
  const uses = await listKeyUses(service, accountId);
  return listPage(service, { pk: `ACCOUNT#${accountId}`, skBeginsWith: API_KEY }, page, (row) => {
    const key = apiKeySchema.parse(row);
    const used = uses.get(key.key_id);
    return { ...key, ...(used === undefined ? {} : { last_used_at: used }) };
  });
};

/** Returns all keys of an account, including revoked and expired ones, oldest first. */
export const listApiKeys = async (service: Pick<Service, 'table'>, accountId: string): Promise<readonly ApiKey[]> => {
  const query = { pk: `ACCOUNT#${accountId}`, skBeginsWith: API_KEY };
  const keys = await listAll(service, query, (row) => apiKeySchema.parse(row));
  return keys.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
};

/**
 * Revokes a key: it is refused from now on. A repeated revocation keeps the time of the first.
 * @throws NotFoundError where the account has no key with this id
 */
export const revokeApiKey = async (
  service: Pick<Service, 'table' | 'clock'>,
  accountId: string,
  keyId: string,
): Promise<ApiKey> => {
  const row = await service.table.get(rowKey(accountId, keyId));
  if (row === undefined)
    throw new NotFoundError(`The account has no API key ${keyId}. List the keys to see their ids.`);
  const stored = storedKeySchema.parse(row);
  if (stored.revoked_at !== undefined) return apiKeySchema.parse(row);
  const revoked = { revoked_at: service.clock.now().toISOString() };
  try {
    await service.table.write([
      { update: rowKey(accountId, keyId), set: revoked, when: [{ item: 'present' }] },
      { update: apiKeyHashKey(stored.key_hash), set: revoked, when: [{ item: 'present' }] },
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    // It was replaced or deleted meanwhile.
    return revokeApiKey(service, accountId, keyId);
  }
  return apiKeySchema.parse({ ...row, ...revoked });
};
