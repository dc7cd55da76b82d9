import { describe, expect, it } from 'vitest';
import type { Account } from '../../../../web/src/api/account/account.ts';
import { changesOf, formOf, typedSince } from '../../../../web/src/account/settings/account-changes.ts';

/** What the settings are about. */
const accountWith = (settings: Pick<Account, 'name' | 'email' | 'retain_days'>): Account => settings as Account;

const ACCOUNT = accountWith({ name: 'Acme', email: 'ops@example.com', retain_days: 30 });

describe('The changes of an account', () => {
  it('are none where the form is as the account', () => {
    for (const account of [ACCOUNT, accountWith({ name: 'Acme', email: null, retain_days: null })])
      expect(changesOf(account, formOf(account))).toEqual({});
  });

  it('are what differs, and nothing else', () => {
    const form = formOf(ACCOUNT);
    expect(changesOf(ACCOUNT, { ...form, name: 'Acme 2' })).toEqual({ name: 'Acme 2' });
    expect(changesOf(ACCOUNT, { ...form, email: ' ' })).toEqual({ email: null });
    expect(changesOf(ACCOUNT, { ...form, email: ' new@example.com ' })).toEqual({ email: 'new@example.com' });
    expect(changesOf(ACCOUNT, { ...form, days: null })).toEqual({ retain_days: null });
    expect(changesOf(ACCOUNT, { ...form, days: 0 })).toEqual({ retain_days: 0 });
  });

  it('have no number of days where none is typed, which would be 0', () => {
    expect(changesOf(ACCOUNT, { ...formOf(ACCOUNT), days: '' })).toEqual({});
  });
});

describe('What was typed after the form was sent', () => {
  it('is kept, also where nothing was typed in a field before', () => {
    const sent = { ...formOf(ACCOUNT), name: 'Acme 2' };
    expect(typedSince({ name: 'Acme 2' }, sent)).toEqual({});
    expect(typedSince({ name: 'Acme 3', days: null }, sent)).toEqual({ name: 'Acme 3', days: null });
    expect(typedSince({ name: 'Acme 2', email: '' }, sent)).toEqual({ email: '' });
  });
});
