import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLocalAccounts } from '../../../../adapters/local/local-service.ts';
import { closeAccount } from '../../../../core/accounts/account.ts';
import { ensureFirstAccount } from '../../../../core/accounts/first-account.ts';
import { commandInFolder, makeFirstAccount } from './command-in-folder.ts';

const { folder, tearline } = commandInFolder();

describe('tearline keys', () => {
  it('creates, lists and revokes keys, and shows a key only once', { timeout: 90_000 }, async () => {
    await makeFirstAccount(join(folder, 'data'));
    const made = JSON.parse(
      (await tearline('keys', 'create', '--name', 'Mail room', '--days', '30', '--data', 'data', '--json')).stdout,
    ) as { key: string; key_id: string };
    expect(made.key).toMatch(/^tl_local_/);
    const { stdout } = await tearline('keys', 'list', '--data', 'data');
    expect(stdout).toContain('Mail room');
    expect(stdout).not.toContain(made.key);
    expect((await tearline('keys', 'revoke', made.key_id, '--data', 'data')).status).toBe(0);
    expect((await tearline('keys', 'list', '--data', 'data')).stdout).toContain('revoked');
    expect((await tearline('keys', 'revoke', '11111111-0000-4000-8000-000000000001', '--data', 'data')).status).toBe(2);
  });

  it.each([[['list']], [['create', '--name', 'Mail room']]])(
    'makes no account where the folder has no first one: keys %j',
    async (args) => {
      (await openLocalAccounts(join(folder, 'no-account'))).close();
      const { status, stderr } = await tearline('keys', ...args, '--data', 'no-account');
      expect([status, stderr]).toEqual([
        2,
        expect.stringMatching(/no first account.*\(npx tearline accounts list shows them\)/),
      ]);
      expect((await tearline('accounts', 'list', '--data', 'no-account', '--json')).stdout).toBe('[]\n');
    },
  );

  it.each([[['create', '--name', 'k']], [['list']], [['revoke', '11111111-0000-4000-8000-000000000002']]])(
    'refuses an account that is unknown or was deleted: keys %j',
    { timeout: 90_000 },
    async ([command = '', ...args]) => {
      const data = mkdtempSync(join(folder, 'accounts-'));
      const accounts = await openLocalAccounts(data);
      const { account } = await ensureFirstAccount(accounts);
      await accounts.table.write([
        closeAccount(account.account_id, '2026-11-01T08:00:00.000Z', '2100-01-01T08:00:00.000Z'),
      ]);
      accounts.close();
      for (const id of [account.account_id, '11111111-0000-4000-8000-000000000001']) {
        const { status, stderr } = await tearline('keys', command, ...args, '--account', id, '--data', data);
        expect([status, stderr]).toEqual([2, expect.stringContaining(`no account ${id}`)]);
      }
    },
  );
});
