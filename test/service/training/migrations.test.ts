/** Migrations to a newer base model, on fakes. */
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountKey } from '../../../core/accounts/account.ts';
import { MailRefusedError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import { queueDeliveries } from '../../../core/events/webhooks/queue-deliveries.ts';
import { sendDueDeliveries } from '../../../core/events/webhooks/send-deliveries.ts';
import type { Mail } from '../../../core/ports.ts';
import { workflowRowKey } from '../../../core/requests/workflows/workflow-key.ts';
import type { MigrationView } from '../../../core/workflows/migrations/decide-migration.ts';
import { listMigrations } from '../../../core/workflows/migrations/list-migrations.ts';
import { startMigrations } from '../../../core/workflows/migrations/start-migrations.ts';
import { OWN_MODELS } from '../../../core/workflows/models/set-model-in-use.ts';
import type { ModelSummary } from '../../../core/workflows/models/model-view.ts';
import { resumeUnfinished } from '../../../core/workflows/resume-unfinished.ts';
import { requestTraining } from '../../../core/workflows/training/request-training.ts';
import { getTraining } from '../../../core/workflows/training/trainings.ts';
import { readWorkflow, workflowBlobs } from '../../../core/workflows/workflow.ts';
import type { WorkflowRow } from '../../../core/workflows/workflow.ts';
import { PATHS } from '../../../web/src/app/paths.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { addKey } from '../../fakes/fake-service.ts';
import { addTrainingDocument, addWorkflow } from '../../fakes/fake-workflows.ts';
import { documentedMembers } from '../harness/documented-events.ts';
import { repeatAfterCrash } from '../harness/lost-answer.ts';
import { recordOf } from '../harness/pipeline-harness.ts';
import { processSample } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';
import { sendFiles } from '../workflows/training-data-client.ts';

const DAY_MS = 24 * 3_600_000;
const JSON_BODY = { 'Content-Type': 'application/json' };
let api: TestApi;
const WEB_URL = 'https://split.example.com';
let mails: Mail[];
let workflow: WorkflowRow;
let trained: string;

const addDocuments = async (): Promise<void> => {
  for (let number = 0; number < 6; number += 1)
    await addTrainingDocument(api.service, workflow, [recordOf(1), recordOf(2)]);
};
const train = async (): Promise<string> => {
  await addDocuments();
  const training = await requestTraining(api.service, { ...workflow, collections: null });
  return (await getTraining(api.service, training)).model_version ?? '';
};
/** A new release, whose base model is another one. */
const release = (base: string, gate: 'go_live' | 'keep_serving_model' = 'go_live'): void => {
  api.service.splitModel.baseVersion = base;
  api.service.trainer.training = { base, gate };
};
/** An hour later the host starts the state machine again. */
const nextPass = async (): Promise<void> => {
  await api.service.clock.sleep(3_600_000);
  await startMigrations(api.service);
};
const migration = async (id = workflow.workflow_id): Promise<MigrationView> =>
  (await api.call({ url: `/workflows/${id}/migration` })).json();
const read = async (id: string) => api.call({ url: `/workflows/${id}` });
const decide = (decision: string, key?: string) =>
  api.call({
    method: 'POST',
    url: `/workflows/${workflow.workflow_id}/migration`,
    headers: JSON_BODY,
    body: JSON.stringify({ decision }),
    ...(key === undefined ? {} : { key }),
  });
const inUse = async (): Promise<string> => {
  const { items } = (await api.call({ url: `/workflows/${workflow.workflow_id}/models` })).json<{
    items: ModelSummary[];
  }>();
  return items.find((model) => model.in_use)?.model_version ?? '';
};

beforeEach(async () => {
  api = await startTestApi({ webUrl: WEB_URL });
  mails = [];
  Object.assign(api.service, {
    mailer: {
      send: (mail: Mail) => {
        mails.push(mail);
        return Promise.resolve();
      },
    },
  });
  await api.service.table.write([{ update: accountKey(api.accountId), set: { email: 'people@customer.example' } }]);
  workflow = await addWorkflow(api.service, api.accountId);
  trained = await train();
  mails.length = 0;
  api.service.events.published.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a workflow', () => {
  it('has no migration while its base model is that of the release', async () => {
    await nextPass();
    expect(await migration()).toMatchObject({ state: 'none', preview_workflow_id: null });
    expect((await read(workflow.workflow_id)).json()).toMatchObject({ is_latest_architecture: true });
  });

  it('waits while ten previews are in training, which share the quota of jobs with the trainings of people', async () => {
    for (let more = 0; more < 11; more += 1) {
      workflow = await addWorkflow(api.service, api.accountId);
      await train();
    }
    release('newer');
    const { workflows: first } = await listMigrations(api.service, { at_most: 100 });
    expect(first).toHaveLength(10);
    const migrating = { base_version: 'newer', state: 'training', before_version: trained } as const;
    for (const key of first.slice(0, 7)) {
      const preview = { ...migrating, preview_workflow_id: api.service.ids.uuid() };
      await api.service.table.write([{ update: workflowRowKey(key), set: { migration: preview } }]);
    }
    const second = (await listMigrations(api.service, { at_most: 100 })).workflows.map((key) => key.workflow_id);
    expect(second).toHaveLength(10);
    expect(second).toEqual(expect.arrayContaining(first.slice(0, 7).map((key) => key.workflow_id)));
  });

  it('gets a preview that was trained on its documents, and a mail 14 days ahead with the comparison', async () => {
    release('newer');
    await nextPass();
    await nextPass();
    const announced = await migration();
    expect(announced).toMatchObject({
      state: 'announced',
      base_version: 'newer',
      before_version: trained,
      error_rate_before: 0.1,
      error_rate_after: 0.02,
    });
    const due = Date.parse(announced.due_at ?? '') - Date.parse(announced.announced_at ?? '');
    expect(due).toBeGreaterThanOrEqual(14 * DAY_MS);
    const preview = announced.preview_workflow_id ?? '';
    expect((await read(preview)).json()).toMatchObject({
      workflow_name: 'Incoming mail (preview)',
      preview: true,
      parent_workflow_id: workflow.workflow_id,
      migration_due_at: announced.due_at,
      model_version: announced.model_version,
    });
    expect((await read(workflow.workflow_id)).json()).toMatchObject({
      is_latest_architecture: false,
      migration_due_at: announced.due_at,
      model_version: trained,
    });
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [['people@customer.example'], `Incoming mail moves to a new model on ${announced.due_at?.slice(0, 10) ?? ''}`],
    ]);
    const page = PATHS.migration.replace('$workflowId', workflow.workflow_id);
    for (const part of ['10.0 %', '2.0 %', preview, ` ${WEB_URL}${page}\n`]) expect(mails[0]?.text).toContain(part);
    const events = api.service.events.published.filter(({ type }) => type === 'migration.announced');
    expect(events).toMatchObject([
      { id: preview, data: { workflow_id: workflow.workflow_id, due_at: announced.due_at } },
    ]);
    expect(Object.keys(events[0]?.data ?? {})).toEqual(documentedMembers('migration.announced'));
  });

  it('is announced although its mail is refused for good, which its row records', async () => {
    let attempts = 0;
    Object.assign(api.service, {
      mailer: {
        send: () => {
          attempts += 1;
          return Promise.reject(
            new MailRefusedError('The mail service refused the mail: Email address is not verified.'),
          );
        },
      },
    });
    release('newer');
    await nextPass();
    await nextPass();
    await nextPass();
    expect((await migration()).state).toBe('announced');
    expect(attempts).toBe(1);
    const row = await readWorkflow(api.service, workflow);
    expect(row?.migration).toMatchObject({ state: 'announced', mail_failure: 'mail_refused' });
    expect(api.service.events.published.filter(({ type }) => type === 'migration.announced')).toHaveLength(1);
  });

  it('that crops gets a preview that crops', async () => {
    const document_specification = { ...workflow.document_specification, cropping: true };
    await api.service.table.write([{ update: workflowRowKey(workflow), set: { document_specification } }]);
    release('newer');
    await nextPass();
    await nextPass();
    const { preview_workflow_id: preview } = await migration();
    const sent = { url: `/processing/${preview ?? ''}?include=pdf` };
    const id = await processSample(api, { pages: 1, crops: [2] }, undefined, sent);
    const splitting = await api.call({ url: `/processing/results/${id}/document-splitting` });
    expect(splitting.text()).toContain('"crops":[2]');
  });

  it('is announced on the bus and to webhooks, once, with the preview and the day, also where the step is repeated', async () => {
    const hook = (
      await api.call({
        method: 'POST',
        url: '/account/webhooks',
        headers: JSON_BODY,
        body: JSON.stringify({ url: 'https://hook.example/', events: ['migration.announced'] }),
      })
    ).json<{ webhook_id: string; secret: string }>();
    release('newer');
    for (let pass = 0; pass < 4; pass += 1) await nextPass();
    const events = api.service.events.published.filter(({ type }) => type === 'migration.announced');
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
    // The bus delivers an event at least once.
    for (const event of [...events, ...events]) await queueDeliveries(api.service, event);
    await sendDueDeliveries(api.service);
    const { posted } = api.service.webhooks;
    expect(posted).toHaveLength(1);
    const { due_at: due, preview_workflow_id: preview } = await migration();
    // The verifier compares the timestamp with its own clock.
    vi.useFakeTimers({ toFake: ['Date'], now: api.service.clock.now() });
    expect(new Webhook(hook.secret).verify(posted[0]?.body ?? '', posted[0]?.headers ?? {})).toMatchObject({
      type: 'migration.announced',
      data: { workflow_id: workflow.workflow_id, preview_workflow_id: preview, due_at: due },
    });
    const log = await api.call({ url: `/account/webhooks/${hook.webhook_id}/deliveries` });
    expect(log.json()).toMatchObject({ items: [{ event_type: 'migration.announced', state: 'delivered' }] });
  });

  it('moves on the day and not before, keeps the model before, and can go back to it', async () => {
    release('newer');
    await nextPass();
    await nextPass();
    const { preview_workflow_id: preview, model_version: version, due_at: due } = await migration();
    await api.service.clock.sleep(14 * DAY_MS - 2 * 3_600_000);
    await nextPass();
    expect(await inUse()).toBe(trained);
    await nextPass();
    await nextPass();
    expect(api.service.clock.now().toISOString() >= (due ?? '')).toBe(true);
    expect(await inUse()).toBe(version);
    expect(await migration()).toMatchObject({ state: 'moved' });
    expect((await read(workflow.workflow_id)).json()).toMatchObject({
      is_latest_architecture: true,
      migration_due_at: null,
    });
    expect((await read(preview ?? '')).status).toBe(404);
    const { account_id } = workflow;
    expect(await api.service.blobs.list(workflowBlobs({ account_id, workflow_id: preview ?? '' }).prefix)).toEqual([]);

    await api.call({ method: 'POST', url: `/workflows/${workflow.workflow_id}/models/${trained}/activate` });
    await nextPass();
    await nextPass();
    expect(await inUse()).toBe(trained);
    expect(await migration()).toMatchObject({ state: 'moved' });
    expect((await read(workflow.workflow_id)).json()).toMatchObject({ is_latest_architecture: false });
  });

  it('moves earlier where its owner decides so, and nobody else may', async () => {
    release('newer');
    await nextPass();
    await nextPass();
    const { model_version: version } = await migration();
    expect((await decide('move_now', await addKey(api.service, api.accountId, 'member'))).status).toBe(403);
    expect((await decide('move_now', api.otherKey)).status).toBe(404);
    expect((await decide('move_now')).json()).toMatchObject({ state: 'moved', due_at: expect.any(String) as string });
    expect(await inUse()).toBe(version);
    expect((await decide('move_now')).status).toBe(409);
  });

  it.each([
    ['move_now', 'moved'],
    ['decline', 'declined'],
  ])('answers a repeated %s with its result, where the first one died before it answered', async (decision, state) => {
    release('newer');
    await nextPass();
    await nextPass();
    const { preview_workflow_id: preview } = await migration();
    const answer = await repeatAfterCrash(api, {
      method: 'POST',
      url: `/workflows/${workflow.workflow_id}/migration`,
      headers: JSON_BODY,
      body: JSON.stringify({ decision }),
    });
    expect([answer.status, answer.json()]).toMatchObject([200, { state, preview_workflow_id: preview }]);
    expect(await migration()).toEqual(answer.json());
    expect((await read(preview ?? '')).status).toBe(404);
  });

  it('stays with its model where its owner declines, also in later releases with the same base model', async () => {
    release('newer');
    await nextPass();
    await nextPass();
    const { preview_workflow_id: preview } = await migration();
    expect((await decide('decline')).json()).toMatchObject({ state: 'declined' });
    expect((await read(preview ?? '')).status).toBe(404);
    await api.service.clock.sleep(20 * DAY_MS);
    await nextPass();
    expect(await inUse()).toBe(trained);
    expect(await migration()).toMatchObject({ state: 'declined' });
    release('newest');
    await nextPass();
    await nextPass();
    expect(await migration()).toMatchObject({ state: 'announced', base_version: 'newest' });
  });

  it('does not move by itself where the new model makes more errors, but its owner may move it', async () => {
    release('newer', 'keep_serving_model');
    await nextPass();
    await nextPass();
    const offered = await migration();
    expect(offered).toMatchObject({ state: 'announced', due_at: null });
    expect(mails.map(({ subject }) => subject)).toEqual(['A new model of Incoming mail can be tried']);
    await api.service.clock.sleep(20 * DAY_MS);
    await nextPass();
    expect(await inUse()).toBe(trained);
    await decide('move_now');
    expect(await inUse()).toBe(offered.model_version);
  });

  it('needs no preview any more once it was trained again from the new base model', async () => {
    release('newer');
    await nextPass();
    await nextPass();
    const { preview_workflow_id: preview } = await migration();
    const own = await train();
    await nextPass();
    expect(await migration()).toMatchObject({ state: 'declined' });
    expect((await read(preview ?? '')).status).toBe(404);
    expect(await inUse()).toBe(own);
    await nextPass();
    expect((await read(workflow.workflow_id)).json()).toMatchObject({ is_latest_architecture: true });
  });

  it('keeps the model that its owner chose after the announcement', async () => {
    release('newer');
    await nextPass();
    await nextPass();
    await api.call({ method: 'POST', url: `/workflows/${workflow.workflow_id}/models/base/activate` });
    expect((await decide('move_now')).status).toBe(409);
    await api.service.clock.sleep(15 * DAY_MS);
    await nextPass();
    expect(await inUse()).toBe('base');
  });

  it('needs no preview any more once its owner has returned to the base model', async () => {
    release('newer');
    await nextPass();
    await nextPass();
    const { preview_workflow_id: preview } = await migration();
    await api.call({ method: 'POST', url: `/workflows/${workflow.workflow_id}/models/base/activate` });
    await nextPass();
    expect(await migration()).toMatchObject({ state: 'declined' });
    expect((await read(preview ?? '')).status).toBe(404);
    await nextPass();
    expect((await read(workflow.workflow_id)).json()).toMatchObject({
      is_latest_architecture: true,
      migration_due_at: null,
    });
    expect((await listMigrations(api.service, { at_most: 100 })).workflows).toEqual([]);
  });

  it('that never had a model is not looked at, also where its owner activates the base model', async () => {
    const untrained = await addWorkflow(api.service, api.accountId);
    await api.call({ method: 'POST', url: `/workflows/${untrained.workflow_id}/models/base/activate` });
    const { items } = await api.service.table.query({ index: 'by_index', pk: OWN_MODELS });
    expect(items.map((row) => row['workflow_id'])).toEqual([workflow.workflow_id]);
  });

  it('keeps its model where the training of the preview fails', async () => {
    release('newer');
    api.service.trainer.training = { failure: 'internal_error: no' };
    await nextPass();
    await nextPass();
    expect(await migration()).toMatchObject({ state: 'failed' });
    expect(mails).toEqual([]);
    expect(await inUse()).toBe(trained);
  });

  it('takes its preview with it when it is deleted', async () => {
    release('newer');
    await nextPass();
    await nextPass();
    const { preview_workflow_id: preview } = await migration();
    expect((await api.call({ method: 'DELETE', url: `/workflows/${workflow.workflow_id}` })).status).toBe(204);
    await nextPass();
    expect((await read(preview ?? '')).status).toBe(404);
    expect(await api.service.table.get(workflowRowKey({ ...workflow, workflow_id: preview ?? '' }))).toBeUndefined();
  });
});

describe('a preview', () => {
  it('has the training data of the workflow that it will replace, with what its own training asks for', async () => {
    release('newer');
    await nextPass();
    await nextPass();
    const dataOf = async (id: string) =>
      (await api.call({ url: `/workflows/${id}/training-data` })).json<{ computed_from: object }>();
    const { preview_workflow_id: preview, model_version: version } = await migration();
    await addDocuments();
    const { computed_from: from, ...data } = await dataOf(preview ?? '');
    expect(data).toMatchObject({ files: 12, pages: 24, documents: 12, used_documents: 12 });
    expect(from).toMatchObject({ basis: 'learning_curve', model_version: version, added_documents: 6 });
    expect(await dataOf(workflow.workflow_id)).toMatchObject({ files: 12, pages: 24, documents: 12 });
  });

  it('cannot be trained by its owner, and counts as declined once it is deleted', async () => {
    release('newer');
    await nextPass();
    await nextPass();
    const { preview_workflow_id: preview } = await migration();
    const url = `/workflows/${preview ?? ''}`;
    const refused = await api.call({ method: 'POST', url: `${url}/trainings`, headers: JSON_BODY, body: '{}' });
    expect([refused.status, refused.json()['code']]).toEqual([422, 'workflow_not_trainable']);
    await api.call({ method: 'DELETE', url });
    await api.service.clock.sleep(15 * DAY_MS);
    await nextPass();
    expect(await migration()).toMatchObject({ state: 'declined' });
    expect(await inUse()).toBe(trained);
  });

  it('gives the feedback on its results to the workflow that it will replace, which keeps it', async () => {
    release('newer');
    await nextPass();
    await nextPass();
    const { preview_workflow_id: preview } = await migration();
    const id = await processSample(api, { pages: 2 }, undefined, { url: `/processing/${preview ?? ''}` });
    const feedback = await api.call({
      method: 'POST',
      url: `/processing/feedback/${id}`,
      headers: JSON_BODY,
      body: JSON.stringify({ expected_sub_documents: [{ pages: [1] }, { pages: [2] }] }),
    });
    const { training_document_id: document } = feedback.json<{ training_document_id: string }>();
    await decide('move_now');
    const kept = await api.call({ url: `/workflows/${workflow.workflow_id}/training-documents/${document}` });
    expect([feedback.status, kept.status, kept.json()['status']]).toEqual([201, 200, 'annotated']);
  });

  it('takes no training documents, which would be deleted with it', async () => {
    release('newer');
    await nextPass();
    await nextPass();
    const { preview_workflow_id: preview } = await migration();
    const refused = await sendFiles(api, { workflow_id: preview ?? '' }, [writeFakeDocument({ pages: 2 })]);
    expect([refused.status, refused.json()['code']]).toEqual([422, 'workflow_not_trainable']);
  });
});

describe('a decision to move now', () => {
  it('is refused with 409 once the preview is deleted, and the workflow keeps its model', async () => {
    release('newer');
    await nextPass();
    await nextPass();
    const { preview_workflow_id: preview } = await migration();
    await api.call({ method: 'DELETE', url: `/workflows/${preview ?? ''}` });
    const refused = await decide('move_now');
    expect([refused.status, refused.json()['code'], await inUse()]).toEqual([409, 'migration_state', trained]);
  });

  it('is refused with 409 while the preview is being deleted', async () => {
    release('newer');
    await nextPass();
    await nextPass();
    const { preview_workflow_id: preview } = await migration();
    // A deletion deletes the files of a model and its row.
    await api.service.blobs.deleteAll(
      workflowBlobs({ account_id: workflow.account_id, workflow_id: preview ?? '' }).prefix,
    );
    const refused = await decide('move_now');
    expect([refused.status, refused.json()['code'], await inUse()]).toEqual([409, 'migration_state', trained]);
  });
});

describe('the announcement', () => {
  it('is repeated where the mail could not be sent, and the notice begins with the mail', async () => {
    const { mailer } = api.service;
    let down = true;
    Object.assign(api.service, {
      mailer: {
        send: (mail: Mail) => (down ? Promise.reject(new TemporarilyUnavailableError('down')) : mailer.send(mail)),
      },
    });
    release('newer');
    await nextPass();
    await nextPass();
    expect(await migration()).toMatchObject({ state: 'training', announced_at: null });
    await api.service.clock.sleep(5 * DAY_MS);
    down = false;
    await nextPass();
    const { announced_at: announced, due_at: due } = await migration();
    expect(Date.parse(due ?? '') - Date.parse(announced ?? '')).toBeGreaterThanOrEqual(14 * DAY_MS);
    expect(mails).toHaveLength(1);
    const events = api.service.events.published.filter(({ type }) => type === 'migration.announced');
    expect(events.map(({ data }) => data['due_at'])).toEqual([due]);
  });

  it('is announced by the sweep, with the day of its mail, where the bus was down', async () => {
    const { events } = api.service;
    Object.assign(api.service, {
      events: { publish: () => Promise.reject(new TemporarilyUnavailableError('down')) },
    });
    release('newer');
    await nextPass();
    await nextPass();
    const { due_at: due, state } = await migration();
    expect([state, mails.length]).toEqual(['announced', 1]);
    Object.assign(api.service, { events });
    await api.service.clock.sleep(DAY_MS);
    await resumeUnfinished(api.service);
    await nextPass();
    expect(events.published.filter(({ type }) => type === 'migration.announced')).toMatchObject([
      { accountId: api.accountId, data: { workflow_id: workflow.workflow_id, due_at: due } },
    ]);
    expect(mails).toHaveLength(1);
  });
});
