/** Cropping: the documents on a scanned page are pages of the stream. Page 2 of the upload has two receipts. */
import { describe, expect, it } from 'vitest';
import { processingBlobs } from '../../../core/requests/processing-blobs.ts';
import type { DocumentSplitting } from '../../../core/requests/processing-request.ts';
import type { ProcessingResult } from '../../../core/results/processing-result.ts';
import { addAccount } from '../../fakes/fake-service.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import type { FakeDocument } from '../../fakes/documents/fake-document.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { processSample, VERIFICATION } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';
import { createWorkflow, send } from '../workflows/training-data-client.ts';

/** The letter has three pages; a page with two receipts lies after its second one. */
const RECEIPTS: FakeDocument = { pages: 3, crops: [1, 2, 1], starts: [3] };

const startCropped = async (
  document: FakeDocument = RECEIPTS,
  parameters?: Readonly<Record<string, unknown>>,
  specification: object = { cropping: true },
) => {
  const api = await startTestApi();
  const workflow = await createWorkflow(api, { document_specification: specification });
  const id = await processSample(api, document, parameters, { url: `/processing/${workflow.workflow_id}?include=pdf` });
  const path = `/processing/results/${id}`;
  return {
    api,
    workflow,
    id,
    get: (rest: string) => api.call({ url: `${path}${rest}` }),
    verify: (body: unknown) => send(api, 'POST', `${path}${VERIFICATION}`, body),
  };
};

const splittingOf = async ({ get }: Awaited<ReturnType<typeof startCropped>>): Promise<DocumentSplitting> =>
  (await get('/document-splitting')).json<DocumentSplitting>();

describe('A document of a workflow that crops', () => {
  it('is split between the crops of a page: n − 1 decisions count crops, and name page and crop', async () => {
    const splitting = await splittingOf(await startCropped());
    expect(splitting.sub_documents).toEqual([
      { name: 'Rechnung', pages: [1], crops: [1] },
      { name: 'Rechnung', pages: [2], crops: [1] },
      { name: 'Rechnung', pages: [2], crops: [2] },
      { name: 'Rechnung', pages: [3], crops: [1] },
    ]);
    expect(splitting.split_point_confidences).toHaveLength(3);
    expect(splitting.decisions?.map(({ after_page: page, after_crop: crop }) => [page, crop])).toEqual([
      [1, 1],
      [2, 1],
      [2, 2],
    ]);
    expect(splitting.decisions?.map(({ crop }) => crop)).toEqual([1, 1, 2]);
  });

  it('has images, text and hOCR of each page of the stream, numbered from 1', async () => {
    const sample = await startCropped();
    const result = (await sample.get('')).json<ProcessingResult>();
    expect(result.page_images?.map((path) => path.split('/').at(-1))).toEqual(['1', '2', '3', '4']);
    expect(result.ocr?.pages.map(({ width }) => width)).toEqual([1819, 909, 909, 1819]);
    expect((await sample.get('/page-images/3')).text()).toBe(
      'JPEG of page 2 cropped at 0.5 0 1 0 1 1 0.5 1, 909 by 2573',
    );
    expect((await sample.get('/page-images/5')).status).toBe(404);
    const hocr = (await sample.get('/hocr')).text();
    expect(
      [...hocr.matchAll(/id="(page_\d+)" title="image &quot;(page-images\/\d+)&quot;/g)].map(([, ...of]) => of),
    ).toEqual([1, 2, 3, 4].map((number) => [`page_${number}`, `page-images/${number}`]));
    const ids = [...hocr.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('gives the same original page for both receipts in split-pdfs, and each crop with its text where that is asked', async () => {
    const { get } = await startCropped();
    for (const index of [1, 2]) {
      expect((await get(`/split-pdfs/${index}`)).text()).toContain('original pages 2');
      expect((await get(`/split-pdfs/${index}?return_pages_with_ocr_data=true`)).text()).toContain(
        `rendered pages 2.${index}`,
      );
      expect((await get(`/sub-pdfs/${index}`)).text()).toContain('original pages 2');
      expect((await get(`/sub-pdfs/${index}?return_pages_with_ocr_data=false`)).text()).toContain(
        `rendered pages 2.${index}`,
      );
    }
    expect((await get('/pdf')).text()).toContain('rendered pages 1.1,2.1,2.2,3.1');
    expect((await get('/pdf?return_pages_with_ocr_data=false')).text()).toMatch(/original pages 1,2,3$/);
  });

  it('has each original page once in the PDF of a sub-document with several crops of it', async () => {
    const { get } = await startCropped(RECEIPTS, { keep_together: [[1, 3]] });
    expect((await get('/document-splitting')).json<DocumentSplitting>().sub_documents).toEqual([
      { name: 'Rechnung', pages: [1, 2, 2, 3], crops: [1, 1, 2, 1] },
    ]);
    expect((await get('/split-pdfs/0')).text()).toMatch(/original pages 1,2,3$/);
  });

  it('cuts the page of several crops once when it is read, and for the others when that is asked', async () => {
    const { api, id, get } = await startCropped({ pages: 2, crops: [12, 1], starts: [2] });
    const folder = processingBlobs(api.accountId, id).subPdfs;
    expect(await api.service.blobs.list(folder)).toHaveLength(2);
    expect((await get('/split-pdfs/7')).text()).toMatch(/original pages 1$/);
    expect((await get('/archive')).text().match(/original pages 1/g)).toHaveLength(12);
  });

  it('has an archive of the original pages, and one of the crops with their text where that is asked', async () => {
    const { get } = await startCropped();
    const original = (await get('/archive')).text();
    expect(original.match(/original pages 2/g)).toHaveLength(2);
    const rendered = (await get('/archive?return_pages_with_ocr_data=true')).text();
    expect(rendered.match(/rendered pages [\d.,]+/g)).toEqual(
      ['1.1', '2.1', '2.2', '3.1'].map((of) => `rendered pages ${of}`),
    );
    expect(rendered).toContain('2,3 Rechnung.pdf,Rechnung,2,2,1,,0.9,model,2,2\r\n');
    expect(rendered).not.toContain('original pages');
    expect((await get('/archive?return_pages_with_ocr_data=false')).text()).toBe(original);
    expect((await get('/archive?return_pages_with_ocr_data=true')).text()).toBe(rendered);
  });

  it('has an archive whose table has the crops', async () => {
    const { get } = await startCropped();
    const text = (await get('/archive')).text();
    expect(text).toContain('decided_by_before,first_crop,last_crop\r\n');
    expect(text).toContain('2,3 Rechnung.pdf,Rechnung,2,2,1,,0.9,model,2,2\r\n');
  });

  it('counts the pages of the upload, not the crops, and a credit for each sub-document', async () => {
    const { api, workflow } = await startCropped();
    const usage = (await api.call({ url: `/processing/${workflow.workflow_id}/usage/daily` })).json<{
      items: { pages: number; sub_documents: number }[];
    }>();
    expect(usage.items.at(-1)).toMatchObject({ pages: 3, sub_documents: 4 });
    const [listed] = (await api.call({ url: `/workflows/${workflow.workflow_id}/documents` })).json<{
      items: { page_count: number }[];
    }>().items;
    expect(listed?.page_count).toBe(3);
  });

  it('is one document for each crop in the mode per_page, and one of all in the mode none', async () => {
    const separate = await splittingOf(await startCropped(RECEIPTS, { mode: 'per_page' }));
    expect(separate.sub_documents).toHaveLength(4);
    const together = await splittingOf(await startCropped(RECEIPTS, { mode: 'none' }));
    expect(together.sub_documents.map(({ pages }) => pages)).toEqual([[1, 2, 2, 3]]);
  });

  it('may be one page with two receipts: there is a decision between them, by the model', async () => {
    const sample = await startCropped({ pages: 1, crops: [2] });
    const result = (await sample.get('')).json<ProcessingResult>();
    expect(result.document_splitting?.decisions).toMatchObject([{ after_page: 1, after_crop: 1, decided_by: 'model' }]);
    expect(result.model?.version).toBe('fake');
  });

  it('may have 500 pages of 12 crops: 6,000 pages of the stream, each named once', { tags: 'slow' }, async () => {
    const sample = await startCropped({ pages: 500, crops: new Array<number>(500).fill(12) });
    const splitting = await splittingOf(sample);
    expect(splitting.sub_documents).toHaveLength(6000);
    expect(splitting.decisions).toHaveLength(5999);
    expect(splitting.decisions?.at(-1)).toMatchObject({ after_page: 500, after_crop: 11 });
    expect((await sample.get('/page-images/6000')).text()).toContain('page 500 cropped');
    const all = { name: 'All', pages: Array.from({ length: 500 }, (_, index) => index + 1) };
    expect((await sample.verify({ sub_documents: [all] })).status).toBe(200);
    expect((await splittingOf(sample)).sub_documents[0]?.crops).toHaveLength(6000);
  });

  it('fails with a reason where more documents are asked for than there are crops', async () => {
    const api = await startTestApi();
    const workflow = await createWorkflow(api, { document_specification: { cropping: true } });
    const answer = await processAnswer(api, workflow.workflow_id, { document_count: 5 });
    expect(answer).toEqual([422, 'parameters_do_not_fit']);
    expect(await processAnswer(api, workflow.workflow_id, { document_count: 4 })).toEqual([201, undefined]);
  });

  it.each([
    ['its pages are whole', { pages: 3, starts: [3] }, { cropping: true }],
    ['the workflow does not crop', RECEIPTS, { cropping: false }],
  ])('has no crops in its answers where %s', async (_, document, specification) => {
    const sample = await startCropped(document, undefined, specification);
    const text = (await sample.get('')).text();
    expect(text).not.toContain('crop');
    expect((await sample.get('/archive')).text()).not.toContain('crop');
    expect((await splittingOf(sample)).decisions).toHaveLength(2);
  });
});

const processAnswer = async (api: TestApi, workflowId: string, parameters: Readonly<Record<string, unknown>>) => {
  const answer = await api.call({
    method: 'POST',
    url: `/processing/${workflowId}`,
    headers: MULTIPART,
    body: uploadBody(writeFakeDocument(RECEIPTS), parameters),
  });
  return [answer.status, answer.json()['code']];
};

describe('A correction of a cropped document', () => {
  const JOINED = [
    { name: 'Letter', pages: [1, 2], crops: [1, 1] },
    { name: 'Receipt', pages: [2, 3], crops: [2, 1] },
  ];

  it('names crops, and the results show it', async () => {
    const sample = await startCropped();
    expect((await sample.verify({ sub_documents: JOINED })).status).toBe(200);
    const splitting = await splittingOf(sample);
    expect(splitting.sub_documents).toEqual(JOINED);
    expect(splitting.decisions?.map(({ split, decided_by: by }) => [split, by])).toEqual([
      [false, 'reviewer'],
      [true, 'model'],
      [false, 'reviewer'],
    ]);
    for (const path of ['/split-pdfs/1', '/archive'])
      expect((await sample.get(`${path}?return_pages_with_ocr_data=true`)).text()).toContain('rendered pages 2.2,3.1');
  });

  it('means pages whole where it names no crops', async () => {
    const sample = await startCropped();
    const whole = { sub_documents: [{ name: 'All', pages: [1, 2, 3] }] };
    expect((await sample.verify(whole)).status).toBe(200);
    expect((await splittingOf(sample)).sub_documents).toEqual([
      { name: 'All', pages: [1, 2, 2, 3], crops: [1, 1, 2, 1] },
    ]);
    // The same again changes nothing, and conflicts with nothing.
    expect((await sample.verify(whole)).status).toBe(200);
  });

  it.each([
    ['leaves a crop out', [{ pages: [1, 2, 3], crops: [1, 1, 1] }], 'gap'],
    ['names a crop that the page does not have', [{ pages: [1, 2, 2, 2, 3], crops: [1, 1, 2, 3, 1] }], 'past_the_end'],
    ['names a crop of a page that is whole', [{ pages: [1, 1, 2, 2, 3], crops: [1, 2, 1, 2, 1] }], 'past_the_end'],
    ['names crops out of order', [{ pages: [1, 2, 2, 3], crops: [1, 2, 1, 1] }], 'out_of_order'],
    ['names a page whole after one of its crops', [{ pages: [1, 2], crops: [1, 1] }, { pages: [2, 3] }], 'overlap'],
  ])('is refused where it %s, and changes nothing', async (_, sub_documents, type) => {
    const sample = await startCropped();
    const before = await splittingOf(sample);
    const answer = await sample.verify({ sub_documents });
    expect(answer.status).toBe(422);
    expect(answer.json()['errors']).toMatchObject([{ type }]);
    expect(await splittingOf(sample)).toEqual(before);
  });

  it('can be taken back', async () => {
    const sample = await startCropped();
    const before = await splittingOf(sample);
    await sample.verify({ sub_documents: JOINED });
    await sample.api.call({ method: 'DELETE', url: `/processing/results/${sample.id}${VERIFICATION}` });
    expect(await splittingOf(sample)).toEqual(before);
  });

  it('says which crop is wrong, by page and crop', async () => {
    const sample = await startCropped();
    const answer = await sample.verify({ sub_documents: [{ pages: [1, 2, 3], crops: [1, 1, 1] }] });
    expect(answer.text()).toContain('crop 2 of page 2');
  });
});

describe('A share link to a cropped document', () => {
  it('shows and verifies its crops', async () => {
    const { api, id } = await startCropped();
    const expires_at = new Date(api.service.clock.now().getTime() + 3_600_000).toISOString();
    const made = await send(api, 'POST', '/share-tokens', { processing_id: id, expires_at });
    const headers = { Authorization: `ShareToken ${made.json<{ token: string }>().token}` };
    const call = (rest: string) => api.call({ url: `/processing/results/${id}${rest}`, key: null, headers });
    expect((await call('/page-images/3')).text()).toContain('page 2 cropped');
    expect((await call('/document-splitting')).text()).toContain('"crops":[2]');
  });

  it('is not found by another account', async () => {
    const { api, id } = await startCropped();
    const { key } = await addAccount(api.service, 'third');
    expect((await api.call({ url: `/processing/results/${id}/page-images/3`, key })).status).toBe(403);
  });
});
