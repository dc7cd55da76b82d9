import type { ApiKey } from '../../api/account/api-keys.ts';

/** Days before its end at which a key is called expiring. */
const WARN_DAYS = 14;
const DAY_MS = 86_400_000;

/** `expiring`: valid, and for 14 days at most. */
export type KeyState = 'valid' | 'expiring' | 'expired' | 'revoked';

/** @param now  milliseconds since 1970 */
export const keyState = (key: Pick<ApiKey, 'expires_at' | 'revoked_at'>, now: number): KeyState => {
  if (key.revoked_at !== null) return 'revoked';
  const left = Date.parse(key.expires_at) - now;
  if (left <= 0) return 'expired';
  return left <= WARN_DAYS * DAY_MS ? 'expiring' : 'valid';
};

const ORDER: readonly KeyState[] = ['expiring', 'valid', 'expired', 'revoked'];

/** Returns the keys that can be used first, those that expire soon before the others. */
export const sortKeys = (keys: readonly ApiKey[], now: number): readonly ApiKey[] =>
  keys.toSorted(
    (one, other) =>
      ORDER.indexOf(keyState(one, now)) - ORDER.indexOf(keyState(other, now)) ||
      one.expires_at.localeCompare(other.expires_at),
  );
