import { describe, expect, it } from 'vitest';
import type { WorkflowView } from '../../../core/workflows/list-workflows.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { startTestApi } from '../harness/test-api.ts';
import { addFiles, createWorkflow, listDocuments, readDocument, send, sendFiles } from './training-data-client.ts';

const onePage = writeFakeDocument({ pages: 1 });
const threePages = writeFakeDocument({ pages: 3, starts: [3] });

describe('A workflow with training documents', () => {
  it('is created, takes ten documents and shows them annotated', async () => {
    const api = await startTestApi();
    const created = await send(api, 'POST', '/workflows', { workflow_name: 'Incoming mail', description: 'Letters' });
    expect(created.status).toBe(201);
    const workflow = created.json<WorkflowView>();
    expect(created.headers['location']).toBe(`/workflows/${workflow.workflow_id}`);
    expect(workflow).toMatchObject({
      workflow_name: 'Incoming mail',
      description: 'Letters',
      document_specification: { cropping: false, script: 'latin', text_type: 'printed_and_handwritten' },
      training_state: 'untrained',
      thumbnail: null,
      is_latest_architecture: true,
    });
    for (let number = 0; number < 5; number += 1) {
      const added = await sendFiles(api, workflow, [onePage, writeFakeDocument({ pages: 2 })]);
      expect(added.status).toBe(201);
    }
    const { items, next } = await listDocuments(api, workflow);
    expect(items).toHaveLength(10);
    expect(next).toBeNull();
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['annotated']));
    expect(items.map(({ page_count }) => page_count).sort()).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
    expect(await api.service.table.query({ index: 'by_index', pk: 'OPEN_PROCESSINGS' })).toEqual({ items: [] });
    expect(api.service.events.published).toEqual([]);
  });

  it('warns of a boundary that the model is sure of in a file sent as one document', async () => {
    const api = await startTestApi();
    const workflow = await createWorkflow(api);
    const [several, one] = await addFiles(api, workflow, [threePages, onePage]);
    expect(await readDocument(api, several ?? never())).toMatchObject({
      status: 'annotated',
      warning: 'several_documents',
      page_count: 3,
    });
    expect(await readDocument(api, one ?? never())).toMatchObject({ status: 'annotated', warning: null });
  });

  it('awaits the annotation of a merged file', async () => {
    const api = await startTestApi();
    const workflow = await createWorkflow(api);
    const [merged] = await addFiles(api, workflow, [threePages], { upload_mode: 'merged', collection: 'letters' });
    expect(await readDocument(api, merged ?? never())).toMatchObject({
      status: 'awaiting_annotation',
      warning: null,
      collection: 'letters',
      sub_documents: null,
    });
  });

  it('keeps the failure of a document that cannot be read', async () => {
    const api = await startTestApi();
    const workflow = await createWorkflow(api);
    const locked = writeFakeDocument({ pages: 1, fails: { job: 'inspect', error: 'DocumentEncryptedError' } });
    const [document, other] = await addFiles(api, workflow, [locked, onePage]);
    expect(await readDocument(api, document ?? never())).toMatchObject({
      status: 'failed',
      page_count: null,
      failure: { code: 'document_encrypted' },
    });
    expect(await readDocument(api, other ?? never())).toMatchObject({ status: 'annotated', failure: null });
    expect(api.service.events.published).toEqual([]);
  });
});

const never = (): never => {
  throw new Error('There is no such document.');
};
