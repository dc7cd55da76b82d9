/** What was read of a training document: text, the model's decisions and extractions, without reading it again. */
import { beforeEach, describe, expect, it } from 'vitest';
import { documentSplittingSchema } from '../../../core/requests/processing-request.ts';
import { extractionsSchema } from '../../../core/results/extractions/extractions.ts';
import { ocrResultSchema } from '../../../core/results/text/ocr-result.ts';
import type { TrainingDocumentView } from '../../../core/workflows/documents/list-training-documents.ts';
import type { WorkflowView } from '../../../core/workflows/list-workflows.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { BlobParsers } from '../../../core/processing/parsing/blob-parsers.ts';
import { FakeParsers } from '../../fakes/documents/fake-parsers.ts';
import { processSample } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';
import { addFiles, createWorkflow, documentsPath, send } from './training-data-client.ts';

const threePages = writeFakeDocument({ pages: 3, starts: [3] });

let api: TestApi;
let workflow: WorkflowView;
let merged: TrainingDocumentView;
const parsers = new FakeParsers();
type Result = 'ocr' | 'document-splitting' | 'extractions';
const RESULTS = ['ocr', 'document-splitting', 'extractions'] as const satisfies readonly Result[];
const read = (result: Result, { document_id: id }: Pick<TrainingDocumentView, 'document_id'> = merged) =>
  api.call({ url: `${documentsPath(workflow)}/${id}/${result}` });
const splittingIn = (answer: Answer) => documentSplittingSchema.parse(answer.json());

beforeEach(async () => {
  api = await startTestApi();
  Object.assign(api.service, { parsers: new BlobParsers(parsers, api.service.blobs) });
  workflow = await createWorkflow(api);
  [merged] = (await addFiles(api, workflow, [threePages], { upload_mode: 'merged' })) as [TrainingDocumentView];
});

describe('What was read of a training document', () => {
  it('is the text of every page with its boxes, and no page is read again', async () => {
    const before = parsers.count('readPageRange');
    const first = await read('ocr');
    const { pages } = ocrResultSchema.parse(first.json());
    expect(pages).toHaveLength(3);
    expect(pages[0]?.bboxes[0]?.text).toBe('Rechnung');
    expect((await read('ocr')).text()).toBe(first.text());
    expect(parsers.count('readPageRange')).toBe(before);
  });

  it('is the text that the same file has as a result', async () => {
    const result = await processSample(api, { pages: 3, starts: [3] });
    const ocr = await api.call({ url: `/processing/results/${result}/ocr` });
    expect((await read('ocr')).json()).toEqual(ocr.json());
  });

  it('is where the model would split it, with the confidence of every gap', async () => {
    const { sub_documents, decisions } = splittingIn(await read('document-splitting'));
    expect(sub_documents.map(({ pages }) => pages)).toEqual([[1, 2], [3]]);
    expect(decisions?.map(({ split, decided_by }) => [split, decided_by])).toEqual([
      [false, 'model'],
      [true, 'model'],
    ]);
    expect(extractionsSchema.parse((await read('extractions')).json()).sub_documents).toHaveLength(2);
  });

  it('stays what the model decided where a person annotates the document otherwise', async () => {
    const before = (await read('document-splitting')).text();
    const annotation = { sub_documents: [{ pages: [1] }, { pages: [2, 3] }] };
    const url = `${documentsPath(workflow)}/${merged.document_id}`;
    expect((await send(api, 'PUT', `${url}/annotation`, annotation)).status).toBe(200);
    expect((await read('document-splitting')).text()).toBe(before);
  });

  it('is not there before the pages are read', async () => {
    api.service.stateMachines.runsAtOnce = false;
    const [queued] = await addFiles(api, workflow, [threePages]);
    for (const result of RESULTS) {
      const answer = await read(result, queued);
      expect([answer.status, answer.json()['code']]).toEqual([409, 'training_document_state']);
    }
  });
});

describe('What was read of a document that came as feedback', () => {
  let id: string;
  beforeEach(async () => {
    id = await processSample(api, { pages: 3, starts: [3] }, undefined, { url: `/processing/${workflow.workflow_id}` });
  });
  const addFeedback = async (body: object): Promise<{ readonly document_id: string }> => {
    const answer = await send(api, 'POST', `/processing/feedback/${id}`, body);
    return { document_id: answer.json<{ training_document_id: string }>().training_document_id };
  };

  it('is what the model decided of the result, also where a reviewer corrected it, and stays where the result goes', async () => {
    const url = `/processing/results/${id}`;
    const correction = { sub_documents: [{ pages: [1] }, { pages: [2, 3] }] };
    const verified = await send(api, 'POST', `${url}/document-splitting/verification`, correction);
    expect(verified.status).toBe(200);
    const document = await addFeedback({ expected_sub_documents: correction.sub_documents });
    expect((await api.call({ method: 'DELETE', url })).status).toBe(204);
    const { sub_documents } = splittingIn(await read('document-splitting', document));
    expect(sub_documents.map(({ pages }) => pages)).toEqual([[1, 2], [3]]);
    expect(ocrResultSchema.parse((await read('ocr', document)).json()).pages).toHaveLength(3);
    expect((await read('extractions', document)).status).toBe(200);
  });

  it('is the text alone where an earlier release added it', async () => {
    const document = await addFeedback({});
    const folder = `accounts/${api.accountId}/processings/${document.document_id}/`;
    await api.service.blobs.deleteAll(`${folder}document-splitting.json`);
    await api.service.blobs.deleteAll(`${folder}extractions.json`);
    expect((await read('ocr', document)).status).toBe(200);
    expect((await read('document-splitting', document)).json()['code']).toBe('not_found');
    expect((await read('extractions', document)).status).toBe(404);
  });
});
