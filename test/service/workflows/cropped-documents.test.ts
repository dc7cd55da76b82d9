/** Training documents of a workflow that crops. Page 2 of the file has two receipts. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readPageLines } from '../../../core/requests/pages/page-records.ts';
import { readTrainingDocument } from '../../../core/requests/training-documents/training-document.ts';
import { trainableFile } from '../../../core/workflows/training/trainable-file.ts';
import type { TrainingDocumentView } from '../../../core/workflows/documents/list-training-documents.ts';
import type { WorkflowView } from '../../../core/workflows/list-workflows.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { readCustomerDocuments } from '../../../model-container/training/job/customer-documents.ts';
import { processSample, VERIFICATION } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';
import { addFiles, createWorkflow, documentsPath, listDocuments, readDocument, send } from './training-data-client.ts';

const FILE = { pages: 3, crops: [1, 2, 1], starts: [3] };
const ANNOTATION = [
  { name: 'Letter', pages: [1, 2], crops: [1, 1] },
  { name: 'Receipt', pages: [2, 3], crops: [2, 1] },
];

let api: TestApi;
let workflow: WorkflowView;

beforeEach(async () => {
  api = await startTestApi();
  workflow = await createWorkflow(api, { document_specification: { cropping: true }, learns_from_corrections: true });
});

const addFile = async (mode: 'merged' | 'already_split' = 'merged'): Promise<TrainingDocumentView> => {
  const [document] = await addFiles(api, workflow, [writeFakeDocument(FILE)], { upload_mode: mode });
  if (document === undefined) throw new Error('The file was not added.');
  return readDocument(api, document);
};

const pathOf = (document: TrainingDocumentView): string => `${documentsPath(document)}/${document.document_id}`;

/** Page and crop of each record. */
const recordsOf = async ({ document_id }: TrainingDocumentView): Promise<unknown[]> => {
  const records: unknown[] = [];
  const key = { account_id: api.accountId, processing_id: document_id };
  for await (const line of readPageLines(api.service.blobs, key, 3)) {
    const { page, crop } = JSON.parse(line.toString()) as { page: number; crop?: number };
    records.push([page, crop]);
  }
  return records;
};

describe('A training document with two receipts on a page', () => {
  it('has an image of each page of the stream, and the pages of the file', async () => {
    const document = await addFile();
    expect(document.page_count).toBe(3);
    expect(document.page_images).toHaveLength(4);
    expect((await api.call({ url: document.page_images[2] ?? '' })).text()).toContain('page 2 cropped at 0.5');
    expect(await recordsOf(document)).toEqual([
      [1, undefined],
      [2, 1],
      [2, 2],
      [3, undefined],
    ]);
  });

  it('is proposed with its crops, and has the text of each', async () => {
    const document = await addFile();
    const proposal = await api.call({ url: `${pathOf(document)}/document-splitting` });
    expect(proposal.json()['sub_documents']).toMatchObject([
      { pages: [1], crops: [1] },
      { pages: [2], crops: [1] },
      { pages: [2], crops: [2] },
      { pages: [3], crops: [1] },
    ]);
    const text = await api.call({ url: `${pathOf(document)}/ocr` });
    expect(text.json<{ pages: unknown[] }>().pages).toHaveLength(4);
  });

  it('is annotated by page and crop', async () => {
    const document = await addFile();
    const answer = await send(api, 'PUT', `${pathOf(document)}/annotation`, { sub_documents: ANNOTATION });
    expect(answer.json()).toMatchObject({ status: 'annotated', sub_documents: ANNOTATION });
  });

  it('cannot be annotated without one of its crops', async () => {
    const document = await addFile();
    const answer = await send(api, 'PUT', `${pathOf(document)}/annotation`, {
      sub_documents: [{ pages: [1, 2, 3], crops: [1, 1, 1] }],
    });
    expect([answer.status, answer.json()['errors']]).toMatchObject([422, [{ type: 'gap' }]]);
    expect((await readDocument(api, document)).status).toBe('awaiting_annotation');
  });

  it('sent as one document has as many pages for training as the stream', async () => {
    const document = await addFile('already_split');
    const row = await readTrainingDocument(api.service, { ...document, account_id: api.accountId });
    expect(row === undefined ? row : trainableFile(row)).toEqual({ merged: false, documents: [4] });
  });
});

describe('Feedback on a result with two receipts on a page', () => {
  it('names crops, and its training document has them', async () => {
    const id = await processSample(api, FILE, undefined, { url: `/processing/${workflow.workflow_id}` });
    const answer = await send(api, 'POST', `/processing/feedback/${id}`, { expected_sub_documents: ANNOTATION });
    expect(answer.status).toBe(201);
    const [document] = (await listDocuments(api, workflow)).items;
    expect(document).toMatchObject({ sub_documents: ANNOTATION, page_count: 3 });
    expect(document?.page_images).toHaveLength(4);
    const wrong = await send(api, 'POST', `/processing/feedback/${id}`, {
      expected_sub_documents: [{ pages: [1, 2, 2, 3], crops: [1, 1, 3, 1] }],
    });
    expect([wrong.status, wrong.json()['errors']]).toMatchObject([422, [{ type: 'past_the_end' }]]);
  });

  it('may go to a workflow that does not crop: the document keeps its crops', async () => {
    const other = await createWorkflow(api);
    const id = await processSample(api, FILE, undefined, { url: `/processing/${workflow.workflow_id}` });
    await send(api, 'POST', `/processing/feedback/${id}`, {
      expected_sub_documents: ANNOTATION,
      workflow_id: other.workflow_id,
    });
    const [document] = (await listDocuments(api, other)).items;
    expect(document?.sub_documents).toEqual(ANNOTATION);
    const again = await send(api, 'PUT', `${documentsPath(other)}/${document?.document_id ?? ''}/annotation`, {
      sub_documents: [{ name: 'All', pages: [1, 2, 3] }],
    });
    expect(again.json()['sub_documents']).toEqual([{ name: 'All', pages: [1, 2, 2, 3], crops: [1, 1, 2, 1] }]);
  });

  it('comes from a correction too, where the workflow learns from corrections', async () => {
    const id = await processSample(api, FILE, undefined, { url: `/processing/${workflow.workflow_id}` });
    await send(api, 'POST', `/processing/results/${id}${VERIFICATION}`, { sub_documents: ANNOTATION });
    const [document] = (await listDocuments(api, workflow)).items;
    expect(document).toMatchObject({ status: 'annotated', sub_documents: ANNOTATION });
  });
});

describe('A training on documents with several crops on a page', () => {
  it('gets a record of each crop, and documents that name them', async () => {
    for (let count = 0; count < 3; count += 1) {
      const document = await addFile();
      await send(api, 'PUT', `${pathOf(document)}/annotation`, { sub_documents: ANNOTATION });
    }
    const channel = await mkdtemp(join(tmpdir(), 'tearline-cropped-training-'));
    const { trainer, blobs } = api.service;
    const start = trainer.start.bind(trainer);
    trainer.start = async (job) => {
      for (const key of await blobs.list(`accounts/${api.accountId}/`))
        if (key.includes('/input/training/')) await writeFile(join(channel, basename(key)), await blobs.get(key));
      return start(job);
    };
    const answer = await send(api, 'POST', `/workflows/${workflow.workflow_id}/trainings`, {});
    expect(answer.status).toBe(202);
    const read: (readonly [number, number | undefined])[][] = [];
    for await (const { pages } of readCustomerDocuments(channel))
      read.push(pages.map(({ page, crop }) => [page, crop] as const));
    expect(read).toHaveLength(6);
    expect(read.slice(0, 2)).toEqual([
      [
        [1, undefined],
        [2, 1],
      ],
      [
        [2, 2],
        [3, undefined],
      ],
    ]);
  });
});
