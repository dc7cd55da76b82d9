/** A migration in which one call of a port fails, or its response is lost, at every place: it ends once and completely. */
import { describe, expect, it } from 'vitest';
import { accountKey } from '../../../core/accounts/account.ts';
import type { Mail } from '../../../core/ports.ts';
import type { Service } from '../../../core/service.ts';
import { listMigrations } from '../../../core/workflows/migrations/list-migrations.ts';
import { migrateWorkflow } from '../../../core/workflows/migrations/migrate-workflow.ts';
import { modelsOf } from '../../../core/workflows/models/models.ts';
import { OWN_MODELS } from '../../../core/workflows/models/set-model-in-use.ts';
import { resumeUnfinished } from '../../../core/workflows/resume-unfinished.ts';
import { requestTraining } from '../../../core/workflows/training/request-training.ts';
import { readWorkflow, workflowSchema } from '../../../core/workflows/workflow.ts';
import { addAccount, fakeService } from '../../fakes/fake-service.ts';
import { addTrainingDocument, addWorkflow } from '../../fakes/fake-workflows.ts';
import { FaultInjector } from '../../fakes/fault-injector.ts';
import type { Fault } from '../../fakes/fault-injector.ts';
import { recordOf } from '../harness/pipeline-harness.ts';

const DAY_MS = 24 * 3_600_000;
const PORTS = ['table', 'blobs', 'stateMachines', 'splitModel', 'trainer', 'events', 'mailer'] as const;

const openWorld = async (fault?: Fault) => {
  const injector = new FaultInjector(fault);
  const mails: Mail[] = [];
  const mailer = {
    send: (mail: Mail) => {
      mails.push(mail);
      return Promise.resolve();
    },
  };
  // The same ids in every run: the order of the index, and so of the calls, depends on them.
  let made = 0;
  const ids = { uuid: () => `00000000-0000-4000-8000-${(made += 1).toString(16).padStart(12, '0')}` };
  const sound = Object.assign(fakeService(), { mailer, ids });
  const { account } = await addAccount(sound, 'Customer');
  await sound.table.write([{ update: accountKey(account.account_id), set: { email: 'people@customer.example' } }]);
  const workflow = await addWorkflow(sound, account.account_id);
  for (let number = 0; number < 5; number += 1) await addTrainingDocument(sound, workflow, [recordOf(1), recordOf(2)]);
  await requestTraining(sound, { ...workflow, collections: null });
  mails.length = 0;
  sound.events.published.length = 0;
  sound.splitModel.baseVersion = 'newer';
  sound.trainer.training = { base: 'newer' };
  const faulty: Service = {
    ...sound,
    ...Object.fromEntries(PORTS.map((port) => [port, injector.wrap(port, sound[port])])),
  };
  return { sound, faulty, injector, mails, workflow };
};
type World = Awaited<ReturnType<typeof openWorld>>;

/** One execution of the state machine: a workflow whose move fails is left for the next one. */
const pass = async (service: Service): Promise<void> => {
  const { workflows } = await listMigrations(service, { at_most: 100 }).catch(() => ({ workflows: [] }));
  for (const workflow of workflows) await migrateWorkflow(service, workflow).catch(() => undefined);
};

const migrate = async (fault?: Fault): Promise<World> => {
  const world = await openWorld(fault);
  const { sound, faulty, injector } = world;
  for (let number = 0; number < 3; number += 1) await pass(faulty);
  await sound.clock.sleep(15 * DAY_MS);
  await pass(faulty);
  injector.heal();
  for (let number = 0; number < 4; number += 1) {
    await resumeUnfinished(sound);
    await pass(sound);
    await sound.clock.sleep(8 * DAY_MS);
  }
  return world;
};

const breachesOf = async ({ sound, mails, workflow }: World): Promise<string[]> => {
  const row = await readWorkflow(sound, workflow);
  const { items } = await sound.table.query({ index: 'by_index', pk: OWN_MODELS });
  const models = await modelsOf(sound, workflow);
  const announced = sound.events.published.filter(({ type }) => type === 'migration.announced');
  const stored = await Promise.all(models.map(({ weights }) => sound.blobs.head(weights)));
  const checks: readonly (readonly [boolean, string])[] = [
    [row?.migration?.state === 'moved', `it is ${row?.migration?.state ?? 'gone'}`],
    [row?.base_version === 'newer' && row.is_latest_architecture === true, 'the workflow has not moved'],
    [row?.migration_due_at === undefined, 'it is still due'],
    [models.length === 2 && stored.every((blob) => blob !== undefined), `${models.length} models are kept`],
    [items.map((item) => workflowSchema.parse(item)).every(({ preview }) => preview !== true), 'a preview is left'],
    [new Set(announced.map(({ id }) => id)).size === 1, `${announced.length} events`],
    [mails.length > 0 && new Set(mails.map(({ text }) => /workflow ([0-9a-f-]+)/.exec(text)?.[1])).size === 1, 'mails'],
  ];
  return checks.filter(([holds]) => !holds).map(([, breach]) => breach);
};

describe('a migration', () => {
  it('ends once and completely wherever one call fails or its response is lost', { tags: 'slow' }, async () => {
    const clean = await migrate();
    expect(await breachesOf(clean)).toEqual([]);
    expect(clean.mails).toHaveLength(1);
    const seen = new Map<string, number>();
    const places = clean.injector.calls.map((call) => {
      const nth = (seen.get(call) ?? 0) + 1;
      seen.set(call, nth);
      return { call, nth };
    });
    expect(places.length).toBeGreaterThan(40);
    const breaches: string[] = [];
    let struck = 0;
    for (const place of places)
      for (const when of ['before', 'after'] as const) {
        const world = await migrate({ ...place, when, lasts: 'once', error: () => new Error('injected') });
        struck += world.injector.struck;
        const found = await breachesOf(world);
        breaches.push(...found.map((breach) => `${place.call} ${place.nth}, ${when}: ${breach}`));
      }
    expect(breaches).toEqual([]);
    expect(struck).toBe(2 * places.length);
  });
});
