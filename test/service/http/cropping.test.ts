/** Two receipts on one scan: real parsers, real stores and real HTTP on the local host, with a fake split model. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParserPool } from '../../../core/parsers/parser-pool.ts';
import { JOB_TABLE_URL } from '../../../core/processing/reading/parser-job-table.ts';
import type { ProcessingResult } from '../../../core/results/processing-result.ts';
import { drawLetter, drawReceipts, RECEIPT, SCAN } from '../../unit/drawing/draw-receipts.ts';
import { drawPdf, LETTER_LINES, withPageImage, withText } from '../../unit/drawing/draw-upload.ts';
import { asFile, loadPdf, wordsOf } from '../../unit/drawing/read-pdf.ts';
import { startHttpService } from '../harness/http-service.ts';
import type { HttpService } from '../harness/http-service.ts';

let host: HttpService;
let scan: Buffer;
let workflow: string;

const answerOf = async (path: string, init?: RequestInit): Promise<Response> => {
  const response = await host.call(path, init);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
};
const bytesOf = async (path: string): Promise<Buffer> => Buffer.from(await (await answerOf(path)).arrayBuffer());

const process = async (bytes: Uint8Array): Promise<ProcessingResult> => {
  const body = new FormData();
  body.set('file', new Blob([Buffer.from(bytes)]), 'receipts.pdf');
  const response = await answerOf(`/processing/${workflow}?wait_for=120`, { method: 'POST', body });
  return (await response.json()) as ProcessingResult;
};

beforeAll(async () => {
  scan = await drawReceipts();
  host = await startHttpService({ parsers: new ParserPool({ jobTableUrl: JOB_TABLE_URL, size: 2 }) });
  const created = await answerOf('/workflows', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ workflow_name: 'Receipts', document_specification: { cropping: true } }),
  });
  workflow = ((await created.json()) as { workflow_id: string }).workflow_id;
});
afterAll(async () => {
  await host.close();
});

describe('A scan of two receipts on one page', () => {
  /** A letter that was scanned, the receipts, and a page with a text layer. */
  let result: ProcessingResult;
  beforeAll(async () => {
    const letter = await drawLetter([
      'Dear Sir or Madam,',
      'thank you for your order of the twelfth of March.',
      'We have sent the goods to your address by train.',
    ]);
    const digital = withText({ lines: ['Rechnung', ...LETTER_LINES] });
    result = await process(await drawPdf(withPageImage(letter), withPageImage(scan), digital));
  }, 300_000);

  it('becomes two documents with a decision between them, each with its own image, text and PDF', async () => {
    expect(result.document_splitting).toMatchObject({
      sub_documents: [{ pages: [1] }, { pages: [2], crops: [1] }, { pages: [2], crops: [2] }, { pages: [3] }],
      decisions: [
        { after_page: 1 },
        { after_page: 2, after_crop: 1, split: true, decided_by: 'model' },
        { after_page: 2 },
      ],
    });
    const receipts = result.ocr?.pages.slice(1, 3) ?? [];
    const texts = receipts.map(({ fulltext }) => fulltext);
    expect(texts[0]).toContain('Bakery Miller');
    expect(texts[0]).not.toContain('Petrol');
    expect(texts[1]).toContain('Petrol Station');
    expect(texts[1]).not.toContain('Bakery');
    expect(result.page_images).toHaveLength(4);
    for (const [at, path] of (result.page_images ?? []).slice(1, 3).entries()) {
      const image = await bytesOf(path);
      const { width, height } = await sharp(image).metadata();
      expect(receipts[at]).toMatchObject({ width, height });
      expect((width / height) * (RECEIPT.height / RECEIPT.width)).toBeCloseTo(1, 1);
      // Nothing is left of the lid but a fringe.
      const { channels } = await sharp(image).stats();
      expect(channels[0]?.mean).toBeGreaterThan(225);
    }
  }, 300_000);

  it('has the same original page in both PDFs, and each receipt alone where the pages are rendered', async () => {
    const { processing_id: id } = result;
    const pdfs = `/processing/results/${id}/split-pdfs`;
    const [first, second] = [await bytesOf(`${pdfs}/1`), await bytesOf(`${pdfs}/2`)];
    expect(first.equals(second)).toBe(true);
    const original = (await loadPdf(await asFile(first, 'original.pdf'))).getPages();
    expect(original.map((page) => [Math.round(page.getWidth()), Math.round(page.getHeight())])).toEqual([[595, 842]]);
    for (const [index, name] of ['Bakery', 'Petrol'].entries()) {
      const path = await asFile(await bytesOf(`${pdfs}/${index + 1}?return_pages_with_ocr_data=true`), `${index}.pdf`);
      const [page, ...others] = (await loadPdf(path)).getPages();
      expect(others).toEqual([]);
      // 480 by 900 pixels of 150 dpi.
      expect(Math.abs((page?.getWidth() ?? 0) - 230)).toBeLessThan(10);
      expect(Math.abs((page?.getHeight() ?? 0) - 432)).toBeLessThan(12);
      const words = await wordsOf(path, 1);
      expect(words.map(({ text }) => text)).toContain(name);
      expect(words.find(({ text }) => text === 'Rechnung')?.x1).toBeCloseTo(40 * 0.48, -1);
    }
    const sub = `/processing/results/${id}/sub-pdfs/2`;
    expect((await bytesOf(sub)).equals(first)).toBe(true);
    const rendered = await bytesOf(`${sub}?return_pages_with_ocr_data=false`);
    expect((await loadPdf(await asFile(rendered, 'sub.pdf'))).getPages()[0]?.getWidth()).toBeLessThan(300);
  }, 300_000);

  it('lies between pages that stay whole: a letter that was scanned, and one with a text layer', () => {
    const pages = result.ocr?.pages ?? [];
    expect(pages).toHaveLength(4);
    expect(Math.abs((pages[0]?.width ?? 0) - SCAN.width)).toBeLessThanOrEqual(1);
    expect(pages[3]?.width).toBe(1818);
    expect(pages[3]?.fulltext).toContain('Dear Sir or Madam,');
  });
});
