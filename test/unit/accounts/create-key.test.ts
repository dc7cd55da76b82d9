import { describe, expect, it } from 'vitest';
import { findAccount } from '../../../core/accounts/account.ts';
import { authenticate } from '../../../core/accounts/authenticate.ts';
import { findFirstAccount } from '../../../core/accounts/first-account.ts';
import { NotFoundError } from '../../../core/errors.ts';
import { createKey } from '../../../lambdas/create-key.ts';
import { fakeService } from '../../fakes/fake-service.ts';

describe('CreateKey', () => {
  it('creates a valid key of the first account and returns it once', async () => {
    const service = fakeService();
    const { account_id, api_key } = await createKey(service)({});
    expect((await authenticate(service, `ApiKey ${api_key}`)).account.account_id).toBe(account_id);
    await expect(createKey(service)({})).rejects.toThrow(NotFoundError);
  });

  it('creates another key of the same account where its name is given', async () => {
    const service = fakeService();
    const first = await createKey(service)(null);
    const second = await createKey(service)({ name: 'after the first was lost', valid_days: 7 });
    expect(second.account_id).toBe(first.account_id);
    expect(second.api_key).not.toBe(first.api_key);
    expect((await authenticate(service, `ApiKey ${second.api_key}`)).account.account_id).toBe(first.account_id);
  });

  it("stores the account's mail address, and changes it with another key", async () => {
    const service = fakeService();
    const emailOf = async (id: string) => (await findAccount(service.table, id))?.email;
    const { account_id: id } = await createKey(service)({ email: 'first@example.com' });
    expect(await emailOf(id)).toBe('first@example.com');
    await createKey(service)({ name: 'another' });
    expect(await emailOf(id)).toBe('first@example.com');
    await createKey(service)({ name: 'a third', email: 'second@example.com' });
    expect(await emailOf(id)).toBe('second@example.com');
  });

  it('rejects an invalid address and creates nothing', async () => {
    const service = fakeService();
    await expect(createKey(service)({ email: 'nobody' })).rejects.toThrow('email');
    expect(await findFirstAccount(service)).toBeUndefined();
  });
});
