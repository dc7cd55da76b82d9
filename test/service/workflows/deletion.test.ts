import { beforeEach, describe, expect, it } from 'vitest';
import { resumeUnfinished } from '../../../core/workflows/resume-unfinished.ts';
import type { TrainingDocumentView } from '../../../core/workflows/documents/list-training-documents.ts';
import type { WorkflowView } from '../../../core/workflows/list-workflows.ts';
import { processingPartition } from '../../../core/requests/processing-requests.ts';
import { workflowRowKey } from '../../../core/requests/workflows/workflow-key.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';
import { addFiles, createWorkflow, documentsPath, listDocuments, readDocument, send } from './training-data-client.ts';

const twoPages = writeFakeDocument({ pages: 2 });
/** A day: longer than any step runs. */
const DAY = 24 * 3_600_000;

let api: TestApi;
let workflow: WorkflowView;
beforeEach(async () => {
  api = await startTestApi();
  workflow = await createWorkflow(api);
});

/** Keys of all rows and blobs but those of the accounts, their keys and what they have used, also by deleted workflows. */
const live = async (): Promise<string[]> => [
  ...api.service.table
    .all()
    .map(({ pk, sk }) => `${pk} ${sk}`)
    .filter((key) => !/ ACCOUNT$| API_KEY|#(USAGE#|MONTHS|DELETED_WORKFLOWS)/.test(key)),
  ...(await api.service.blobs.list('')),
];
const remove = async (url: string): Promise<number> => (await api.call({ method: 'DELETE', url })).status;
const train = async (): Promise<void> => {
  const answer = await send(api, 'POST', `/workflows/${workflow.workflow_id}/trainings`, {});
  expect(answer.status).toBe(202);
};
const urlOf = (document: TrainingDocumentView): string => `${documentsPath(document)}/${document.document_id}`;

describe('A deleted training document', () => {
  it('leaves nothing, and is unknown from then on', async () => {
    const before = await live();
    const [document] = (await addFiles(api, workflow, [twoPages])) as [TrainingDocumentView];
    for (const url of (await readDocument(api, document)).page_images) await api.call({ url });
    expect(await live()).not.toEqual(before);
    expect(await remove(urlOf(document))).toBe(204);
    expect(await live()).toEqual(before);
    expect(await remove(urlOf(document))).toBe(404);
    expect((await api.call({ url: urlOf(document) })).status).toBe(404);
  });

  it('leaves no rows of its reading', async () => {
    const before = await live();
    const [document] = (await addFiles(api, workflow, [twoPages])) as [TrainingDocumentView];
    const pk = processingPartition({ account_id: api.accountId, processing_id: document.document_id });
    await api.service.table.write([{ put: { pk, sk: 'PROGRESS#000001', from: 1, pages: 2 } }]);
    expect(await remove(urlOf(document))).toBe(204);
    expect(await live()).toEqual(before);
  });

  it('that was sent through POST /uploads leaves nothing either, nor a file that is sent to its address afterwards', async () => {
    const before = await live();
    const upload = (
      await send(api, 'POST', '/uploads', {
        file_name: 'a.pdf',
        content_type: 'application/pdf',
        size: twoPages.length,
      })
    ).json<{ upload_id: string; url: string }>();
    const sendFile = () => api.service.blobs.receive(upload.url, 'application/pdf', twoPages);
    expect(await sendFile()).toBe(200);
    const added = await send(api, 'POST', documentsPath(workflow), {
      upload_ids: [upload.upload_id],
      upload_mode: 'already_split',
    });
    const [document] = added.json<{ items: [TrainingDocumentView] }>().items;
    expect((await readDocument(api, document)).status).toBe('annotated');
    expect(await remove(urlOf(document))).toBe(204);
    expect(await api.service.blobs.list('')).toEqual([]);
    expect(await sendFile()).toBe(200);
    await api.service.clock.sleep(DAY);
    await resumeUnfinished(api.service);
    expect(await live()).toEqual(before);
  });

  it('is not read on, and leaves nothing once the last step has ended', async () => {
    const before = await live();
    api.service.stateMachines.runsAtOnce = false;
    const [document] = (await addFiles(api, workflow, [twoPages])) as [TrainingDocumentView];
    expect(await remove(urlOf(document))).toBe(204);
    await api.service.stateMachines.runWaiting();
    // A step that was writing when the document was deleted.
    const late = `accounts/${api.accountId}/processings/${document.document_id}/records/000001-000002.jsonl`;
    await api.service.blobs.put(late, 'late', 'application/jsonl');
    await resumeUnfinished(api.service);
    expect((await live()).filter((key) => !before.includes(key))).toEqual([expect.stringMatching(/DELETION#/), late]);
    await api.service.clock.sleep(DAY);
    await resumeUnfinished(api.service);
    expect(await live()).toEqual(before);
  });
});

describe('A deleted collection', () => {
  it('takes its documents along and leaves the others', async () => {
    await addFiles(api, workflow, [twoPages, twoPages], { upload_mode: 'already_split', collection: 'letters' });
    const [kept] = (await addFiles(api, workflow, [twoPages])) as [TrainingDocumentView];
    expect(await remove(`/workflows/${workflow.workflow_id}/collections/letters`)).toBe(204);
    expect((await listDocuments(api, workflow)).items.map(({ document_id }) => document_id)).toEqual([
      kept.document_id,
    ]);
    expect((await live()).filter((key) => /letters|DELETION/.test(key))).toEqual([]);
    expect(await remove(`/workflows/${workflow.workflow_id}/collections/letters`)).toBe(404);
  });

  it('of which the deletion was interrupted is deleted by the next sweep, but not a new one of its name', async () => {
    const { blobs } = api.service;
    const [old] = (await addFiles(api, workflow, [twoPages], {
      upload_mode: 'already_split',
      collection: 'letters',
    })) as [TrainingDocumentView];
    const deleteAll = blobs.deleteAll.bind(blobs);
    blobs.deleteAll = () => Promise.reject(new Error('killed'));
    expect(await remove(`/workflows/${workflow.workflow_id}/collections/letters`)).toBe(500);
    blobs.deleteAll = deleteAll;
    await api.service.clock.sleep(1000);
    const [added] = (await addFiles(api, workflow, [twoPages], {
      upload_mode: 'already_split',
      collection: 'letters',
    })) as [TrainingDocumentView];
    await resumeUnfinished(api.service);
    expect((await listDocuments(api, workflow)).items.map(({ document_id }) => document_id)).toEqual([
      added.document_id,
    ]);
    expect((await live()).filter((key) => key.includes(old.document_id) || key.includes('DELETION'))).toEqual([]);
  });
});

describe('A deleted workflow', () => {
  it('leaves nothing but the results that it produced', async () => {
    const empty = (await live()).filter((key) => !key.includes(workflow.workflow_id));
    const processed = await api.call({
      method: 'POST',
      url: `/processing/${workflow.workflow_id}`,
      headers: MULTIPART,
      body: uploadBody(twoPages),
    });
    const { processing_id: id } = processed.json<{ processing_id: string }>();
    await addFiles(api, workflow, [twoPages, twoPages], { upload_mode: 'merged', collection: 'letters' });
    for (let number = 0; number < 5; number += 1) await addFiles(api, workflow, [twoPages]);
    await train();
    expect((await api.call({ url: `/workflows/${workflow.workflow_id}` })).json()).toMatchObject({
      training_state: 'trained',
    });
    expect(await remove(`/workflows/${workflow.workflow_id}`)).toBe(204);
    const left = (await live()).filter((key) => !empty.includes(key));
    expect(left.filter((key) => !key.includes(id))).toEqual([]);
    expect((await api.call({ url: `/processing/results/${id}` })).status).toBe(200);
    for (const url of ['', '/training-documents', '/collections'])
      expect((await api.call({ url: `/workflows/${workflow.workflow_id}${url}` })).status).toBe(404);
    expect(await remove(`/workflows/${workflow.workflow_id}`)).toBe(404);
  });

  it('is the reason that a document shows that was being processed', async () => {
    const { stateMachines } = api.service;
    const start = stateMachines.start.bind(stateMachines);
    stateMachines.start = async (...execution) => {
      stateMachines.start = start;
      await remove(`/workflows/${workflow.workflow_id}`);
      return start(...execution);
    };
    const url = `/processing/${workflow.workflow_id}`;
    const sent = await api.call({ method: 'POST', url, headers: MULTIPART, body: uploadBody(twoPages) });
    const shown = {
      code: 'workflow_not_found',
      title: 'No such workflow',
      detail: expect.stringContaining('The workflow was deleted while the document was processed.') as string,
    };
    expect(sent.json()).toMatchObject({ status: 404, ...shown });
    const result = `/processing/results/${sent.json<{ processing_id: string }>().processing_id}`;
    expect((await api.call({ url: result })).json()).toMatchObject({ status: 500, ...shown });
    const progress = (await api.call({ url: `${result}/progress` })).json();
    expect(progress).toMatchObject({ state: 'failed', failure_code: 'workflow_not_found' });
  });

  it('has its running training cancelled, and leaves nothing once its steps have ended', async () => {
    const before = (await live()).filter((key) => !key.includes(workflow.workflow_id));
    for (let number = 0; number < 5; number += 1) await addFiles(api, workflow, [twoPages]);
    api.service.stateMachines.runsAtOnce = false;
    await train();
    expect(await remove(`/workflows/${workflow.workflow_id}`)).toBe(204);
    await api.service.stateMachines.runWaiting();
    expect((await live()).filter((key) => !before.includes(key)).map((key) => / ([A-Z]+)#/.exec(key)?.[1])).toEqual(
      expect.arrayContaining(['TRAINING', 'DELETION']),
    );
    await api.service.clock.sleep(DAY);
    await resumeUnfinished(api.service);
    expect(await live()).toEqual(before);
  });

  it('is deleted by the next sweep where the deletion was interrupted', async () => {
    const before = (await live()).filter((key) => !key.includes(workflow.workflow_id));
    await addFiles(api, workflow, [twoPages, twoPages]);
    const { blobs } = api.service;
    const deleteAll = blobs.deleteAll.bind(blobs);
    blobs.deleteAll = () => Promise.reject(new Error('killed'));
    expect(await remove(`/workflows/${workflow.workflow_id}`)).toBe(500);
    blobs.deleteAll = deleteAll;
    await api.service.clock.sleep(1000);
    expect((await api.call({ url: `/workflows/${workflow.workflow_id}` })).status).toBe(404);
    await resumeUnfinished(api.service);
    expect(await live()).toEqual(before);
  });

  it('takes the previews that were to replace it along', async () => {
    const before = (await live()).filter((key) => !key.includes(workflow.workflow_id));
    const preview = await createWorkflow(api, { workflow_name: 'Preview' });
    await api.service.table.write([
      {
        update: workflowRowKey({ account_id: api.accountId, workflow_id: preview.workflow_id }),
        set: { preview: true, parent_workflow_id: workflow.workflow_id },
      },
    ]);
    await addFiles(api, preview, [twoPages]);
    expect(await remove(`/workflows/${workflow.workflow_id}`)).toBe(204);
    expect(await live()).toEqual(before);
  });

  it('cannot be the generic one', async () => {
    const answer = await api.call({ method: 'DELETE', url: `/workflows/${GENERIC_WORKFLOW_ID}` });
    expect([answer.status, answer.json()['code']]).toEqual([422, 'workflow_fixed']);
    expect(answer.json()['errors']).toMatchObject([{ loc: ['path', 'workflow_id'] }]);
  });
});
