/** The process is killed at each write of an operation: afterwards the operation is done completely or not at all. */
import { describe, expect, it } from 'vitest';
import { deleteExpired } from '../../../core/processing/deletion/delete-expired.ts';
import type { BlobStore, Table } from '../../../core/ports.ts';
import { resumeUnfinished } from '../../../core/workflows/resume-unfinished.ts';
import type { TrainingDocumentView } from '../../../core/workflows/documents/list-training-documents.ts';
import type { WorkflowView } from '../../../core/workflows/list-workflows.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { multipartBody, MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';
import { addFiles, createWorkflow, documentsPath, listDocuments, send, sendFiles } from './training-data-client.ts';

const twoPages = writeFakeDocument({ pages: 2 });
const DAYS = 3 * 24 * 3_600_000;
const CHANGES = ['write', 'put', 'putFile', 'deleteAll'];

interface World {
  readonly api: TestApi;
  readonly workflow: WorkflowView;
}

/** A port of a process that dies at its nth change: from then on, no call has an effect. */
class Mortal {
  changes = 0;
  readonly #diesAt: number;
  readonly #when: 'before' | 'after';
  #isDead = false;

  constructor(diesAt: number, when: 'before' | 'after') {
    this.#diesAt = diesAt;
    this.#when = when;
  }

  wrap<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) =>
          this.#call(CHANGES.includes(String(property)), () => Reflect.apply(value, target, given) as unknown);
      },
    });
  }

  async #call(isChange: boolean, work: () => unknown): Promise<unknown> {
    if (this.#isDead) throw new Error('killed');
    if (!isChange) return work();
    this.changes += 1;
    if (this.changes !== this.#diesAt) return work();
    if (this.#when === 'after') await work();
    this.#isDead = true;
    throw new Error('killed');
  }
}

/** Runs the operation in a process that dies, then starts another one on the same stores. */
const killDuring = async (
  { api }: World,
  operation: () => Promise<Answer>,
  diesAt: number,
  when: 'before' | 'after',
): Promise<{ readonly changes: number; readonly answer: Answer | undefined }> => {
  const { service } = api;
  const stores: { readonly table: Table; readonly blobs: BlobStore } = { table: service.table, blobs: service.blobs };
  const mortal = new Mortal(diesAt, when);
  service.stateMachines.runsAtOnce = false;
  Object.assign(service, { table: mortal.wrap(stores.table), blobs: mortal.wrap(stores.blobs) });
  const answer = await operation().catch(() => undefined);
  Object.assign(service, stores);
  for (let sweep = 0; sweep < 2; sweep += 1) {
    await service.clock.sleep(DAYS);
    await resumeUnfinished(service);
    await service.stateMachines.runWaiting();
    await deleteExpired(service);
  }
  service.stateMachines.runsAtOnce = true;
  return { changes: mortal.changes, answer };
};

const open = async (): Promise<World> => {
  const api = await startTestApi();
  return { api, workflow: await createWorkflow(api) };
};

/** Ids in the keys of files and of rows of requests. */
const requestIds = async ({ api }: World): Promise<Set<string>> => {
  const keys = [
    ...(await api.service.blobs.list('')),
    ...api.service.table.all().flatMap(({ pk }) => {
      const [, id] = pk.split('#PROCESSING#');
      return id === undefined ? [] : [`processings/${id}`];
    }),
  ];
  return new Set(keys.map((key) => /(?:processings|workflows|uploads)\/([0-9a-f-]{36})/.exec(key)?.[1] ?? key));
};

const leftovers = ({ api }: World): string[] =>
  api.service.table
    .all()
    .map(({ pk, sk }) => `${pk} ${sk}`)
    .filter((key) => /DELETION|UPLOAD#|LEFTOVERS/.test(key));

/** Runs `prepare` and `operation` in a new world for each change at which the process can die. */
const killEverywhere = async <Prepared>(
  prepare: (world: World) => Promise<Prepared>,
  operation: (world: World, prepared: Prepared) => Promise<Answer>,
  check: (world: World, prepared: Prepared) => Promise<void>,
): Promise<number> => {
  let most = 0;
  for (const when of ['before', 'after'] as const) {
    for (let diesAt = 1; ; diesAt += 1) {
      const world = await open();
      const prepared = await prepare(world);
      const { changes, answer } = await killDuring(world, () => operation(world, prepared), diesAt, when);
      await check(world, prepared);
      expect(leftovers(world)).toEqual([]);
      most = Math.max(most, changes);
      if (changes >= diesAt) continue;
      // Nothing has killed it.
      expect([200, 201, 204], answer?.text()).toContain(answer?.status);
      break;
    }
  }
  return most;
};

describe('A process that is killed', () => {
  it('adds both training documents or none', async () => {
    const changes = await killEverywhere(
      () => Promise.resolve(),
      ({ api, workflow }) => sendFiles(api, workflow, [twoPages, twoPages]),
      async (world) => {
        const { items } = await listDocuments(world.api, world.workflow);
        expect([0, 2]).toContain(items.length);
        expect(items.every(({ status }) => status === 'annotated')).toBe(true);
        expect(await requestIds(world)).toEqual(new Set(items.map(({ document_id }) => document_id)));
      },
    );
    expect(changes).toBeGreaterThanOrEqual(5);
  });

  it('creates a workflow with its thumbnail or none', async () => {
    const form = multipartBody([
      { name: 'workflow_name', value: 'New' },
      { name: 'thumbnail', value: writeFakeDocument({ pages: 1 }, 'png'), disposition: 'filename="a.png"' },
    ]);
    await killEverywhere(
      () => Promise.resolve(),
      ({ api }) => api.call({ method: 'POST', url: '/workflows', headers: MULTIPART, body: form }),
      async (world) => {
        const { items } = (await world.api.call({ url: '/workflows' })).json<{ items: WorkflowView[] }>();
        const made = items.filter(({ workflow_name: name }) => name === 'New');
        expect(await requestIds(world)).toEqual(new Set(made.map(({ workflow_id }) => workflow_id)));
      },
    );
  });

  it('makes a training document of a result or none', async () => {
    await killEverywhere(
      async ({ api, workflow }) =>
        (
          await api.call({
            method: 'POST',
            url: `/processing/${workflow.workflow_id}`,
            headers: MULTIPART,
            body: uploadBody(twoPages, { retain_days: 365 }),
          })
        ).json<{ processing_id: string }>().processing_id,
      ({ api }, id) => send(api, 'POST', `/processing/feedback/${id}`, { expected_sub_documents: [{ pages: [1, 2] }] }),
      async (world, id) => {
        const { items } = await listDocuments(world.api, world.workflow);
        expect(items.length).toBeLessThanOrEqual(1);
        for (const { page_images: images } of items)
          for (const url of images) expect((await world.api.call({ url })).status).toBe(200);
        expect(await requestIds(world)).toEqual(new Set([id, ...items.map(({ document_id }) => document_id)]));
      },
    );
  });

  it('deletes a training document with all that was read of it, or nothing', async () => {
    await killEverywhere(
      async ({ api, workflow }) => (await addFiles(api, workflow, [twoPages])) as [TrainingDocumentView],
      ({ api, workflow }, [document]) =>
        api.call({ method: 'DELETE', url: `${documentsPath(workflow)}/${document.document_id}` }),
      async (world) => {
        const { items } = await listDocuments(world.api, world.workflow);
        for (const { thumbnail } of items) expect((await world.api.call({ url: thumbnail ?? '' })).status).toBe(200);
        expect(await requestIds(world)).toEqual(new Set(items.map(({ document_id }) => document_id)));
      },
    );
  });

  it('deletes a workflow with all its data, or nothing', { tags: 'slow' }, async () => {
    await killEverywhere(
      ({ api, workflow }) =>
        addFiles(api, workflow, [twoPages, twoPages], { upload_mode: 'merged', collection: 'letters' }),
      ({ api, workflow }) => api.call({ method: 'DELETE', url: `/workflows/${workflow.workflow_id}` }),
      async (world, added) => {
        const { status } = await world.api.call({ url: `/workflows/${world.workflow.workflow_id}` });
        const rows = world.api.service.table.all().filter(({ pk }) => pk.includes(`#WORKFLOW#`));
        expect(rows.length === 0).toBe(status === 404);
        expect((await requestIds(world)).size).toBe(status === 404 ? 0 : added.length);
      },
    );
  });
});
