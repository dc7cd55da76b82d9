/** Corrections become training documents, where the workflow says so. */
import { describe, expect, it } from 'vitest';
import { StorageFullError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import { findProcessingRequest } from '../../../core/requests/find-processing-request.ts';
import { processingBlobs } from '../../../core/requests/processing-blobs.ts';
import { withdrawVerification } from '../../../core/review/verify-splitting.ts';
import { resumeUnfinished } from '../../../core/workflows/resume-unfinished.ts';
import { FaultInjector } from '../../fakes/fault-injector.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';
import { processSample, VERIFICATION } from '../harness/process-sample.ts';
import { createWorkflow, listDocuments, send } from '../workflows/training-data-client.ts';

const CORRECTION = [
  { name: 'Letter', pages: [1] },
  { name: 'Invoice', pages: [2, 3] },
];

const start = async (settings: object) => {
  const api = await startTestApi();
  const workflow = await createWorkflow(api, settings);
  const id = await processSample(api, { pages: 3, starts: [3] }, undefined, {
    url: `/processing/${workflow.workflow_id}`,
  });
  return { api, workflow, id };
};

const verify = (api: TestApi, id: string, body: object) =>
  send(api, 'POST', `/processing/results/${id}${VERIFICATION}`, body);

/** What the model decides on the sample. */
const AS_THE_MODEL = [{ pages: [1, 2] }, { pages: [3] }];

/** Replaces the verification of the result. */
const replace = async (api: TestApi, id: string, body: object) => {
  const { headers } = await api.call({ url: `/processing/results/${id}${VERIFICATION}` });
  const url = `/processing/results/${id}${VERIFICATION}`;
  return send(api, 'POST', url, body, { 'If-Match': headers['etag'] ?? '' });
};

const takeBack = (api: TestApi, id: string) =>
  api.call({ method: 'DELETE', url: `/processing/results/${id}${VERIFICATION}` });

/** A workflow that has learnt a correction, and its training document. */
const startCorrected = async () => {
  const { api, workflow, id } = await start({ learns_from_corrections: true });
  await verify(api, id, { sub_documents: CORRECTION });
  const document = async () => {
    const [only] = (await listDocuments(api, workflow)).items;
    if (only === undefined) throw new Error('The workflow has no training document.');
    return only;
  };
  return { api, workflow, id, document };
};

describe('A correction of a result', () => {
  it('becomes an annotated training document of a workflow that learns from corrections', async () => {
    const { api, workflow, id } = await start({ learns_from_corrections: true });
    expect(workflow).toMatchObject({ learns_from_corrections: true });
    await verify(api, id, { sub_documents: CORRECTION });
    expect((await listDocuments(api, workflow)).items).toMatchObject([
      { status: 'annotated', sub_documents: CORRECTION, processing_id: id, page_count: 3 },
    ]);
  });

  it('replaces the training document of an earlier correction of the result', async () => {
    const { api, workflow, id } = await start({ learns_from_corrections: true });
    await verify(api, id, { sub_documents: CORRECTION });
    const [first] = (await listDocuments(api, workflow)).items;
    const sub_documents = [{ name: 'All', pages: [1, 2, 3] }];
    await replace(api, id, { sub_documents });
    expect((await listDocuments(api, workflow)).items).toMatchObject([
      { document_id: first?.document_id, status: 'annotated', sub_documents },
    ]);
  });

  it('stays a correction by default', async () => {
    const { api, workflow, id } = await start({});
    expect(workflow).toMatchObject({ learns_from_corrections: false });
    await verify(api, id, { sub_documents: CORRECTION });
    expect((await listDocuments(api, workflow)).items).toEqual([]);
  });

  it('is not made by a verification that corrects nothing', async () => {
    const { api, workflow, id } = await start({ learns_from_corrections: true });
    await verify(api, id, {});
    expect((await listDocuments(api, workflow)).items).toEqual([]);
  });

  it('of more than a training document keeps is shown, and not learnt from', { tags: 'slow' }, async () => {
    const api = await startTestApi();
    const workflow = await createWorkflow(api, { learns_from_corrections: true });
    const url = `/processing/${workflow.workflow_id}`;
    const id = await processSample(api, { pages: 700 }, undefined, { url });
    const sub_documents = Array.from({ length: 700 }, (_, index) => ({
      name: `${'請'.repeat(196)}${index + 1}`,
      pages: [index + 1],
    }));
    expect((await verify(api, id, { sub_documents })).status).toBe(200);
    const shown = await api.call({ url: `/processing/results/${id}/document-splitting` });
    expect(shown.json()).toMatchObject({ sub_documents });
    expect((await listDocuments(api, workflow)).items).toEqual([]);
    await resumeUnfinished(api.service);
    const feedback = await send(api, 'POST', `/processing/feedback/${id}`, { expected_sub_documents: sub_documents });
    expect(feedback.json()).toMatchObject({ status: 422, code: 'item_too_large', errors: [{ loc: ['body'] }] });
    expect((await listDocuments(api, workflow)).items).toEqual([]);
  });

  it('is learnt from later, once, where there was no room to store it', async () => {
    const { api, workflow, id } = await start({ learns_from_corrections: true });
    const { blobs } = api.service;
    const put = blobs.putFile.bind(blobs);
    blobs.putFile = () => Promise.reject(new StorageFullError());
    expect((await verify(api, id, { sub_documents: CORRECTION })).status).toBe(200);
    expect((await listDocuments(api, workflow)).items).toEqual([]);
    blobs.putFile = put;
    await Promise.all([resumeUnfinished(api.service), resumeUnfinished(api.service)]);
    await resumeUnfinished(api.service);
    expect((await listDocuments(api, workflow)).items).toHaveLength(1);
  });

  it('that was taken back before it was learnt from is forgotten', async () => {
    const { api, workflow, id } = await start({ learns_from_corrections: true });
    const { blobs } = api.service;
    const put = blobs.putFile.bind(blobs);
    blobs.putFile = () => Promise.reject(new StorageFullError());
    await verify(api, id, { sub_documents: CORRECTION });
    blobs.putFile = put;
    await takeBack(api, id);
    await resumeUnfinished(api.service);
    expect((await listDocuments(api, workflow)).items).toEqual([]);
    expect(JSON.stringify(api.service.table.everything())).not.toContain('PENDING_CORRECTIONS');
  });
});

describe('The training document of a correction', () => {
  it('has the documents of the model where a reviewer replaces the correction with them', async () => {
    const { api, id, document } = await startCorrected();
    const { document_id } = await document();
    expect((await replace(api, id, { sub_documents: AS_THE_MODEL })).json()).toMatchObject({ corrected: false });
    expect(await document()).toMatchObject({ document_id, status: 'annotated', sub_documents: AS_THE_MODEL });
  });

  it('awaits its annotation where the verification is taken back', async () => {
    const { api, id, document } = await startCorrected();
    await takeBack(api, id);
    const unannotated = { status: 'awaiting_annotation', sub_documents: null, annotated_at: null, annotated_by: null };
    expect(await document()).toMatchObject(unannotated);
    await verify(api, id, {});
    expect(await document()).toMatchObject(unannotated);
  });

  it('learns a correction that follows one that was taken back', async () => {
    const { api, id, document } = await startCorrected();
    await takeBack(api, id);
    const sub_documents = [{ name: 'All', pages: [1, 2, 3] }];
    await verify(api, id, { sub_documents });
    expect(await document()).toMatchObject({ status: 'annotated', sub_documents });
  });

  it('keeps the annotation of whoever annotated it since', async () => {
    const { api, id, document } = await startCorrected();
    const { document_id, workflow_id } = await document();
    const sub_documents = [{ name: 'All', pages: [1, 2, 3] }];
    await send(api, 'PUT', `/workflows/${workflow_id}/training-documents/${document_id}/annotation`, { sub_documents });
    await takeBack(api, id);
    expect(await document()).toMatchObject({ status: 'annotated', sub_documents });
  });

  it('keeps the annotation of feedback that came since', async () => {
    const { api, id, document } = await startCorrected();
    await send(api, 'POST', `/processing/feedback/${id}`, { expected_sub_documents: CORRECTION });
    await takeBack(api, id);
    expect(await document()).toMatchObject({ status: 'annotated', sub_documents: CORRECTION });
  });

  it('awaits its annotation where the documents of the model are more than it keeps', async () => {
    const { api, id, document } = await startCorrected();
    const { document_id } = await document();
    const { table, blobs } = api.service;
    const { documentSplitting } = processingBlobs(api.accountId, document_id);
    const many = [{ name: 'long'.repeat(200_000), pages: [1, 2, 3] }];
    await blobs.put(
      documentSplitting,
      JSON.stringify({ schema_version: 1, sub_documents: many, split_point_confidences: [0.5, 0.5] }),
      'application/json',
    );
    await replace(api, id, { sub_documents: AS_THE_MODEL });
    expect(await document()).toMatchObject({ status: 'awaiting_annotation', sub_documents: null });
    expect(JSON.stringify(table.everything())).not.toContain('WITHDRAWN_CORRECTIONS');
  });

  it('follows a correction that was taken back once the store answers again, and the result is gone', async () => {
    const { api, id, document } = await startCorrected();
    const { service, accountId } = api;
    const error = () => new TemporarilyUnavailableError('The process has died.');
    const injector = new FaultInjector({ call: 'table.write', nth: 2, when: 'before', lasts: 'always', error });
    const dying = { ...service, table: injector.wrap('table', service.table) };
    await withdrawVerification(dying, await findProcessingRequest(service, { account_id: accountId }, id));
    expect(await document()).toMatchObject({ status: 'annotated', sub_documents: CORRECTION });
    await api.call({ method: 'DELETE', url: `/processing/results/${id}` });
    await Promise.all([resumeUnfinished(service), resumeUnfinished(service)]);
    expect(await document()).toMatchObject({ status: 'awaiting_annotation', sub_documents: null });
    expect(JSON.stringify(service.table.everything())).not.toContain('WITHDRAWN_CORRECTIONS');
  });

  it('is not made of a correction that is taken back while it is learnt', async () => {
    const { api, workflow, id } = await start({ learns_from_corrections: true });
    const { blobs } = api.service;
    const put = blobs.putFile.bind(blobs);
    let takenBack: number | undefined;
    blobs.putFile = async (...file) => {
      blobs.putFile = put;
      takenBack = (await takeBack(api, id)).status;
      return put(...file);
    };
    expect((await verify(api, id, { sub_documents: CORRECTION })).status).toBe(200);
    expect(takenBack).toBe(204);
    expect((await listDocuments(api, workflow)).items).toEqual([]);
  });
});
