import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiKey, listApiKeys, revokeApiKey } from '../../../core/accounts/api-key.ts';
import type { AccountsService } from '../../../core/accounts/api-key.ts';
import { findFormatProblem } from '../../../core/accounts/api-key-format.ts';
import { closeAccount } from '../../../core/accounts/account.ts';
import { authenticate } from '../../../core/accounts/authenticate.ts';
import { ensureFirstAccount } from '../../../core/accounts/first-account.ts';
import { NotFoundError, UnauthenticatedError, ValidationError } from '../../../core/errors.ts';
import { MapTable } from '../../fakes/table/map-table.ts';

const DAY = 86_400_000;

describe('API keys', () => {
  let now: Date;
  let service: AccountsService & { table: MapTable };
  let ids: number;
  const inDays = (days: number): Date => new Date(now.getTime() + days * DAY);

  beforeEach(() => {
    now = new Date('2026-01-01T00:00:00Z');
    ids = 0;
    const clock = { now: () => now, sleep: () => Promise.resolve() };
    service = {
      clock,
      table: new MapTable(clock),
      ids: {
        uuid: () => {
          ids += 1;
          return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
        },
      },
      settings: { environment: 'test', maxWaitSeconds: 1, maxUploadBytes: 1, maxPages: 2000 },
    };
  });

  const refusal = async (header: string | undefined): Promise<string> => {
    const error = await authenticate(service, header).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(UnauthenticatedError);
    return error instanceof Error ? error.message : '';
  };

  describe('the first account', () => {
    it('is created once, with one valid key and without a page limit', async () => {
      const first = await ensureFirstAccount(service);
      expect(first.key).toMatch(/^tl_test_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
      expect(first.account.plan).toBeUndefined();
      expect(await authenticate(service, `ApiKey ${first.key ?? ''}`)).toMatchObject({
        account: first.account,
        role: 'owner',
      });
      expect(await ensureFirstAccount(service)).toEqual({ account: first.account });
      expect(await listApiKeys(service, first.account.account_id)).toHaveLength(1);
    });

    it('is one account where several calls create it concurrently', async () => {
      const made = await Promise.all([
        ensureFirstAccount(service),
        ensureFirstAccount(service),
        ensureFirstAccount(service),
      ]);
      expect(new Set(made.map(({ account }) => account.account_id)).size).toBe(1);
      expect(made.filter(({ key }) => key !== undefined)).toHaveLength(1);
    });
  });

  describe('a key', () => {
    let accountId: string;
    beforeEach(async () => {
      accountId = (await ensureFirstAccount(service)).account.account_id;
    });
    const create = (days = 30): ReturnType<typeof createApiKey> =>
      createApiKey(service, accountId, { name: 'scanner', expiresAt: inDays(days) });

    it('authenticates its account until it expires', async () => {
      const { key } = await create();
      expect(await authenticate(service, `ApiKey ${key}`)).toMatchObject({ account: { account_id: accountId } });
      now = inDays(30);
      expect(await refusal(`ApiKey ${key}`)).toContain('expired on 2026-01-31');
    });

    it('is refused as soon as it is revoked', async () => {
      const { key, record } = await create();
      const revoked = await revokeApiKey(service, accountId, record.key_id);
      expect(revoked.revoked_at).toBe(now.toISOString());
      expect(await refusal(`ApiKey ${key}`)).toContain('"scanner" was revoked');
    });

    it('keeps the time of its first revocation', async () => {
      const { record } = await create();
      const first = await revokeApiKey(service, accountId, record.key_id);
      now = inDays(1);
      expect(await revokeApiKey(service, accountId, record.key_id)).toEqual(first);
    });

    it('is revoked also where it is replaced at that moment by the repetition of its request', async () => {
      const { record } = await create();
      const { table } = service;
      const once = { madeId: record.key_id, link: () => ({ delete: { pk: 'x', sk: 'x' } }) };
      let replaced: Awaited<ReturnType<typeof create>> | undefined;
      const get = table.get.bind(table);
      const spy = vi.spyOn(table, 'get').mockImplementation(async (key) => {
        const row = await get(key);
        spy.mockRestore();
        replaced = await createApiKey(service, accountId, { name: 'scanner', expiresAt: inDays(30) }, once);
        return row;
      });
      const revoked = await revokeApiKey(service, accountId, record.key_id);
      expect(revoked.revoked_at).toBe(now.toISOString());
      expect(await refusal(`ApiKey ${replaced?.key ?? ''}`)).toContain('"scanner" was revoked');
    });

    it('is not stored', async () => {
      const { key } = await create();
      const secret = key.split('_')[2] ?? '';
      expect(secret).toHaveLength(32);
      expect(JSON.stringify(service.table.everything())).not.toContain(secret);
      expect(JSON.stringify(await listApiKeys(service, accountId))).not.toContain(secret);
    });

    it('is listed with its first characters, also when revoked or expired, oldest first', async () => {
      now = inDays(1);
      const one = await create(1);
      now = inDays(1);
      const two = await create();
      await revokeApiKey(service, accountId, two.record.key_id);
      now = inDays(5);
      const listed = (await listApiKeys(service, accountId)).slice(1);
      expect(listed.map((record) => record.key_id)).toEqual([one.record.key_id, two.record.key_id]);
      expect(one.key.startsWith(listed[0]?.hint ?? '?')).toBe(true);
      expect(Object.keys(listed[0] ?? {})).not.toContain('key_hash');
    });

    it('needs a name and an expiry date in the future', async () => {
      await expect(createApiKey(service, accountId, { name: ' ', expiresAt: inDays(1) })).rejects.toThrow(
        ValidationError,
      );
      await expect(createApiKey(service, accountId, { name: 'x'.repeat(101), expiresAt: inDays(1) })).rejects.toThrow(
        ValidationError,
      );
      await expect(createApiKey(service, accountId, { name: 'a', expiresAt: now })).rejects.toThrow(ValidationError);
      await expect(createApiKey(service, accountId, { name: 'a', expiresAt: new Date(Number.NaN) })).rejects.toThrow(
        ValidationError,
      );
    });

    it('cannot be created for an account that was deleted', async () => {
      await service.table.write([closeAccount(accountId, now.toISOString(), now.toISOString())]);
      await expect(create()).rejects.toThrow(NotFoundError);
    });

    it('cannot be created for an account that does not exist, nor revoked by another account', async () => {
      await expect(createApiKey(service, 'other', { name: 'a', expiresAt: inDays(1) })).rejects.toThrow(NotFoundError);
      const { record } = await create();
      await expect(revokeApiKey(service, 'other', record.key_id)).rejects.toThrow(NotFoundError);
    });
  });

  describe('an Authorization header', () => {
    const unknown = 'tl_test_00000000000000000000000000000000_';

    it('is refused with a message that describes the expected header', async () => {
      expect(await refusal(undefined)).toContain('Authorization: ApiKey <key>');
      expect(await refusal('  ')).toContain('Authorization: ApiKey <key>');
      expect(await refusal('Bearer abc')).toContain('"ApiKey <key>"');
      expect(await refusal('ApiKey a b')).toContain('"ApiKey <key>"');
      expect(await refusal('ApiKey abc')).toContain('tl_test_<32 letters and digits>');
    });

    it('is refused without a read of the table where the checksum is wrong', async () => {
      const { key } = await ensureFirstAccount(service);
      const mistyped = (key ?? '').replace(/.(?=_[^_]+$)/, (letter) => (letter === 'a' ? 'b' : 'a'));
      const unreadable = {
        get: () => Promise.reject(new Error('the table was read')),
        query: () => Promise.resolve({ items: [] }),
        write: () => Promise.resolve(),
      };
      const withoutReads = { ...service, table: unreadable };
      await expect(authenticate(withoutReads, `ApiKey ${mistyped}`)).rejects.toThrow('mistyped');
      await expect(authenticate(withoutReads, `ApiKey ${unknown}000000`)).rejects.toThrow('mistyped');
    });

    it('has a key that ends with the CRC-32 of what stands before it, in base62, as leak scanners compute it', () => {
      const key = 'tl_live_0123456789ABCDEFGHIJKLMNOPQRSTUV_3RXSvS';
      expect(findFormatProblem(key, 'live')).toBeUndefined();
      expect(findFormatProblem(key.replace('U', 'u'), 'live')).toContain('mistyped');
    });

    it('is refused for a key of another environment, and for an unknown key', async () => {
      const { key } = await ensureFirstAccount(service);
      const otherEnvironment = { ...service, settings: { ...service.settings, environment: 'live' } };
      await expect(authenticate(otherEnvironment, `ApiKey ${key ?? ''}`)).rejects.toThrow('environment "test"');
      const empty = { ...service, table: new MapTable(service.clock) };
      await expect(authenticate(empty, `ApiKey ${key ?? ''}`)).rejects.toThrow('unknown here');
    });

    it('accepts its scheme in upper and lower case', async () => {
      const { key } = await ensureFirstAccount(service);
      expect(await authenticate(service, `apikey ${key ?? ''}`)).toMatchObject({ account: { name: 'First account' } });
    });
  });
});
