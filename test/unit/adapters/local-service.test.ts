import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUseError } from '../../../adapters/local/data-folder-lock.ts';
import { EventLog } from '../../../adapters/local/event-log.ts';
import { openLocalAccounts, openLocalService } from '../../../adapters/local/local-service.ts';
import type { LocalService, LocalServiceOptions } from '../../../adapters/local/local-service.ts';
import { authenticate } from '../../../core/accounts/authenticate.ts';
import { ensureFirstAccount } from '../../../core/accounts/first-account.ts';
import { planOf } from '../../../core/accounts/limits/plan.ts';
import { addMember, listMembers, removeMember } from '../../../core/accounts/people/members.ts';
import { dueUserChanges } from '../../../core/accounts/people/user-changes.ts';
import { NotConfiguredError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import type { DomainEvent } from '../../../core/ports.ts';
import { STEPS_OF } from '../../../lambdas/steps/step-handlers.ts';
import { planWith } from '../../fakes/plans.ts';

const STATES = Object.values(STEPS_OF).flat();

describe('The local service', () => {
  let dataDir: string;
  let service: LocalService | undefined;
  let closed: string[];
  const open = async (options: Partial<LocalServiceOptions> = {}): Promise<LocalService> => {
    service = await openLocalService({
      dataDir,
      parsers: {
        run: () => Promise.reject(new Error('no parsers')),
        close: () => {
          closed.push('parsers');
          return Promise.resolve();
        },
      },
      splitModel: {
        score: () => Promise.resolve({ probabilities: [], modelVersion: 'none' }),
        close: () => {
          closed.push('model');
          return Promise.resolve();
        },
      },
      steps: () =>
        Object.fromEntries(
          STATES.map((state) => [
            state,
            (input: unknown) => Promise.resolve(state === 'Inspect' ? { ...(input as object), chunks: [] } : input),
          ]),
        ),
      ...options,
    });
    return service;
  };

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tearline-data-'));
    closed = [];
  });
  afterEach(async () => {
    await service?.close();
    service = undefined;
    await rm(dataDir, { recursive: true, force: true });
  });

  it('runs the state machine of the repository with the steps it was given', async () => {
    const seen: string[] = [];
    const opened = await open({
      steps: (given) =>
        Object.fromEntries(
          STATES.map((state) => [
            state,
            async (input: unknown) => {
              seen.push(state);
              await given.blobs.put(`steps/${state}`, 'done', 'text/plain');
              return state === 'Inspect' ? { ...(input as object), chunks: [{ from: 1, to: 1 }] } : input;
            },
          ]),
        ),
    });
    await opened.stateMachines.start('process-document', '1', { processing_id: '1' });
    await expect.poll(() => seen).toEqual(['Inspect', 'ReadPages', 'FindBoundaries', 'BuildResults', 'Complete']);
  });

  it('does not open without a step for each Task state, and releases the folder', async () => {
    await expect(open({ steps: () => ({}) })).rejects.toThrow('has no step');
    expect(closed).toEqual(['model', 'parsers']);
    await open();
  });

  it('has exclusive use of its data folder', async () => {
    await open();
    const first = service;
    await expect(open()).rejects.toThrow(DataFolderInUseError);
    service = first;
  });

  it('ends its child processes when it is closed, and can be opened again with all its data', async () => {
    const first = await open();
    const { account, key = '' } = await ensureFirstAccount(first);
    await first.blobs.put('a', 'kept', 'text/plain');
    await first.close();
    expect(closed).toEqual(['model', 'parsers']);
    const again = await open();
    expect(await authenticate(again, `ApiKey ${key}`)).toMatchObject({ account });
    expect(Buffer.from(await again.blobs.get('a')).toString()).toBe('kept');
  });

  it('has nothing of a deleted row in its data folder after the next sweep', async () => {
    const opened = await open();
    const filesWithNote = async (): Promise<readonly string[]> => {
      const names = (await readdir(dataDir)).filter((name) => name.startsWith('table.sqlite'));
      const files = await Promise.all(names.map((name) => readFile(join(dataDir, name), 'latin1')));
      return names.filter((_, index) => files[index]?.includes('Geheimnotiz'));
    };
    await opened.table.write([{ put: { pk: 'a', sk: 'b', comment: 'Geheimnotiz' } }]);
    await opened.table.write([{ delete: { pk: 'a', sk: 'b' } }]);
    expect(await filesWithNote()).toEqual(['table.sqlite-wal']);
    await opened.deleteForgotten();
    expect(await filesWithNote()).toEqual([]);
  });

  it('allows the accounts to be opened at the same time', async () => {
    const running = await open();
    const accounts = await openLocalAccounts(dataDir);
    const { key = '' } = await ensureFirstAccount(accounts);
    expect(await authenticate(running, `ApiKey ${key}`)).toMatchObject({ account: { name: 'First account' } });
    accounts.close();
  });

  it('has the plans of plans.json as it is now, and those before where it cannot be read', async () => {
    const { settings } = await open();
    const write = (text: string) => writeFile(join(dataDir, 'plans.json'), text);
    const pagesOf = (plan: string) => planOf(settings, { plan }).pages_per_month;
    expect(() => pagesOf('gold')).toThrow(NotConfiguredError);
    await write(JSON.stringify({ gold: planWith({ pages_per_month: 7 }) }));
    expect(pagesOf('gold')).toBe(7);
    await write('{');
    expect(pagesOf('gold')).toBe(7);
    await write(JSON.stringify({ gold: planWith({ pages_per_month: 8 }) }));
    expect(pagesOf('gold')).toBe(8);
    await rm(join(dataDir, 'plans.json'));
    expect(() => pagesOf('gold')).toThrow(NotConfiguredError);
  });

  it.each([
    ['{"gold"', /plans\.json is not JSON: .*position 7/],
    ['{"gold":{"name":"gold"}}', /plans\.json does not hold plans: .*"name"/s],
  ])('says what is wrong in the plans.json %s', async (text, problem) => {
    await writeFile(join(dataDir, 'plans.json'), text);
    await expect(open()).rejects.toThrow(problem);
  });

  it('lists people, and needs no user directory for them', async () => {
    const local = await open();
    const { account_id: id } = (await ensureFirstAccount(local)).account;
    const { member_id } = await addMember(local, id, { email: 'ann@example.com', role: 'member' });
    expect((await listMembers(local, id, { limit: 10 })).items).toMatchObject([{ email: 'ann@example.com' }]);
    await removeMember(local, id, member_id);
    expect((await listMembers(local, id, { limit: 10 })).items).toEqual([]);
    expect((await dueUserChanges(local, new Date('2100-01-01')).next()).done).toBe(true);
  });

  it('keeps the secret of upload URLs private and unchanged', async () => {
    const first = await open();
    const secret = await readFile(join(dataDir, 'upload-secret'), 'utf8');
    expect((await stat(join(dataDir, 'upload-secret'))).mode & 0o077).toBe(0);
    await first.close();
    await open();
    expect(await readFile(join(dataDir, 'upload-secret'), 'utf8')).toBe(secret);
  });

  it.each(['', 'abc'])('replaces a secret of upload URLs that was not written whole: %j', async (left) => {
    const path = join(dataDir, 'upload-secret');
    await writeFile(path, left);
    await open();
    expect((await readFile(path, 'utf8')).length).toBe(43);
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect(await readdir(dataDir)).not.toContain('upload-secret.new');
  });

  it('starts no execution after it is closed', async () => {
    const opened = await open();
    await opened.close();
    await expect(opened.stateMachines.start('process-document', '1', {})).rejects.toThrow(TemporarilyUnavailableError);
  });
});

describe('the event log', () => {
  it('begins a new line after one that a crash truncated, and throws where it cannot write', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tearline-events-'));
    const path = join(folder, 'events.jsonl');
    const event: DomainEvent = {
      id: '1',
      type: 'processing.failed',
      accountId: 'a',
      time: '2026-01-01T00:00:00Z',
      data: {},
    };
    await writeFile(path, '{"id":"ha');
    await new EventLog(path).publish(event);
    expect((await readFile(path, 'utf8')).split('\n')).toEqual(['{"id":"ha', JSON.stringify(event), '']);
    await expect(new EventLog(join(folder, 'absent', 'events.jsonl')).publish(event)).rejects.toThrow(
      TemporarilyUnavailableError,
    );
    await rm(folder, { recursive: true, force: true });
  });
});
