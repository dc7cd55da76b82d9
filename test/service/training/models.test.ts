/** A workflow's models through the API, on fakes. */
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { readUpload } from '../../../core/requests/uploads.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import type { ModelComparison } from '../../../core/workflows/models/evaluation/compare-models.ts';
import type { ModelDetail, ModelSummary } from '../../../core/workflows/models/model-view.ts';
import { GENERAL_REVIEW_TABLE } from '../../../core/workflows/models/evaluation/review-table.ts';
import type { ReviewTable } from '../../../core/workflows/models/evaluation/review-table.ts';
import { SplitModelFaultError, TemporarilyUnavailableError, WeightsRefusedError } from '../../../core/errors.ts';
import type { TrainingView } from '../../../core/workflows/training/view/training-view.ts';
import { workflowBlobs } from '../../../core/workflows/workflow.ts';
import type { WorkflowRow } from '../../../core/workflows/workflow.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import type { FakeTraining } from '../../fakes/fake-trainer.ts';
import { addTrainingDocument, addWorkflow } from '../../fakes/fake-workflows.ts';
import { MULTIPART, multipartBody, uploadBody } from '../harness/multipart-body.ts';
import { recordOf } from '../harness/pipeline-harness.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';

let api: TestApi;
let workflow: WorkflowRow;
let path: string;
beforeEach(async () => {
  api = await startTestApi();
  workflow = await addWorkflow(api.service, api.accountId);
  path = `/workflows/${workflow.workflow_id}/models`;
});

/** Trains on all documents. */
const retrain = async (training: FakeTraining): Promise<TrainingView> => {
  api.service.trainer.training = training;
  const url = `/workflows/${workflow.workflow_id}/trainings`;
  const started = await api.call({
    method: 'POST',
    url,
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  const { training_id: id } = started.json<{ training_id: string }>();
  await api.service.clock.sleep(60_000);
  return (await api.call({ url: `${url}/${id}` })).json<TrainingView>();
};
/** Adds five documents and trains on all. @returns the version */
const train = async (gate: 'go_live' | 'keep_serving_model' = 'go_live'): Promise<string> => {
  for (let number = 0; number < 5; number += 1)
    await addTrainingDocument(api.service, workflow, [recordOf(1), recordOf(2)]);
  return (await retrain({ gate })).model_version ?? '';
};
const list = async (): Promise<ModelSummary[]> =>
  (await api.call({ url: path })).json<{ items: ModelSummary[] }>().items;
const inUse = async () => (await list()).filter((model) => model.in_use).map(({ model_version: version }) => version);
const activate = (version: string) => api.call({ method: 'POST', url: `${path}/${version}/activate` });

/** The pages of each document in a file of three pages, which is split by the workflow. */
const split = async (): Promise<number[][]> => {
  const answer = await api.call({
    method: 'POST',
    url: `/processing/${workflow.workflow_id}`,
    headers: MULTIPART,
    body: uploadBody(writeFakeDocument({ pages: 3 })),
  });
  expect(answer.status).toBe(201);
  return answer
    .json<{ document_splitting: { sub_documents: { pages: number[] }[] } }>()
    .document_splitting.sub_documents.map(({ pages }) => pages);
};

describe('A document of a workflow whose model cannot be loaded any more', () => {
  it('fails and says what to do, and is split once another model is in use', async () => {
    await train();
    const { splitModel } = api.service;
    const score: typeof splitModel.score = (pages, weights) =>
      weights === undefined
        ? splitModel.score(pages)
        : Promise.reject(new WeightsRefusedError('The weights are of another schema version.'));
    Object.assign(api.service, { splitModel: { score } });
    const sent = await api.call({
      method: 'POST',
      url: `/processing/${workflow.workflow_id}`,
      headers: MULTIPART,
      body: uploadBody(writeFakeDocument({ pages: 3 })),
    });
    expect(sent.json()).toMatchObject({
      status: 500,
      code: 'workflow_model_unusable',
      detail: expect.stringContaining('Put another of its models into use') as string,
    });
    const { items } = (await api.call({ url: `/workflows/${workflow.workflow_id}/documents` })).json<{
      items: readonly { failure_code: string }[];
    }>();
    expect(items).toMatchObject([{ failure_code: 'workflow_model_unusable' }]);
    expect((await activate('base')).status).toBe(200);
    expect(await split()).toEqual([[1, 2, 3]]);
  });
});

describe('GET …/models', () => {
  it('lists the base model alone before the first training', async () => {
    expect(await list()).toMatchObject([{ model_version: 'base', source: 'base', in_use: true }]);
  });

  it('lists the models, the newest first, also one that was not accepted', async () => {
    const first = await train();
    const second = await train('keep_serving_model');
    expect(await list()).toMatchObject([
      { model_version: second, decision: 'keep_serving_model', in_use: false, before_version: first },
      { model_version: first, decision: 'go_live', in_use: true, before_version: 'base', release: '0.1.0' },
      { model_version: 'base', in_use: false },
    ]);
    expect((await list())[0]?.digest?.slice(0, 12)).toBe(second.slice('workflow-'.length));
    const page = (await api.call({ url: `${path}?limit=2` })).json<{ items: ModelSummary[]; next: string }>();
    const rest = await api.call({ url: `${path}?limit=2&cursor=${encodeURIComponent(page.next)}` });
    expect(rest.json()).toMatchObject({ items: [{ model_version: 'base' }], next: null });
    expect((await api.call({ url: `${path}?cursor=x` })).status).toBe(422);
  });
});

describe('GET …/models/{version}', () => {
  it('gives the figures, the calibration, the thresholds, each collection and an assessment', async () => {
    const version = await train();
    const model = (await api.call({ url: `${path}/${version}` })).json<ModelDetail>();
    expect(model.evaluation).toMatchObject({
      metrics_before: { error_rate: 0.1 },
      metrics: { error_rate: 0.02 },
      collections: [{ collection: 'unknown', documents: 5, before: { error_rate: 0.1 }, after: { error_rate: 0.02 } }],
      calibration: [{ gaps: 50 }],
      threshold_table: [{ threshold: 0.5 }, { threshold: 0.9 }],
      assessment: { confidence: 'not_enough_data', more_documents: 35 },
    });
  });

  it('gives the base model without an evaluation, and 404 for an unknown version', async () => {
    expect((await api.call({ url: `${path}/base` })).json()).toMatchObject({ evaluation: null });
    expect((await api.call({ url: `${path}/workflow-0123456789ab` })).status).toBe(404);
    const malformed = await api.call({ url: `${path}/latest` });
    expect([malformed.status, malformed.json<{ errors: { loc: unknown }[] }>().errors[0]?.loc]).toEqual([
      422,
      ['path', 'version'],
    ]);
  });
});

describe('A training on unchanged documents, which gives the same model again', () => {
  it('keeps the model in use with its figures and its training', async () => {
    const version = await train();
    const [before] = await list();
    const report = async () => (await api.call({ url: `${path}/${version}` })).json<ModelDetail>();
    const evaluated = await report();
    await api.service.clock.sleep(60_000);
    expect(await retrain({ errorBefore: 0.02 })).toMatchObject({
      state: 'trained',
      model_version: version,
      decision: 'keep_serving_model',
      decision_reason: 'The documents give the model that is already in use.',
    });
    expect((await list())[0]).toEqual(before);
    expect(await report()).toEqual(evaluated);
  });

  it('replaces the figures of a model that is not in use, also in its file', async () => {
    const version = await train();
    const download = async () =>
      (await api.call({ url: `${path}/${version}/export` })).json<{ report: { after: { error_rate: number } } }>();
    expect((await download()).report.after.error_rate).toBe(0.02);
    await activate('base');
    expect((await retrain({ errorAfter: 0.05 })).model_version).toBe(version);
    expect((await list())[0]).toMatchObject({ model_version: version, in_use: true, error_rate_after: 0.05 });
    expect((await download()).report.after.error_rate).toBe(0.05);
  });
});

describe('POST …/activate', () => {
  it('goes back to the base model and to the trained one: the next document is split with it', async () => {
    const version = await train();
    expect(await split()).toEqual([[1], [2], [3]]);
    expect((await activate('base')).json()).toMatchObject({ model_version: 'base', in_use: true });
    expect(await inUse()).toEqual(['base']);
    expect(await split()).toEqual([[1, 2, 3]]);
    expect((await activate(version)).json()).toMatchObject({ model_version: version, in_use: true });
    expect((await activate(version)).status).toBe(200);
    expect(await split()).toEqual([[1], [2], [3]]);
  });

  it('lets an owner overrule the gate', async () => {
    const kept = await train('keep_serving_model');
    expect(await inUse()).toEqual(['base']);
    await activate(kept);
    expect(await inUse()).toEqual([kept]);
  });

  it('is refused for an unknown version, and for a model that cannot be loaded any more', async () => {
    const version = await train();
    await activate('base');
    expect((await activate('workflow-0123456789ab')).status).toBe(404);
    Object.assign(api.service, {
      splitModel: { score: () => Promise.resolve({ probabilities: [0.5], modelVersion: 'other' }) },
    });
    const refused = await activate(version);
    expect([refused.status, refused.json()['code']]).toEqual([409, 'model_not_loadable']);
    expect(await inUse()).toEqual(['base']);
  });
});

describe('GET …/models/compare', () => {
  const compare = async (base: string, candidate: string) =>
    api.call({ url: `${path}/compare?base=${base}&candidate=${candidate}` });

  it('compares any two models on the same held-out documents, either way round', async () => {
    const first = await train();
    const second = await train();
    const forth = (await compare('base', second)).json<ModelComparison>();
    expect(forth).toMatchObject({
      base: { model_version: 'base', error_rate: 0.1 },
      candidate: { model_version: second, error_rate: 0.02 },
      error_change: -0.08,
      error_change_interval: { low: -0.2, high: 0.1 },
      evaluated_with: second,
    });
    expect((await compare(second, 'base')).json()).toMatchObject({
      error_change: 0.08,
      error_change_interval: { low: -0.1, high: 0.2 },
    });
    expect((await compare(first, second)).json()).toMatchObject({ base: { model_version: first } });
  });

  it('uses the training in which an earlier model was one of the others', async () => {
    const kept = await train('keep_serving_model');
    const second = await train();
    expect((await compare(kept, second)).json()).toMatchObject({ evaluated_with: second });
  });

  it('answers 404 for an unknown model, 422 for a missing one', async () => {
    const version = await train();
    expect((await compare('workflow-0123456789ab', version)).status).toBe(404);
    expect((await api.call({ url: `${path}/compare?base=base` })).status).toBe(422);
  });

  it('answers 409 where no training has evaluated both', async () => {
    const versions = [];
    for (let number = 0; number < 7; number += 1) versions.push(await train('keep_serving_model'));
    const refused = await compare(versions[0] ?? '', versions[6] ?? '');
    expect([refused.status, refused.json()['code']]).toEqual([409, 'models_not_compared']);
  });
});

describe('GET …/review-table', () => {
  const table = async (id = workflow.workflow_id) =>
    (await api.call({ url: `/workflows/${id}/review-table` })).json<ReviewTable>();

  it("is that of the workflow's own documents, with their number, while its own model is in use", async () => {
    const version = await train();
    expect(await table()).toMatchObject({
      model_version: version,
      measured_on: 'own_documents',
      documents: 5,
      gaps: 50,
      rows: [{ threshold: 0.5 }, { threshold: 0.9 }],
    });
    await activate('base');
    expect(await table()).toEqual(GENERAL_REVIEW_TABLE);
  });

  it('is that of the model card for the base model, labelled general', async () => {
    const general = await table(GENERIC_WORKFLOW_ID);
    expect(general).toEqual(await table());
    const card = await readFile(new URL('../../../docs/model-card.md', import.meta.url), 'utf8');
    expect(general.measured_on).toBe('general');
    expect(general.rows.map(({ threshold }) => threshold)).toEqual([0.5, 0.9, 0.95]);
    for (const row of general.rows)
      expect(card).toContain(
        `| ${row.threshold} | ${(100 * row.correction_effort).toFixed(1)} % | ` +
          `${(100 * row.error_rate_among_reviewed).toFixed(1)} % | ` +
          `${(100 * row.error_rate_after_correction).toFixed(2)} % |`,
      );
    expect(card).toContain(`| ${general.gaps.toLocaleString('en-US')} |`);
  });
});

describe('the models of a foreign or unknown workflow', () => {
  it.each(['', '/base', '/compare?base=base&candidate=base'])('answer 404: GET …/models%s', async (rest) => {
    const foreign = await api.call({ url: `${path}${rest}`, key: api.otherKey });
    expect([foreign.status, foreign.json()['code']]).toEqual([404, 'workflow_not_found']);
  });

  it('answer 404 to activation and review table', async () => {
    const { otherKey: key } = api;
    expect((await api.call({ method: 'POST', url: `${path}/base/activate`, key })).status).toBe(404);
    expect((await api.call({ url: `/workflows/${workflow.workflow_id}/review-table`, key })).status).toBe(404);
  });
});

describe('a processing result', () => {
  const process = async (parameters?: unknown) => {
    const answer = await api.call({
      method: 'POST',
      url: `/processing/${workflow.workflow_id}`,
      headers: MULTIPART,
      body: uploadBody(writeFakeDocument({ pages: 3 }), parameters),
    });
    expect(answer.status).toBe(201);
    return answer.json<{ processing_id: string; model: unknown; release: string }>();
  };

  it('names the model that split the document, its digest, and the release', async () => {
    const version = await train();
    const { processing_id: id, model, release } = await process();
    expect([model, release]).toEqual([{ version, digest: (await list())[0]?.digest }, '0.1.0']);
    await activate('base');
    expect((await process()).model).toEqual({ version: 'fake', digest: null });
    expect((await api.call({ url: `/processing/results/${id}` })).json()).toMatchObject({ model });
  });

  it('names no model where the parameters decided', async () => {
    expect((await process({ mode: 'per_page' })).model).toBeNull();
  });
});

describe('a model file', () => {
  const download = async (version: string) => api.call({ url: `${path}/${version}/export` });
  const upload = async (file: Uint8Array, to = workflow.workflow_id) =>
    api.call({
      method: 'POST',
      url: `/workflows/${to}/models`,
      headers: MULTIPART,
      body: multipartBody([{ name: 'file', value: file, disposition: 'filename="m.tearline-model"' }]),
    });

  it('carries a model to another workflow, where it splits once it is activated, and back', async () => {
    const version = await train();
    const { body: exported, headers } = await download(version);
    expect(headers['content-disposition']).toContain(`${version}.tearline-model`);
    const other = await addWorkflow(api.service, api.accountId, 'Cloud');
    const imported = await upload(exported, other.workflow_id);
    expect(imported.status).toBe(201);
    const digest = (await list())[0]?.digest;
    expect(imported.json()).toMatchObject({ model_version: version, source: 'import', digest, in_use: false });
    const there = `/workflows/${other.workflow_id}/models/${version}`;
    expect((await api.call({ method: 'POST', url: `${there}/activate` })).json()).toMatchObject({ in_use: true });
    expect((await api.call({ url: there })).json()).toMatchObject({ evaluation: { metrics: { error_rate: 0.02 } } });
    expect((await api.call({ url: `${there}/export` })).body).toEqual(exported);
    expect((await upload(exported)).json()).toMatchObject({ model_version: version, source: 'training', in_use: true });
    expect(await list()).toHaveLength(2);
  });

  it('does not claim that its model was compared with the base model of the other workflow', async () => {
    await train();
    const second = await train('keep_serving_model');
    const other = await addWorkflow(api.service, api.accountId, 'Cloud');
    const imported = await upload((await download(second)).body, other.workflow_id);
    expect(imported.json()).toMatchObject({ model_version: second, source: 'import', before_version: null });
    expect((await api.call({ url: `/workflows/${other.workflow_id}/models/${second}` })).json()).toMatchObject({
      before_version: null,
    });
  });

  it('of a model that is there writes its weights again, where they were damaged', async () => {
    const version = await train();
    const { body } = await download(version);
    const key = workflowBlobs(workflow).modelWeights(version);
    const whole = await api.service.blobs.get(key);
    await api.service.blobs.put(key, whole.subarray(0, 9), 'application/json');
    expect((await upload(body)).json()).toMatchObject({ model_version: version, source: 'training', in_use: true });
    expect(await api.service.blobs.get(key)).toEqual(whole);
  });

  it('may come through POST /uploads', async () => {
    const { body } = await download(await train());
    const other = await addWorkflow(api.service, api.accountId);
    const created = await api.call({
      method: 'POST',
      url: '/uploads',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ file_name: 'm', content_type: 'application/octet-stream', size: body.length }),
    });
    const { upload_id: id } = created.json<{ upload_id: string }>();
    const { blob_key: key = '' } = (await readUpload(api.service, { account_id: api.accountId, upload_id: id })) ?? {};
    await api.service.blobs.put(key, body, 'application/octet-stream');
    const call = {
      method: 'POST',
      url: `/workflows/${other.workflow_id}/models`,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ upload_id: id }),
    };
    expect((await api.call(call)).status).toBe(201);
    expect((await api.call(call)).json()).toMatchObject({ errors: [{ loc: ['body', 'upload_id'] }] });
  });

  const changed = (body: Uint8Array, change: object): Buffer =>
    Buffer.from(JSON.stringify({ ...(JSON.parse(Buffer.from(body).toString()) as object), ...change }));
  it.each<readonly [string, string, (exported: Uint8Array) => Uint8Array]>([
    ['a PDF', 'foreign_model', () => writeFakeDocument({ pages: 1 })],
    ['the weights alone', 'foreign_model', () => Buffer.from('{"kind":"workflow","schema_version":3}')],
    ['bytes that are no text', 'foreign_model', () => Buffer.from([0xff, 0xfe, 0])],
    ['a half', 'damaged_model', (exported) => exported.subarray(0, exported.length / 2)],
    ['other weights', 'damaged_model', (exported) => changed(exported, { weights: '{}' })],
    ['another digest', 'damaged_model', (exported) => changed(exported, { digest: 'a'.repeat(64) })],
    ['no report', 'damaged_model', (exported) => changed(exported, { report: {} })],
    ['another schema version', 'unsupported_model', (exported) => changed(exported, { schema_version: 9 })],
  ])('that is not whole is refused with 422, and nothing is kept: %s', async (_what, type, damage) => {
    const { body } = await download(await train());
    const other = await addWorkflow(api.service, api.accountId);
    const refused = await upload(damage(body), other.workflow_id);
    expect(refused.status).toBe(422);
    expect(refused.json()).toMatchObject({ errors: [{ loc: ['body', 'file'], type }] });
    expect(await api.service.blobs.list(workflowBlobs(other).prefix)).toEqual([]);
  });

  it('whose weights the endpoint cannot load is refused with 422, and nothing is kept', async () => {
    const { body } = await download(await train());
    const other = await addWorkflow(api.service, api.accountId);
    Object.assign(api.service, { splitModel: { score: () => Promise.reject(new SplitModelFaultError('no')) } });
    const refused = await upload(body, other.workflow_id);
    expect(refused.json()).toMatchObject({ status: 422, errors: [{ type: 'unusable_weights' }] });
    expect(await api.service.blobs.list(workflowBlobs(other).prefix)).toEqual([]);
  });

  it('that comes twice at the same time is kept where the endpoint is busy for one of them', async () => {
    const { body } = await download(await train());
    const other = await addWorkflow(api.service, api.accountId);
    const { splitModel } = api.service;
    const kept = async (): Promise<number> =>
      (await api.call({ url: `/workflows/${other.workflow_id}/models` })).json<{ items: ModelSummary[] }>().items
        .length;
    let calls = 0;
    const score: typeof splitModel.score = async (...call) => {
      calls += 1;
      if (calls === 1) return splitModel.score(...call);
      while ((await kept()) === 0);
      throw new TemporarilyUnavailableError('The endpoint is busy.');
    };
    Object.assign(api.service, { splitModel: { score } });
    const answers = await Promise.all([upload(body, other.workflow_id), upload(body, other.workflow_id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 503]);
    const [model] = answers.filter(({ status }) => status === 201);
    const { model_version: version } = model?.json<ModelSummary>() ?? { model_version: '' };
    expect(await api.service.blobs.head(workflowBlobs(other).modelWeights(version))).toBeDefined();
  });

  it('does not exist for the base model, nor for a foreign workflow', async () => {
    const refused = await download('base');
    expect([refused.status, refused.json()['errors']]).toMatchObject([422, [{ loc: ['path', 'version'] }]]);
    expect((await api.call({ url: `${path}/base/export`, key: api.otherKey })).status).toBe(404);
  });
});
