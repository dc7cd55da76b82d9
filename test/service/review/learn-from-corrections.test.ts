/** Corrections become training documents, where the workflow says so. */
import { describe, expect, it } from 'vitest';
import { StorageFullError } from '../../../core/errors.ts';
import { resumeUnfinished } from '../../../core/workflows/resume-unfinished.ts';
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
    const { headers } = await api.call({ url: `/processing/results/${id}${VERIFICATION}` });
    const sub_documents = [{ name: 'All', pages: [1, 2, 3] }];
    await send(
      api,
      'POST',
      `/processing/results/${id}${VERIFICATION}`,
      { sub_documents },
      { 'If-Match': headers['etag'] ?? '' },
    );
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

  it('of more than a training document keeps is shown, and not learnt from', async () => {
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
    await api.call({ method: 'DELETE', url: `/processing/results/${id}${VERIFICATION}` });
    await resumeUnfinished(api.service);
    expect((await listDocuments(api, workflow)).items).toEqual([]);
    expect(JSON.stringify(api.service.table.everything())).not.toContain('PENDING_CORRECTIONS');
  });
});
