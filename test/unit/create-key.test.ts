import { describe, expect, it } from 'vitest';
import { authenticate } from '../../core/accounts/authenticate.ts';
import { NotFoundError } from '../../core/errors.ts';
import { createKey } from '../../lambdas/create-key.ts';
import { fakeService } from '../fakes/fake-service.ts';

describe('CreateKey', () => {
  it("makes the first account's key, which is good, and shows it once", async () => {
    const service = fakeService();
    const { account_id, api_key } = await createKey(service)({});
    expect((await authenticate(service, `ApiKey ${api_key}`)).account_id).toBe(account_id);
    await expect(createKey(service)({})).rejects.toThrow(NotFoundError);
  });

  it('makes another key of the same account where it is told what for', async () => {
    const service = fakeService();
    const first = await createKey(service)(null);
    const second = await createKey(service)({ name: 'after the first was lost', valid_days: 7 });
    expect(second.account_id).toBe(first.account_id);
    expect(second.api_key).not.toBe(first.api_key);
    expect((await authenticate(service, `ApiKey ${second.api_key}`)).account_id).toBe(first.account_id);
  });
});
