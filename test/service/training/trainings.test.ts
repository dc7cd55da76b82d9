/** Trainings through the API, on fakes. */
import { beforeEach, describe, expect, it } from 'vitest';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { workflowRowKey } from '../../../core/requests/workflows/workflow-key.ts';
import type { TrainingView } from '../../../core/workflows/training/view/training-view.ts';
import { readWorkflow } from '../../../core/workflows/workflow.ts';
import type { WorkflowRow } from '../../../core/workflows/workflow.ts';
import type { Problem } from '../../../lambdas/api/routes/api-schemas.ts';
import { stepHandlers } from '../../../lambdas/steps/step-handlers.ts';
import { addTrainingDocument, addWorkflow } from '../../fakes/fake-workflows.ts';
import { recordOf } from '../harness/pipeline-harness.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };
let api: TestApi;
let workflow: WorkflowRow;
let path: string;
beforeEach(async () => {
  api = await startTestApi();
  workflow = await addWorkflow(api.service, api.accountId);
  path = `/workflows/${workflow.workflow_id}/trainings`;
});

const addDocuments = async (count: number, more: Parameters<typeof addTrainingDocument>[3] = {}): Promise<void> => {
  for (let number = 0; number < count; number += 1)
    await addTrainingDocument(api.service, workflow, [recordOf(1), recordOf(2)], more);
};
const start = (body: unknown = {}) =>
  api.call({ method: 'POST', url: path, headers: JSON_BODY, body: JSON.stringify(body) });
const read = async (id: string): Promise<TrainingView> => (await api.call({ url: `${path}/${id}` })).json();

describe('POST …/trainings', () => {
  it('starts a training, which ends with a new model in use', async () => {
    await addDocuments(6);
    const started = await start();
    expect(started.status).toBe(202);
    const { training_id: id } = started.json<TrainingView>();
    expect(started.headers['location']).toBe(`${path}/${id}`);
    const training = await read(id);
    expect(training).toMatchObject({
      state: 'trained',
      progress: 1,
      step: null,
      remaining_seconds: null,
      documents: { annotated: 6, used: 6 },
      decision: 'go_live',
      error_rate_before: 0.1,
      error_rate_after: 0.02,
      failure: null,
    });
    expect((await readWorkflow(api.service, workflow))?.model_version).toBe(training.model_version);
  });

  it('refuses files of which each has more documents than a training uses, and says how many it can use', async () => {
    const pages = Array.from({ length: 1002 }, (_, at) => at + 1);
    const parts = [[1, 2], ...pages.slice(2).map((page) => [page])];
    await addTrainingDocument(api.service, workflow, pages.map(recordOf), {
      upload_mode: 'merged',
      sub_documents: parts.map((of) => ({ name: 'x', pages: of, crops: of.map(() => 1) })),
    });
    const data = () => api.call({ url: `/workflows/${workflow.workflow_id}/training-data` });
    expect((await data()).json()).toMatchObject({ documents: 1001, used_documents: 0 });
    const refused = await start();
    expect([refused.status, refused.json<Problem>()]).toMatchObject([
      422,
      { code: 'too_few_documents', detail: expect.stringContaining('at most 1000 documents') as string },
    ]);
    await addDocuments(6);
    expect((await data()).json()).toMatchObject({ documents: 1007, used_documents: 6 });
    expect((await start()).status).toBe(202);
  });

  it('needs no body to train on all documents', async () => {
    await addDocuments(6);
    const started = await api.call({ method: 'POST', url: path });
    expect(started.status).toBe(202);
    expect(started.json<TrainingView>().collections).toBeNull();
  });

  it('names each collection once, also where it was sent in two Unicode normalization forms', async () => {
    await addDocuments(6, { collection: 'B\u00fccher' });
    const started = await start({ collections: ['B\u00fccher', 'Bu\u0308cher', 'letters', 'letters'] });
    expect(started.json<TrainingView>().collections).toEqual(['B\u00fccher', 'letters']);
  });

  it('is refused with 409 while another training of the workflow has not ended', async () => {
    await addDocuments(6);
    api.service.stateMachines.runsAtOnce = false;
    const both = await Promise.all([start(), start()]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(both.find(({ status }) => status === 409)?.json()).toMatchObject({ code: 'training_state' });
  });

  it('answers a repetition with the same Idempotency-Key with the first training', async () => {
    await addDocuments(6);
    const call = { method: 'POST', url: path, headers: { ...JSON_BODY, 'Idempotency-Key': 'once' }, body: '{}' };
    const [first, again] = [await api.call(call), await api.call(call)];
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.text()).toBe(first.text());
    expect((await api.call({ url: path })).json<{ items: unknown[] }>().items).toHaveLength(1);
  });

  it.each<readonly [string, () => Promise<void>, unknown, string, string, readonly [number, number, number]]>([
    ['no documents', () => Promise.resolve(), {}, 'no_documents', 'Add at least 5', [5, 1, 1]],
    [
      'documents without an annotation',
      () => addDocuments(9, { status: 'awaiting_annotation' }),
      {},
      'no_documents',
      '',
      [5, 1, 1],
    ],
    ['one document', () => addDocuments(1), {}, 'one_document', '4 more', [4, 0, 0]],
    ['too few', () => addDocuments(3), {}, 'too_few_documents', '2 more', [2, 0, 0]],
    [
      'too few in the collection',
      () => addDocuments(9),
      { collections: ['letters'] },
      'no_documents',
      '"letters"',
      [5, 1, 1],
    ],
    [
      'no boundary',
      () => addDocuments(9, { upload_mode: 'merged', sub_documents: [{ name: 'a', pages: [1, 2], crops: [1, 1] }] }),
      {},
      'no_boundary',
      'Annotate where',
      [0, 1, 0],
    ],
    ['single pages', () => addDocuments(9, { page_count: 1 }), {}, 'single_pages_only', 'several pages', [0, 0, 1]],
  ])('is refused with 422 and says what is missing: %s', async (_what, prepare, body, code, detail, missing) => {
    await prepare();
    const refused = await start(body);
    expect(refused.status).toBe(422);
    const [documents, boundaries, several] = missing;
    expect(refused.json()).toMatchObject({
      code,
      detail: expect.stringContaining(detail) as string,
      missing: { documents, boundaries, multi_page_documents: several },
      errors: [{ loc: ['path', 'workflow_id'], type: code }],
    });
    expect((await readWorkflow(api.service, workflow))?.training_state).toBe('untrained');
    expect((await api.call({ url: path })).json()).toEqual({ items: [], next: null });
  });

  it('is accepted with the same Idempotency-Key once the data is enough', async () => {
    const call = { method: 'POST', url: path, headers: { ...JSON_BODY, 'Idempotency-Key': 'once' }, body: '{}' };
    expect((await api.call(call)).status).toBe(422);
    await addDocuments(9);
    expect((await api.call(call)).status).toBe(202);
  });

  it.each<readonly [unknown, readonly (string | number)[]]>([
    [{ collections: [] }, ['body', 'collections']],
    [{ collections: 'letters' }, ['body', 'collections']],
    [{ collections: [''] }, ['body', 'collections', 0]],
    [{ collections: ['x'.repeat(101)] }, ['body', 'collections', 0]],
    [{ unknown: 1 }, ['body', 'unknown']],
  ])('refuses a body that is not valid and says where: %j', async (body, loc) => {
    const refused = await start(body);
    expect(refused.status).toBe(422);
    expect(refused.json<{ errors: { loc: unknown }[] }>().errors.map((error) => error.loc)).toContainEqual(loc);
  });

  it('draws 1,000 documents of more, spread over collections, and says so', async () => {
    await addDocuments(1100, { collection: 'many' });
    await addDocuments(30, { collection: 'few' });
    api.service.stateMachines.runsAtOnce = false;
    const { training_id: id } = (await start()).json<TrainingView>();
    const { account_id, workflow_id } = workflow;
    await stepHandlers(api.service).PrepareTraining({ account_id, workflow_id, training_id: id });
    expect((await read(id)).documents).toEqual({ annotated: 1130, used: 1000 });
    await api.service.stateMachines.runWaiting();
    const { model_version: version } = await read(id);
    const model = await api.call({ url: `/workflows/${workflow.workflow_id}/models/${version ?? ''}` });
    const { evaluation } = model.json<{ evaluation: { collections: { collection: string; documents: number }[] } }>();
    expect(Object.fromEntries(evaluation.collections.map((of) => [of.collection, of.documents]))).toEqual({
      few: 30,
      many: 970,
    });
  });
});

describe('GET …/trainings/{training_id}', () => {
  it('shows the step, a progress that grows, the metrics and the time that is left', async () => {
    await addDocuments(6);
    api.service.stateMachines.runsAtOnce = false;
    const { training_id: id } = (await start()).json<TrainingView>();
    const { account_id, workflow_id } = workflow;
    const key = { account_id, workflow_id, training_id: id };
    const seen = [await read(id)];
    const { PrepareTraining, StartTraining, CheckTraining } = stepHandlers(api.service);
    await PrepareTraining(key);
    seen.push(await read(id));
    await StartTraining(key);
    for (const [phase, progress, remaining] of [
      [2, 0.4, 30],
      [4, 0.9, 5],
    ] as const) {
      api.service.trainer.training = {
        runningPolls: 9,
        metrics: {
          'job:phase': phase,
          'job:progress': progress,
          'job:remaining_seconds': remaining,
          'validation:error': 0.03,
        },
      };
      await CheckTraining(key);
      await api.service.clock.sleep(2000);
      seen.push(await read(id));
    }
    expect(seen.map(({ step }) => step)).toEqual(['queued', 'preparing', 'cross_validation', 'learning_curve']);
    expect(seen.map(({ progress }) => Number(progress.toFixed(3)))).toEqual([0, 0.05, 0.41, 0.86]);
    expect(seen.map(({ remaining_seconds: left }) => left)).toEqual([null, null, 28, 3]);
    expect(seen.at(-1)?.metrics).toEqual({ validation_error: 0.03 });
  });

  it('says why a training has failed, where its data is the cause', async () => {
    await addDocuments(6);
    api.service.trainer.training = { failure: 'one_document: There is one document without its duplicates.' };
    const { training_id: id } = (await start()).json<TrainingView>();
    expect(await read(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'one_document', detail: 'There is one document without its duplicates.' },
    });
  });

  it('says that another model was put into use while the training ran', async () => {
    await addDocuments(6);
    const { splitModel, table } = api.service;
    Object.assign(api.service, {
      splitModel: {
        score: async (...args: Parameters<typeof splitModel.score>) => {
          await table.write([{ update: workflowRowKey(workflow), set: { model_version: 'other', weights: 'other' } }]);
          return splitModel.score(...args);
        },
      },
    });
    const { training_id: id } = (await start()).json<TrainingView>();
    const { failure } = await read(id);
    expect(failure?.code).toBe('serving_model_changed');
    expect(failure?.detail).toContain("another model became the workflow's");
  });

  it.each([
    ['of the job', { failure: 'internal_error: at /opt/ml' }],
    ['where the job left no model', { weights: null }],
  ])('does not disclose a fault of the service %s', async (_, training) => {
    await addDocuments(6);
    api.service.trainer.training = training;
    const { training_id: id } = (await start()).json<TrainingView>();
    expect((await read(id)).failure).toEqual({
      code: 'training_failed',
      detail: 'The training failed because of a fault of the service. Start the training again.',
    });
    expect(api.service.events.published.at(-1)).toMatchObject({ data: { failure_code: 'training_failed' } });
  });
});

describe('GET …/trainings', () => {
  it('lists the history by pages, the latest first', async () => {
    await addDocuments(6);
    const ids: string[] = [];
    for (let number = 0; number < 3; number += 1) {
      ids.unshift((await start()).json<TrainingView>().training_id);
      await api.service.clock.sleep(60_000);
    }
    const first = (await api.call({ url: `${path}?limit=2` })).json<{ items: TrainingView[]; next: string }>();
    const second = (await api.call({ url: `${path}?limit=2&cursor=${encodeURIComponent(first.next)}` })).json<{
      items: TrainingView[];
      next: null;
    }>();
    expect([...first.items, ...second.items].map(({ training_id: id }) => id)).toEqual(ids);
    expect(second.next).toBeNull();
  });
});

describe('POST …/cancel', () => {
  it('ends a running training, and the model in use does not change', async () => {
    await addDocuments(6);
    api.service.stateMachines.runsAtOnce = false;
    const { training_id: id } = (await start()).json<TrainingView>();
    const cancelled = await api.call({ method: 'POST', url: `${path}/${id}/cancel` });
    expect(cancelled.status).toBe(200);
    expect(cancelled.json()).toMatchObject({ state: 'cancelled', step: null });
    expect((await api.call({ method: 'POST', url: `${path}/${id}/cancel` })).status).toBe(200);
    await api.service.stateMachines.runWaiting();
    expect(await read(id)).toMatchObject({ state: 'cancelled' });
    expect(await readWorkflow(api.service, workflow)).not.toHaveProperty('model_version');
    expect(api.service.trainer.started).toEqual([]);
  });

  it('is refused with 409 once the training has ended', async () => {
    await addDocuments(6);
    const { training_id: id } = (await start()).json<TrainingView>();
    const refused = await api.call({ method: 'POST', url: `${path}/${id}/cancel` });
    expect([refused.status, refused.json()['code']]).toEqual([409, 'training_state']);
  });
});

describe('the trainings of a workflow', () => {
  const other = '3b241101-e2bb-4255-8caf-4136c566a962';
  it.each([
    ['GET', ''],
    ['POST', ''],
    ['GET', `/${other}`],
    ['POST', `/${other}/cancel`],
  ])('answer 404 to %s …/trainings%s of an unknown and of a foreign workflow', async (method, rest) => {
    for (const [id, key] of [
      [other, api.key],
      [workflow.workflow_id, api.otherKey],
    ] as const) {
      const answer = await api.call({
        method,
        url: `/workflows/${id}/trainings${rest}`,
        key,
        ...(method === 'POST' && rest === '' ? { headers: JSON_BODY, body: '{}' } : {}),
      });
      expect([answer.status, answer.json()['code']]).toEqual([404, 'workflow_not_found']);
    }
  });

  it('answer 404 for an unknown training', async () => {
    expect((await api.call({ url: `${path}/${other}` })).status).toBe(404);
    expect((await api.call({ method: 'POST', url: `${path}/${other}/cancel` })).status).toBe(404);
  });

  it('do not exist for the generic workflow', async () => {
    const url = `/workflows/${GENERIC_WORKFLOW_ID}/trainings`;
    const refused = await api.call({ method: 'POST', url, headers: JSON_BODY, body: '{}' });
    expect([refused.status, refused.json()['code']]).toEqual([422, 'workflow_not_trainable']);
  });
});
