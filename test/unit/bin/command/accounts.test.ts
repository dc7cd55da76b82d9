import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLocalAccounts } from '../../../../adapters/local/local-service.ts';
import { changeAccount } from '../../../../core/accounts/account.ts';
import { createApiKey } from '../../../../core/accounts/api-key.ts';
import { ensureFirstAccount } from '../../../../core/accounts/first-account.ts';
import { commandInFolder, makeFirstAccount } from './command-in-folder.ts';

const { folder, tearline } = commandInFolder();

describe('tearline accounts', () => {
  it('creates and lists accounts, changes plans, and makes keys of any account', { timeout: 90_000 }, async () => {
    await makeFirstAccount(join(folder, 'customers'));
    const run = async <Value>(...args: string[]) =>
      JSON.parse((await tearline(...args, '--data', 'customers', '--json')).stdout) as Value;
    const made = await run<{ key: string; account_id: string }>('accounts', 'create', '--name', 'B', '--plan', 'free');
    expect(made.key).toMatch(/^tl_local_/);
    await run('accounts', 'set-plan', made.account_id, '--plan', 'standard');
    expect(await run('accounts', 'list')).toMatchObject([{ name: 'First account' }, { name: 'B', plan: 'standard' }]);
    const key = await run<{ role: string }>(
      'keys',
      'create',
      '--account',
      made.account_id,
      '--name',
      'k',
      '--role',
      'reviewer',
    );
    expect(key).toMatchObject({ account_id: made.account_id, role: 'reviewer' });
    expect(await run('keys', 'list', '--account', made.account_id)).toHaveLength(2);
    for (const args of [
      ['accounts', 'set-plan', made.account_id, '--plan', 'gold'],
      ['accounts', 'set-plan', '11111111-0000-4000-8000-000000000001', '--plan', 'free'],
      ['keys', 'create', '--account', '11111111-0000-4000-8000-000000000001', '--name', 'k'],
    ])
      expect((await tearline(...args, '--data', 'customers')).status, args.join(' ')).toBe(2);
  });

  it('shows the control characters of names that an older release took, and sends none to the terminal', async () => {
    const accounts = await openLocalAccounts(join(folder, 'controls'));
    const { account } = await ensureFirstAccount(accounts);
    const name = 'A\u001b[2J\nB\u009bC\u202e';
    await changeAccount(accounts, account.account_id, { name });
    await createApiKey(accounts, account.account_id, { name, role: 'owner', expiresAt: new Date('2100-01-01') });
    accounts.close();
    const shown = String.raw`A\u001b[2J\u000aB\u009bC\u202e`;
    const run = async (...args: string[]) => (await tearline(...args, '--data', 'controls')).stdout;
    expect(await run('accounts', 'list')).toContain(`  ${shown}\n`);
    expect(await run('accounts', 'set-plan', account.account_id, '--plan', 'free')).toContain(shown);
    expect(await run('accounts', 'error-reports', account.account_id, 'on')).toContain(shown);
    expect(await run('keys', 'list')).toContain(`  ${shown}\n`);
    const json = await run('accounts', 'list', '--json');
    expect(json).not.toMatch(/[\u001b\u009b\u202e]/);
    expect(JSON.parse(json)).toMatchObject([{ name }]);
  });

  it('refuses a name or an e-mail address that no account can have, and writes nothing', async () => {
    (await openLocalAccounts(join(folder, 'refused'))).close();
    for (const details of [
      ['--name', 'A', '--email', 'foo'],
      ['--name', ' '],
      ['--name', 'A'.repeat(101)],
      ['--name', 'A\u001b[2J'],
    ]) {
      const { status, stdout, stderr } = await tearline('accounts', 'create', '--data', 'refused', ...details);
      expect({ status, stdout }, stderr).toEqual({ status: 2, stdout: '' });
    }
    expect((await tearline('accounts', 'list', '--data', 'refused', '--json')).stdout).toBe('[]\n');
  });
});
