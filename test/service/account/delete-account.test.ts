/** Export and deletion of an account. */
import { describe, expect, it } from 'vitest';
import { ensureFirstAccount } from '../../../core/accounts/first-account.ts';
import { TemporarilyUnavailableError } from '../../../core/errors.ts';
import { deleteExpired } from '../../../core/processing/deletion/delete-expired.ts';
import { workflowRowKey } from '../../../core/requests/workflows/workflow-key.ts';
import { deleteAccount } from '../../../core/workflows/account/delete-account.ts';
import { resumeUnfinished } from '../../../core/workflows/resume-unfinished.ts';
import { workflowBlobs } from '../../../core/workflows/workflow.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { addKey, fakeService } from '../../fakes/fake-service.ts';
import { processSample, VERIFICATION } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';
import { createWorkflow, send, sendFiles } from '../workflows/training-data-client.ts';

/** An account with a bit of everything, and another account with one document. */
const startFilled = async () => {
  const api = await startTestApi();
  const workflow = await createWorkflow(api, { workflow_name: 'Geheimsache' });
  await sendFiles(api, workflow, [writeFakeDocument({ pages: 2 })]);
  const id = await processSample(api, { pages: 3, starts: [2] });
  await processSample(api, { pages: 1 }, undefined, { url: `/processing/${workflow.workflow_id}` });
  await send(api, 'POST', `/processing/results/${id}${VERIFICATION}`, { comment: 'Geheimnotiz' });
  await send(api, 'POST', '/share-tokens', { processing_id: id, expires_at: '2026-12-01T00:00:00Z' });
  await send(api, 'POST', '/account/members', { email: 'geheim@example.com', role: 'owner' });
  await addKey(api.service, api.accountId, 'member');
  await send(api, 'POST', '/account/webhooks', { url: 'https://93.184.216.34/geheim' });
  const upload = { file_name: 'geheim.pdf', content_type: 'application/pdf', size: 9 };
  await send(api, 'POST', '/uploads', upload, { 'Idempotency-Key': 'upload' });
  await send(api, 'POST', '/workflows', { workflow_name: 'Geheimsache' }, { 'Idempotency-Key': 'workflow' });
  const other = await processSample(api, { pages: 1 }, undefined, { key: api.otherKey });
  return { api, id, other };
};

/** Rows and files that name the account. */
const leftOf = async ({ service, accountId }: TestApi): Promise<readonly string[]> => [
  ...service.table
    .everything()
    .filter((row) => JSON.stringify(row).includes(accountId))
    .map(({ pk, sk }) => `${pk} ${sk}`),
  ...(await service.blobs.list(`accounts/${accountId}/`)),
];

const exportedRecords = async (api: TestApi) =>
  (await api.call({ method: 'POST', url: '/account/export' })).json<{
    records: Readonly<Record<string, unknown> & { kind: string }>[];
  }>().records;

const HOUR_MS = 3_600_000;
/** Milliseconds after which the next call writes the counts of those before it. */
const CALLS_WRITTEN_MS = 10_000;

describe('Deleting an account', () => {
  it('refuses its keys at once, and leaves nothing but its closed row, which goes an hour later', async () => {
    const { api } = await startFilled();
    expect((await api.call({ method: 'DELETE', url: '/account' })).status).toBe(204);
    expect((await api.call({ url: '/account' })).status).toBe(401);
    expect(await leftOf(api)).toEqual([`ACCOUNT#${api.accountId} ACCOUNT`]);
    expect(JSON.stringify(api.service.table.everything())).not.toMatch(/geheimnotiz|geheimsache|geheim@/i);
    await api.service.clock.sleep(HOUR_MS + 1);
    await resumeUnfinished(api.service);
    await deleteExpired(api.service);
    expect(await leftOf(api)).toEqual([]);
  });

  it('does not touch another account', async () => {
    const { api, other } = await startFilled();
    const create = () =>
      api.call({
        method: 'POST',
        url: '/workflows',
        key: api.otherKey,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'workflow' },
        body: '{"workflow_name":"Other"}',
      });
    const first = await create();
    await api.call({ method: 'DELETE', url: '/account' });
    expect((await api.call({ url: `/processing/results/${other}`, key: api.otherKey })).status).toBe(200);
    expect((await create()).json()).toEqual(first.json());
  });

  it('is continued by the sweep where the process died in the middle', async () => {
    const { api } = await startFilled();
    const { blobs } = api.service;
    const deleteAll = blobs.deleteAll.bind(blobs);
    blobs.deleteAll = () => Promise.reject(new Error('killed'));
    await api.call({ method: 'DELETE', url: '/account' });
    blobs.deleteAll = deleteAll;
    await api.service.clock.sleep(1);
    expect((await api.call({ url: '/account' })).status).toBe(401);
    await resumeUnfinished(api.service);
    expect(await leftOf(api)).toEqual([`ACCOUNT#${api.accountId} ACCOUNT`]);
  });

  it('is answered where a store gives up meanwhile, and continued by the sweep', async () => {
    const { api } = await startFilled();
    const { blobs } = api.service;
    const deleteAll = blobs.deleteAll.bind(blobs);
    blobs.deleteAll = () => Promise.reject(new TemporarilyUnavailableError('The files are not available just now.'));
    expect((await api.call({ method: 'DELETE', url: '/account' })).status).toBe(204);
    blobs.deleteAll = deleteAll;
    await api.service.clock.sleep(1);
    await resumeUnfinished(api.service);
    expect(await leftOf(api)).toEqual([`ACCOUNT#${api.accountId} ACCOUNT`]);
  });

  it('cancels what is being processed, and deletes what a step still writes', async () => {
    const { api } = await startFilled();
    api.service.stateMachines.runsAtOnce = false;
    await processSample(api, { pages: 2 });
    await api.call({ method: 'DELETE', url: '/account' });
    await api.service.stateMachines.runWaiting();
    await api.service.blobs.put(`accounts/${api.accountId}/processings/late`, 'x', 'text/plain');
    await api.service.clock.sleep(HOUR_MS + 1);
    await resumeUnfinished(api.service);
    expect(await api.service.blobs.list(`accounts/${api.accountId}/`)).toEqual([]);
  });

  it('is for owners', async () => {
    const { api } = await startFilled();
    const key = await addKey(api.service, api.accountId, 'member');
    expect((await api.call({ method: 'DELETE', url: '/account', key })).status).toBe(403);
    expect((await api.call({ method: 'POST', url: '/account/export', key })).status).toBe(403);
  });

  it('leaves no usage of a workflow that was deleted before and has no documents', async () => {
    const { api } = await startFilled();
    const workflow = await createWorkflow(api);
    const id = await processSample(api, { pages: 1 }, undefined, { url: `/processing/${workflow.workflow_id}` });
    await api.call({ method: 'DELETE', url: `/processing/results/${id}` });
    await api.call({ method: 'DELETE', url: `/workflows/${workflow.workflow_id}` });
    await api.call({ method: 'DELETE', url: '/account' });
    expect(await leftOf(api)).toEqual([`ACCOUNT#${api.accountId} ACCOUNT`]);
  });

  it('leaves no usage of a deleted workflow where the process died while rows were being deleted', async () => {
    const { api } = await startFilled();
    const workflow = await createWorkflow(api);
    await api.call({ url: `/workflows/${workflow.workflow_id}` });
    await api.service.clock.sleep(CALLS_WRITTEN_MS);
    await api.call({ method: 'DELETE', url: `/workflows/${workflow.workflow_id}` });
    const { table } = api.service;
    const write = table.write.bind(table);
    table.write = (operations) =>
      operations.some((operation) => 'delete' in operation && operation.delete.pk.includes('#USAGE#'))
        ? Promise.reject(new Error('killed'))
        : write(operations);
    await api.call({ method: 'DELETE', url: '/account' });
    table.write = write;
    await api.service.clock.sleep(1);
    await resumeUnfinished(api.service);
    expect(await leftOf(api)).toEqual([`ACCOUNT#${api.accountId} ACCOUNT`]);
  });

  it('of the first account lets the next start make another one', async () => {
    const service = fakeService();
    const { account } = await ensureFirstAccount(service);
    await deleteAccount(service, account);
    const next = await ensureFirstAccount(service);
    expect(next.key).toBeDefined();
    expect(next.account.account_id).not.toBe(account.account_id);
  });
});

describe('The export of an account', () => {
  it('has its records by kind, with the paths of its results, and no secret', async () => {
    const { api, id, other } = await startFilled();
    const answer = await api.call({ method: 'POST', url: '/account/export' });
    expect(answer.status).toBe(201);
    const { account, records } = answer.json<{ account: object; records: { kind: string }[] }>();
    expect(account).toMatchObject({ account_id: api.accountId });
    const kinds = new Set(records.map(({ kind }) => kind));
    for (const kind of ['documents', 'workflow', 'member', 'api_key', 'usage']) expect([...kinds]).toContain(kind);
    expect(records).toContainEqual(
      expect.objectContaining({ kind: 'documents', results: `/processing/results/${id}` }),
    );
    expect(answer.text()).not.toContain(other);
    expect(answer.text()).not.toMatch(/key_hash|token_hash|"secret/);
  });

  it('says of its counts the month, the hour and the workflow, also of one that is deleted', async () => {
    const { api } = await startFilled();
    const { workflow_id: id } = await createWorkflow(api);
    await processSample(api, { pages: 1 }, undefined, { url: `/processing/${id}` });
    await api.service.clock.sleep(CALLS_WRITTEN_MS);
    await api.call({ method: 'DELETE', url: `/workflows/${id}` });
    const now = api.service.clock.now().toISOString();
    const hour = `${now.slice(0, 13)}:00:00Z`;
    const records = await exportedRecords(api);
    expect(records).toContainEqual(expect.objectContaining({ kind: 'months', month: now.slice(0, 7) }));
    for (const kind of ['usage', 'calls'])
      expect(records).toContainEqual(expect.objectContaining({ kind, hour, workflow_id: id }));
    expect(records).toContainEqual({ kind: 'deleted_workflow', workflow_id: id });
    // The rows that say that a batch of calls was counted.
    expect(records.filter((record) => 'expires_at' in record)).toEqual([]);
  });

  it('has the parameters, the retention and the verification of each document, and its share links', async () => {
    const { api, id } = await startFilled();
    const records = await exportedRecords(api);
    expect(records).toContainEqual(
      expect.objectContaining({
        kind: 'request',
        processing_id: id,
        document_kind: 'pdf',
        parameters: expect.objectContaining({ mode: 'auto' }) as unknown,
        verification: expect.objectContaining({
          comment: 'Geheimnotiz',
          verified_by_id: expect.any(String) as unknown,
        }) as unknown,
      }),
    );
    expect(records.filter(({ kind }) => kind === 'request')).toHaveLength(2);
    expect(records).toContainEqual(
      expect.objectContaining({ kind: 'share_token', processing_id: id, valid_until: '2026-12-01T00:00:00.000Z' }),
    );
  });

  it('tells a failure of the service to nobody', async () => {
    const api = await startTestApi();
    await processSample(api, { pages: 1, fails: { job: 'inspect', error: 'TypeError' } });
    const [request] = (await exportedRecords(api)).filter(({ kind }) => kind === 'request');
    expect(request).toMatchObject({ state: 'failed' });
    expect(request).not.toHaveProperty('failure');
  });

  it('tells a failure of a training by the service to nobody, and one by the training data', async () => {
    const api = await startTestApi();
    const workflow = await createWorkflow(api);
    for (let count = 0; count < 5; count += 1) await sendFiles(api, workflow, [writeFakeDocument({ pages: 2 })]);
    for (const training of [{ weights: null }, { failure: 'one_document: There is one document.' }]) {
      api.service.trainer.training = training;
      await send(api, 'POST', `/workflows/${workflow.workflow_id}/trainings`, {});
    }
    const trainings = (await exportedRecords(api)).filter(({ kind }) => kind === 'training');
    expect(trainings).toHaveLength(2);
    expect(trainings.flatMap(({ failure }) => failure ?? [])).toEqual([
      expect.objectContaining({ code: 'one_document', detail: 'There is one document.' }),
    ]);
  });

  it('has the training documents, collections, trainings and models of a workflow by their kinds', async () => {
    const { api } = await startFilled();
    const workflow = await createWorkflow(api);
    for (let count = 0; count < 5; count += 1) await sendFiles(api, workflow, [writeFakeDocument({ pages: 2 })]);
    api.service.trainer.training = { gate: 'go_live' };
    await send(api, 'POST', `/workflows/${workflow.workflow_id}/collections`, { name: 'letters' });
    await send(api, 'POST', `/workflows/${workflow.workflow_id}/trainings`, {});
    const own = (await exportedRecords(api)).filter(({ workflow_id: id }) => id === workflow.workflow_id);
    expect(own.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['training_document', 'collection', 'training', 'model']),
    );
    expect(own.filter(({ kind }) => kind === 'workflow')).toHaveLength(1);
  });

  it('names every file of the account, which can be fetched as it was sent', async () => {
    const api = await startTestApi();
    const workflow = await createWorkflow(api);
    const key = { account_id: api.accountId, workflow_id: workflow.workflow_id };
    await api.service.blobs.put(workflowBlobs(key).thumbnail, 'JPEG', 'image/jpeg');
    await api.service.table.write([{ update: workflowRowKey(key), set: { has_thumbnail: true } }]);
    const sent = writeFakeDocument({ pages: 2 });
    for (let count = 0; count < 5; count += 1) await sendFiles(api, workflow, [sent]);
    api.service.trainer.training = { gate: 'go_live' };
    await send(api, 'POST', `/workflows/${workflow.workflow_id}/trainings`, {});
    const id = await processSample(api, { pages: 2 });
    const failed = await processSample(api, { pages: 1, fails: { job: 'inspect', error: 'DocumentEncryptedError' } });
    const { records } = (await api.call({ method: 'POST', url: '/account/export' })).json<{
      records: { files?: string[] }[];
    }>();
    const files = records.flatMap(({ files: own = [] }) => own);
    for (const url of files) expect((await api.call({ url })).status, url).toBe(200);
    // Of each training document and of both results the file; five of the result and one PDF, the model, the thumbnail.
    expect(files.filter((url) => /\/(upload|file)$/.test(url))).toHaveLength(7);
    expect(files).toContain(`/processing/results/${failed}/upload`);
    expect(files).toHaveLength(7 + 6 + 1 + 1);
    const file = await api.call({ url: files.find((url) => url.endsWith('/file')) ?? '' });
    expect([file.headers['content-type'], Buffer.from(file.body).equals(Buffer.from(sent))]).toEqual([
      'application/octet-stream',
      true,
    ]);
    const upload = await api.call({ url: `/processing/results/${id}/upload` });
    expect(upload.headers['content-disposition']).toContain('inbox.pdf');
  });

  it('is deleted after an hour', async () => {
    const { api } = await startFilled();
    await api.call({ method: 'POST', url: '/account/export' });
    await api.service.clock.sleep(HOUR_MS + 1);
    await deleteExpired(api.service);
    expect(await api.service.blobs.list(`accounts/${api.accountId}/exports/`)).toEqual([]);
  });
});
