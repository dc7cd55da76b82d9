/**
 * Browser sessions of the host on one machine: a one-time code or an API key begins one. Codes and tokens are stored as
 * hashes. A session's row lies with its account's, so that the account's deletion takes it.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ConditionFailedError, UnauthenticatedError } from '../errors.ts';
import type { Key } from '../ports.ts';
import type { Service } from '../service.ts';
import { findAccount } from './account.ts';
import { generateSecret } from './api-key-format.ts';
import { findApiKey } from './api-key.ts';
import { callerOfKey } from './authenticate.ts';
import type { Caller } from './caller.ts';

/** How long a link can be opened, in milliseconds. */
export const SIGN_IN_CODE_LIFETIME_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** A session ends so long after its last use. */
const SESSION_LIFETIME_MS = 30 * DAY_MS;

type Stores = Pick<Service, 'table' | 'clock' | 'ids'>;

const codeSchema = z.object({ account_id: z.uuid(), name: z.string() });
const sessionSchema = z.object({
  session_id: z.uuid(),
  account_id: z.uuid(),
  /** Who signed in by a link: the user of the machine. */
  name: z.string(),
  /** Of a session that an API key began: it has the rights of the key, and ends with it. */
  key_id: z.uuid().optional(),
  expires_at: z.number(),
});

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const codeKey = (code: string): Key => ({ pk: `SIGN_IN_CODE#${hashOf(code)}`, sk: 'SIGN_IN_CODE' });
const sessionKey = (accountId: string, secret: string): Key => ({
  pk: `ACCOUNT#${accountId}`,
  sk: `SESSION#${hashOf(secret)}`,
});
const seconds = (ms: number): number => Math.floor(ms / 1000);

const usedUp = (): UnauthenticatedError =>
  new UnauthenticatedError('This link was used before or has expired. Ask for a new one: npx tearline sign-in-link.');
const ended = (): UnauthenticatedError => new UnauthenticatedError('The session has ended. Sign in again.');

/**
 * Makes a code that begins one session with all rights of the account, within an hour.
 * @param name  who is going to sign in, such as the machine's user
 */
export const createSignInCode = async (
  { table, clock }: Pick<Stores, 'table' | 'clock'>,
  accountId: string,
  name: string,
): Promise<string> => {
  const code = generateSecret();
  const expiresAt = clock.now().getTime() + SIGN_IN_CODE_LIFETIME_MS;
  await table.write([{ put: { ...codeKey(code), account_id: accountId, name, expires_at: seconds(expiresAt) } }]);
  return code;
};

/** The row and the token of a new session. */
const newSession = ({ clock, ids }: Stores, by: { account_id: string; name: string; key_id?: string }) => {
  const secret = generateSecret();
  const row = {
    ...sessionKey(by.account_id, secret),
    ...by,
    session_id: ids.uuid(),
    created_at: clock.now().toISOString(),
    expires_at: seconds(clock.now().getTime() + SESSION_LIFETIME_MS),
  };
  return { row, token: `${by.account_id}.${secret}` };
};

/**
 * Begins a session with a code, which is used up by it.
 * @returns the session's token
 * @throws UnauthenticatedError for a code that is unknown, used or expired
 */
export const beginSessionByCode = async (service: Stores, code: string): Promise<string> => {
  const found = await service.table.get(codeKey(code));
  if (found === undefined) throw usedUp();
  const { row, token } = newSession(service, codeSchema.parse(found));
  try {
    await service.table.write([{ delete: codeKey(code), when: [{ item: 'present' }] }, { put: row }]);
  } catch (error) {
    throw error instanceof ConditionFailedError ? usedUp() : error;
  }
  return token;
};

/** Begins a session with the rights of an API key. @returns the session's token */
export const beginSessionByKey = async (service: Stores, { account, id, name }: Caller): Promise<string> => {
  const { row, token } = newSession(service, { account_id: account.account_id, name, key_id: id });
  await service.table.write([{ put: row }]);
  return token;
};

const keyOfToken = (token: string): Key | undefined => {
  const [, accountId, secret] = /^([0-9a-f-]{36})\.([0-9A-Za-z]{32})$/.exec(token) ?? [];
  return accountId === undefined || secret === undefined ? undefined : sessionKey(accountId, secret);
};

/**
 * The caller of a session, whose end is put off by its use.
 * @throws UnauthenticatedError for a session that is unknown or has ended, and where its key was revoked or has expired
 */
export const callerOfSession = async (service: Pick<Service, 'table' | 'clock'>, token: string): Promise<Caller> => {
  const { table, clock } = service;
  const key = keyOfToken(token);
  const row = key === undefined ? undefined : await table.get(key);
  if (key === undefined || row === undefined) throw ended();
  const session = sessionSchema.parse(row);
  await putOffEnd(service, key, session.expires_at);
  const account = await findAccount(table, session.account_id);
  if (account === undefined) throw ended();
  if (session.key_id === undefined)
    return { account, role: 'owner', kind: 'person', id: session.session_id, name: session.name };
  const apiKey = await findApiKey(service, account.account_id, session.key_id);
  if (apiKey === undefined) throw ended();
  return callerOfKey({ table, clock }, apiKey);
};

/** Written once a day at most. */
const putOffEnd = async ({ table, clock }: Pick<Service, 'table' | 'clock'>, key: Key, end: number): Promise<void> => {
  const later = seconds(clock.now().getTime() + SESSION_LIFETIME_MS);
  if (later - end < seconds(DAY_MS)) return;
  try {
    await table.write([{ update: key, set: { expires_at: later }, when: [{ item: 'present' }] }]);
  } catch (error) {
    // Signed out in another tab meanwhile.
    if (error instanceof ConditionFailedError) throw ended();
    throw error;
  }
};

/** Ends a session; an unknown one has ended before. */
export const endSession = async ({ table }: Pick<Service, 'table'>, token: string): Promise<void> => {
  const key = keyOfToken(token);
  if (key !== undefined) await table.write([{ delete: key }]);
};
