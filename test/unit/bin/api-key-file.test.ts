import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureApiKeyFile, readApiKeyFile } from '../../../bin/accounts/api-key-file.ts';
import { listApiKeys, revokeApiKey } from '../../../core/accounts/api-key.ts';
import { authenticate } from '../../../core/accounts/authenticate.ts';
import { findFirstAccount } from '../../../core/accounts/first-account.ts';
import { deleteAccount } from '../../../core/workflows/account/delete-account.ts';
import { fakeService } from '../../fakes/fake-service.ts';
import type { FakeService } from '../../fakes/fake-service.ts';

let folder: string;
let service: FakeService;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'api-key-file-'));
  service = fakeService();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The account of the key in the file. */
const accountOfFile = async () => (await authenticate(service, `ApiKey ${await readApiKeyFile(folder)}`)).account;

describe('The file of the API key', () => {
  it('holds the key of the first account, which no other user can read', async () => {
    const path = await ensureApiKeyFile(service, folder);
    expect(await accountOfFile()).toEqual(await findFirstAccount(service));
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('is left as it is by later starts, even where its key was revoked', async () => {
    await ensureApiKeyFile(service, folder);
    const key = await readApiKeyFile(folder);
    const { account_id: id } = await accountOfFile();
    const [made] = await listApiKeys(service, id);
    await revokeApiKey(service, id, made?.key_id ?? '');
    await ensureApiKeyFile(service, folder);
    expect(await readApiKeyFile(folder)).toBe(key);
    expect(await listApiKeys(service, id)).toHaveLength(1);
  });

  it.each([
    ['is empty', ''],
    ['holds the key of another deployment', `tl_test_${'a'.repeat(38)}\n`],
  ])('is written again where it %s', async (_, text) => {
    const path = await ensureApiKeyFile(service, folder);
    writeFileSync(path, text);
    await ensureApiKeyFile(service, folder);
    expect(await accountOfFile()).toEqual(await findFirstAccount(service));
  });

  it('is written again where it holds the key of a first account that was deleted', async () => {
    const path = await ensureApiKeyFile(service, folder);
    const dead = await readApiKeyFile(folder);
    await deleteAccount(service, await accountOfFile());
    await ensureApiKeyFile(service, folder);
    writeFileSync(path, dead);
    await ensureApiKeyFile(service, folder);
    expect(await accountOfFile()).toEqual(await findFirstAccount(service));
  });
});
