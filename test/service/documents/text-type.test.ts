/** The text type of a workflow: which text its results show. */
import { describe, expect, it } from 'vitest';
import type { ProcessingResult } from '../../../core/results/processing-result.ts';
import type { OcrResult } from '../../../core/results/text/ocr-result.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import type { FakeDocument } from '../../fakes/documents/fake-document.ts';
import { processSample } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import { addFiles, createWorkflow, documentsPath } from '../workflows/training-data-client.ts';

const FORM: FakeDocument = { pages: 2, starts: [2], handwriting: 'Ada' };

const processed = async (text_type: string, document = FORM, specification: object = {}) => {
  const api = await startTestApi();
  const workflow = await createWorkflow(api, { document_specification: { text_type, ...specification } });
  const id = await processSample(api, document, undefined, { url: `/processing/${workflow.workflow_id}` });
  const get = async (path: string) => api.call({ url: `/processing/results/${id}${path}` });
  const result = (await get('')).json<ProcessingResult>();
  return { workflow, get, result, pages: result.ocr?.pages ?? [] };
};

const kindsOf = ({ pages }: Awaited<ReturnType<typeof processed>>) =>
  new Set(pages.flatMap(({ bboxes }) => bboxes.map(({ kind }) => kind)));

describe('A workflow for printed and handwritten text', () => {
  it('shows both, each with its kind', async () => {
    const both = await processed('printed_and_handwritten');
    expect(kindsOf(both)).toEqual(new Set(['printed', 'handwritten']));
    expect(both.pages[0]?.fulltext).toContain('Ada');
    expect(both.pages[0]?.fulltext).toContain('Rechnung');
  });
});

describe('A workflow for printed text', () => {
  it('ignores handwriting in boxes, full text, hOCR and the text of rendered PDFs', async () => {
    const printed = await processed('printed');
    expect(printed.workflow.document_specification?.text_type).toBe('printed');
    expect(kindsOf(printed)).toEqual(new Set(['printed']));
    expect(printed.pages[0]?.fulltext).toContain('Rechnung');
    expect(printed.pages[0]?.fulltext).not.toContain('Ada');
    const hocr = (await printed.get('/hocr')).text();
    expect([hocr.includes('Rechnung'), hocr.includes('Ada')]).toEqual([true, false]);
    expect((await printed.get('/pdf')).text()).toContain('"textType":"printed"');
  });
});

describe('A training document of a workflow for printed text', () => {
  it('shows its printed text alone', async () => {
    const api = await startTestApi();
    const workflow = await createWorkflow(api, { document_specification: { text_type: 'printed' } });
    const [document] = await addFiles(api, workflow, [writeFakeDocument(FORM)]);
    const { pages } = (
      await api.call({ url: `${documentsPath(workflow)}/${document?.document_id ?? ''}/ocr` })
    ).json<OcrResult>();
    expect(pages.map(({ fulltext }) => fulltext.includes('Rechnung'))).toEqual([true, true]);
    expect(pages.map(({ fulltext }) => fulltext.includes('Ada'))).toEqual([false, false]);
  });
});

describe('A workflow for printed text that crops', () => {
  it('ignores handwriting in hOCR too where a page has several crops', async () => {
    const printed = await processed('printed', { ...FORM, crops: [2, 1] }, { cropping: true });
    expect(printed.pages).toHaveLength(3);
    expect(printed.pages.some(({ fulltext }) => fulltext.includes('Ada'))).toBe(false);
    const hocr = (await printed.get('/hocr')).text();
    expect([hocr.includes('Rechnung'), hocr.includes('Ada')]).toEqual([true, false]);
  });
});

describe('A workflow for handwritten text', () => {
  it('ignores print, and splits by all text', async () => {
    const written = await processed('handwritten');
    expect(kindsOf(written)).toEqual(new Set(['handwritten']));
    expect(written.pages.map(({ fulltext }) => fulltext)).toEqual(['Ada', 'Ada']);
    const hocr = (await written.get('/hocr')).text();
    expect([hocr.includes('Rechnung'), hocr.includes('Ada')]).toEqual([false, true]);
    expect((await written.get('/pdf')).text()).toContain('"textType":"handwritten"');
    expect(written.result.document_splitting?.sub_documents.map(({ pages }) => pages)).toEqual([[1], [2]]);
  });
});
