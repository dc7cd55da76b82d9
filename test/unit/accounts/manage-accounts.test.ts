import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { authenticate } from '../../../core/accounts/authenticate.ts';
import { NotFoundError, ValidationError } from '../../../core/errors.ts';
import { manageAccounts } from '../../../lambdas/manage-accounts.ts';
import { fakeService } from '../../fakes/fake-service.ts';

const start = () => {
  const service = fakeService();
  // The test knows what each command returns.
  const perform = <Value>(command: object) => manageAccounts(service)(command) as Promise<Value>;
  return { service, perform };
};
interface Created {
  readonly account_id: string;
  readonly api_key: string;
}

describe('ManageAccounts', () => {
  it('creates an account with a plan and a first key, which works at once', async () => {
    const { service, perform } = start();
    const made = await perform<Created>({ action: 'create_account', name: 'A', email: 'a@example.com' });
    expect(await authenticate(service, `ApiKey ${made.api_key}`)).toMatchObject({
      role: 'owner',
      account: { account_id: made.account_id, plan: 'free', email: 'a@example.com' },
    });
    expect(await perform({ action: 'list_accounts' })).toMatchObject({ items: [{ name: 'A' }], next: null });
    expect(await perform({ action: 'set_plan', account_id: made.account_id, plan: 'standard' })).toMatchObject({
      plan: 'standard',
    });
  });

  it('makes, lists and revokes keys of any account, and adds a person', async () => {
    const { service, perform } = start();
    const { account_id } = await perform<Created>({ action: 'create_account', name: 'A' });
    const key = await perform<{ key_id: string; api_key: string }>({
      action: 'create_key',
      account_id,
      name: 'k',
      role: 'reviewer',
    });
    expect(await authenticate(service, `ApiKey ${key.api_key}`)).toMatchObject({ role: 'reviewer' });
    await perform({ action: 'revoke_key', account_id, key_id: key.key_id });
    await expect(authenticate(service, `ApiKey ${key.api_key}`)).rejects.toThrow('revoked');
    const { items } = await perform<{ items: object[] }>({ action: 'list_keys', account_id });
    expect(items).toHaveLength(2);
    expect(JSON.stringify(items)).not.toContain(key.api_key);
    expect(await perform({ action: 'add_member', account_id, email: 'a@example.com', role: 'owner' })).toMatchObject({
      role: 'owner',
    });
  });

  it('refuses unknown accounts and plans, and commands that are not valid', async () => {
    const { perform } = start();
    const account_id = '11111111-0000-4000-8000-000000000001';
    await expect(perform({ action: 'create_key', account_id, name: 'k' })).rejects.toThrow(NotFoundError);
    await expect(perform({ action: 'set_plan', account_id, plan: 'free' })).rejects.toThrow(NotFoundError);
    await expect(perform({ action: 'create_account', name: 'A', plan: 'gold' })).rejects.toThrow(ValidationError);
    for (const command of [
      {},
      { action: 'drop' },
      { action: 'create_account' },
      { action: 'list_accounts', all: true },
    ])
      await expect(perform(command), JSON.stringify(command)).rejects.toThrow(ZodError);
  });
});
