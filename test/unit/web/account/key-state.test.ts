import { describe, expect, it } from 'vitest';
import { keyState, sortKeys } from '../../../../web/src/account/keys/key-state.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const keyOf = (name: string, expires_at: string, revoked_at: string | null = null) => ({
  key_id: name,
  name,
  role: 'member' as const,
  hint: 'tl_',
  created_at: '2026-01-01T00:00:00Z',
  expires_at,
  revoked_at,
  last_used_at: null,
});

describe('The state of an API key', () => {
  it.each([
    ['2026-12-09T12:00:01Z', null, 'valid'],
    ['2026-12-09T12:00:00Z', null, 'expiring'],
    ['2026-11-25T12:00:01Z', null, 'expiring'],
    ['2026-11-25T12:00:00Z', null, 'expired'],
    ['2027-11-25T12:00:00Z', '2026-11-01T00:00:00Z', 'revoked'],
  ])('with the end %s and revoked at %s is %s', (expires_at, revoked_at, state) => {
    expect(keyState({ expires_at, revoked_at }, NOW)).toBe(state);
  });
});

describe('The list of API keys', () => {
  it('begins with those that expire soon and ends with the revoked ones', () => {
    const keys = [
      keyOf('revoked', '2027-01-01T00:00:00Z', '2026-11-01T00:00:00Z'),
      keyOf('expired', '2026-11-01T00:00:00Z'),
      keyOf('later', '2027-06-01T00:00:00Z'),
      keyOf('valid', '2027-01-01T00:00:00Z'),
      keyOf('expiring', '2026-11-30T00:00:00Z'),
    ];
    expect(sortKeys(keys, NOW).map(({ name }) => name)).toEqual(['expiring', 'valid', 'later', 'expired', 'revoked']);
  });
});
