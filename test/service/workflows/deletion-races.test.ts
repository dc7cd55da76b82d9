/** A workflow, or a training document, is deleted while another request is at work on it: nothing is left or comes back. */
import { beforeAll, describe, expect, it } from 'vitest';
import { deleteExpired } from '../../../core/processing/deletion/delete-expired.ts';
import type { WorkflowView } from '../../../core/workflows/list-workflows.ts';
import { resumeUnfinished } from '../../../core/workflows/resume-unfinished.ts';
import { addTrainingDocument, addWorkflow } from '../../fakes/fake-workflows.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { atEveryPlace } from '../harness/interleave.ts';
import { multipartBody, MULTIPART } from '../harness/multipart-body.ts';
import { recordOf } from '../harness/pipeline-harness.ts';
import { processSample } from '../harness/process-sample.ts';
import { copyTestApi, startTestApi } from '../harness/test-api.ts';
import type { ApiCall, TestApi } from '../harness/test-api.ts';
import { addFiles, createWorkflow, documentsPath, send, sendFiles } from './training-data-client.ts';

const twoPages = writeFakeDocument({ pages: 2 });
/** Longer than any step runs, and than an upload that nobody uses is kept. */
const LATER_MS = 48 * 3_600_000;

interface World {
  readonly api: TestApi;
  readonly workflow: WorkflowView;
  /** A result that the workflow produced. */
  readonly result: string;
}

let prepared: World;
/** A model of another workflow, as a file. */
let model: Uint8Array;
beforeAll(async () => {
  const api = await startTestApi();
  const workflow = await createWorkflow(api);
  const result = await processSample(api, { pages: 2 }, undefined, { url: `/processing/${workflow.workflow_id}` });
  prepared = { api, workflow, result };
  model = await exportedModel(await startTestApi());
});
const open = (): World => ({ ...prepared, api: copyTestApi(prepared.api) });

const exportedModel = async (api: TestApi): Promise<Uint8Array> => {
  const other = await addWorkflow(api.service, api.accountId);
  for (let count = 0; count < 5; count += 1) await addTrainingDocument(api.service, other, [recordOf(1), recordOf(2)]);
  api.service.trainer.training = { gate: 'go_live' };
  const path = `/workflows/${other.workflow_id}`;
  await send(api, 'POST', `${path}/trainings`, {});
  const { items } = (await api.call({ url: `${path}/models` })).json<{ items: { model_version: string }[] }>();
  const file = await api.call({ url: `${path}/models/${items[0]?.model_version ?? ''}/export` });
  return file.body;
};

/** Everything that names the workflow, but the result and what is counted of it. */
const leftOf = async ({ api, workflow, result }: World): Promise<string[]> => [
  ...api.service.table
    .everything()
    .filter((row) => JSON.stringify(row).includes(workflow.workflow_id) && !JSON.stringify(row).includes(result))
    .map(({ pk, sk }) => `${pk} ${sk}`)
    .filter((key) => !/#(USAGE#|DELETED_WORKFLOWS)/.test(key)),
  ...(await api.service.blobs.list('')).filter((key) => !key.includes(result) && !key.includes('/exports/')),
];

const later = async ({ service }: TestApi): Promise<void> => {
  await service.clock.sleep(LATER_MS);
  await resumeUnfinished(service);
  await deleteExpired(service);
};

const importOf = ({ workflow }: World): ApiCall => ({
  method: 'POST',
  url: `/workflows/${workflow.workflow_id}/models`,
  headers: MULTIPART,
  body: multipartBody([
    { name: 'file', value: model, disposition: 'filename="a.model"', type: 'application/octet-stream' },
  ]),
});

describe('A workflow that is deleted', () => {
  it.each<readonly [string, readonly number[], (world: World) => Promise<{ readonly status: number }>]>([
    [
      'is deleted by another request',
      [204, 404],
      ({ api, workflow }) => api.call({ method: 'DELETE', url: `/workflows/${workflow.workflow_id}` }),
    ],
    [
      'gets documents',
      [201, 404],
      ({ api, workflow }) => sendFiles(api, workflow, [twoPages], { upload_mode: 'merged', collection: 'letters' }),
    ],
    [
      'gets a collection',
      [201, 404],
      ({ api, workflow }) => send(api, 'POST', `/workflows/${workflow.workflow_id}/collections`, { name: 'letters' }),
    ],
    [
      'gets feedback',
      [201, 404],
      ({ api, result }) => send(api, 'POST', `/processing/feedback/${result}`, { tag: 'letters' }),
    ],
    ['gets a model', [201, 404], (world) => world.api.call(importOf(world))],
  ])('leaves nothing where at the same time it %s', async (_, statuses, rival) => {
    const places = await atEveryPlace(() => {
      const world = open();
      const { api, workflow } = world;
      return {
        api,
        first: async () => {
          const { status } = await api.call({ method: 'DELETE', url: `/workflows/${workflow.workflow_id}` });
          expect([204, 404]).toContain(status);
        },
        second: async () => {
          expect(statuses).toContain((await rival(world)).status);
        },
        check: async (place) => {
          await later(api);
          expect(await leftOf(world), place).toEqual([]);
          expect(api.logged, place).toEqual([]);
        },
      };
    });
    expect(places).toBeGreaterThan(5);
  });
});

describe('A workflow with a model that is deleted', () => {
  it('leaves nothing where at the same time the model is written as a file', async () => {
    await atEveryPlace(async () => {
      const world = open();
      const { api, workflow } = world;
      const { model_version: version } = (await api.call(importOf(world))).json<{ model_version: string }>();
      const path = `/workflows/${workflow.workflow_id}`;
      return {
        api,
        first: async () => {
          expect((await api.call({ method: 'DELETE', url: path })).status).toBe(204);
        },
        second: async () => {
          expect([200, 404]).toContain((await api.call({ url: `${path}/models/${version}/export` })).status);
        },
        check: async (place) => {
          expect(await leftOf(world), place).toEqual([]);
          expect(api.logged, place).toEqual([]);
        },
      };
    });
  });
});

describe('A training document that is deleted', () => {
  let withDocument: { readonly api: TestApi; readonly url: string; readonly id: string };
  beforeAll(async () => {
    const api = await startTestApi();
    const workflow = await createWorkflow(api);
    const [document] = await addFiles(api, workflow, [twoPages]);
    const id = document?.document_id ?? '';
    withDocument = { api, id, url: `${documentsPath(workflow)}/${id}` };
  });

  it.each<readonly [string, readonly number[], (url: string) => ApiCall]>([
    ['is deleted by another request', [204, 404], (url) => ({ method: 'DELETE', url })],
    ['has a page image made', [200, 404], (url) => ({ url: `${url}/page-images/1?width=20` })],
    ['has its text made', [200, 404], (url) => ({ url: `${url}/ocr` })],
    ['has its splitting read', [200, 404], (url) => ({ url: `${url}/document-splitting` })],
    [
      'is annotated',
      [200, 404, 412],
      (url) => ({
        method: 'PUT',
        url: `${url}/annotation`,
        headers: { 'Content-Type': 'application/json' },
        body: '{"sub_documents":[{"name":"a","pages":[1,2]}]}',
      }),
    ],
  ])('leaves nothing where at the same time it %s', async (_, statuses, callOf) => {
    await atEveryPlace(() => {
      const { url, id } = withDocument;
      const api = copyTestApi(withDocument.api);
      return {
        api,
        first: async () => {
          expect([204, 404]).toContain((await api.call({ method: 'DELETE', url })).status);
        },
        second: async () => {
          expect(statuses).toContain((await api.call(callOf(url))).status);
        },
        check: async (place) => {
          const rows = api.service.table.everything().filter((row) => JSON.stringify(row).includes(id));
          expect(rows, place).toEqual([]);
          expect(await api.service.blobs.list(''), place).toEqual([]);
          expect(api.logged, place).toEqual([]);
        },
      };
    });
  });
});
