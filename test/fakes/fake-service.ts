/** A complete service on fakes. */
import { accountKey } from '../../core/accounts/account.ts';
import type { Account } from '../../core/accounts/account.ts';
import type { Role } from '../../core/accounts/caller.ts';
import { prepareApiKey } from '../../core/accounts/api-key.ts';
import { BlobParsers } from '../../core/processing/parsing/blob-parsers.ts';
import type { Service, ServiceSettings } from '../../core/service.ts';
import { FakeParsers } from './documents/fake-parsers.ts';
import { FakeReceivers } from './fake-receivers.ts';
import { FakeTrainer } from './fake-trainer.ts';
import { FakeUserDirectory } from './fake-user-directory.ts';
import { FirstWordModel, JumpingClock, noMail, randomIds, RecordedEvents } from './fake-world.ts';
import { InlineStateMachines } from './inline-state-machines.ts';
import { MapTable } from './table/map-table.ts';
import { MemoryBlobStore } from './memory-blob-store.ts';

export interface FakeService extends Service {
  readonly table: MapTable;
  readonly blobs: MemoryBlobStore;
  readonly stateMachines: InlineStateMachines;
  readonly clock: JumpingClock;
  readonly events: RecordedEvents;
  readonly users: FakeUserDirectory;
  readonly webhooks: FakeReceivers;
  readonly trainer: FakeTrainer;
  readonly splitModel: FirstWordModel;
}

export function fakeService(settings: Partial<ServiceSettings> = {}): FakeService {
  const clock = new JumpingClock();
  return serviceOn({ clock, table: new MapTable(clock), blobs: new MemoryBlobStore(clock) }, settings);
}

/** Another service with the same rows, blobs, settings and time. All else is new: executions, users, jobs, events. */
export function copyService({ clock: original, table, blobs, settings }: FakeService): FakeService {
  const clock = new JumpingClock(original.now());
  return serviceOn({ clock, table: table.copy(clock), blobs: blobs.copy(clock) }, settings);
}

function serviceOn(
  { clock, table, blobs }: Pick<FakeService, 'clock' | 'table' | 'blobs'>,
  settings: Partial<ServiceSettings>,
): FakeService {
  const stateMachines = new InlineStateMachines();
  const service: FakeService = {
    table,
    blobs,
    stateMachines,
    splitModel: new FirstWordModel(blobs),
    trainer: new FakeTrainer(blobs),
    parsers: new BlobParsers(new FakeParsers(), blobs),
    events: new RecordedEvents(),
    mailer: noMail,
    users: new FakeUserDirectory(),
    webhooks: new FakeReceivers(),
    clock,
    ids: randomIds,
    settings: { environment: 'test', maxWaitSeconds: 30, maxUploadBytes: 64 * 1024, maxPages: 2000, ...settings },
  };
  stateMachines.service = service;
  return service;
}

/** Adds another key to an account, and returns it. */
export async function addKey(service: Service, accountId: string, role: Role): Promise<string> {
  const expiresAt = new Date(service.clock.now().getTime() + 365 * 24 * 3_600_000);
  const { key, writes } = prepareApiKey(service, accountId, { name: role, role, expiresAt });
  await service.table.write(writes);
  return key;
}

/** Adds an account with one API key. */
export async function addAccount(
  service: Service,
  name: string,
): Promise<{ readonly account: Account; readonly key: string }> {
  const account: Account = {
    account_id: service.ids.uuid(),
    name,
    created_at: service.clock.now().toISOString(),
  };
  const expiresAt = new Date(service.clock.now().getTime() + 365 * 24 * 3_600_000);
  const { key, writes } = prepareApiKey(service, account.account_id, { name: 'test', expiresAt });
  await service.table.write([{ put: { ...accountKey(account.account_id), ...account } }, ...writes]);
  return { account, key };
}
