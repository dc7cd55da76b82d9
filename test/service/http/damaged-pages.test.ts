/** Pages that cannot be decoded: real parsers and real HTTP on the local host, with a fake split model. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParserPool } from '../../../core/parsers/parser-pool.ts';
import { JOB_TABLE_URL } from '../../../core/processing/reading/parser-job-table.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import type { ProcessingResult } from '../../../core/results/processing-result.ts';
import { drawPdf, halfBlack, tiffWithDamage, withOversizedImage } from '../../unit/drawing/draw-upload.ts';
import { asFile, renderPage } from '../../unit/drawing/read-pdf.ts';
import { startHttpService } from '../harness/http-service.ts';
import type { HttpService } from '../harness/http-service.ts';

let host: HttpService;
beforeAll(async () => {
  host = await startHttpService({ parsers: new ParserPool({ jobTableUrl: JOB_TABLE_URL, size: 2 }) });
});
afterAll(async () => {
  await host.close();
});

/** Three pages, each black on its left half. @param damaged  numbers of the pages that cannot be decoded */
const drawTiff = (damaged: readonly number[]): Promise<Buffer> =>
  tiffWithDamage(
    [1, 2, 3].map(() => halfBlack(400, 600)),
    damaged,
  );

const send = async (file: Uint8Array, parameters: object = {}): Promise<Response> => {
  const body = new FormData();
  body.set('file', new Blob([Buffer.from(file)]), 'fax.tif');
  body.set('parameters', JSON.stringify(parameters));
  return host.call(`/processing/${GENERIC_WORKFLOW_ID}?wait_for=120`, { method: 'POST', body });
};

/** How bright an image is: 255 is white, a page that is read about 128. */
const brightness = async (image: Buffer): Promise<number> => (await sharp(image).stats()).channels[0]?.mean ?? 0;

for (const { name, damaged, tags } of [
  { name: 'first', damaged: 1, tags: [] },
  { name: 'second', damaged: 2, tags: ['slow'] },
])
  describe(`A TIFF of which the ${name} page cannot be decoded`, { tags }, () => {
    let result: ProcessingResult;
    const get = async (rest: string): Promise<Buffer> => {
      const response = await host.call(`/processing/results/${result.processing_id}${rest}`);
      expect(response.status, rest).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    };
    const isBlank = async (image: Buffer): Promise<boolean> => (await brightness(image)) > 250;
    const blankPagesOf = async (rest: string): Promise<number[]> => {
      const path = await asFile(await get(rest));
      const pages = [1, 2, 3];
      const images = await Promise.all(pages.map((page) => renderPage(path, page, 80)));
      return pages.filter((_, index) => images[index]?.data.every((value) => value === 255));
    };

    beforeAll(async () => {
      const response = await send(await drawTiff([damaged]), { mode: 'none' });
      expect(response.status).toBe(201);
      result = (await response.json()) as ProcessingResult;
    });

    it('is processed with that page blank', () => {
      expect(result.ocr?.pages.map(({ unread = false }) => unread)).toEqual([1, 2, 3].map((page) => page === damaged));
      expect(result.document_splitting?.sub_documents.flatMap(({ pages }) => pages)).toEqual([1, 2, 3]);
    });

    it.each([
      '/split-pdfs/0',
      '/split-pdfs/0?return_pages_with_ocr_data=true',
      '/pdf',
      '/pdf?return_pages_with_ocr_data=false',
    ])('has that page blank in %s', async (rest) => {
      expect(await blankPagesOf(rest)).toEqual([damaged]);
    });

    it('has that page blank in its page images and in its thumbnail', async () => {
      const images = await Promise.all([1, 2, 3].map(async (page) => isBlank(await get(`/page-images/${page}`))));
      expect(images).toEqual([1, 2, 3].map((page) => page === damaged));
      expect(await isBlank(await get('/thumbnail'))).toBe(damaged === 1);
    });
  });

describe('A document of which no page can be read', () => {
  it.each([
    ['a TIFF', () => drawTiff([1, 2, 3])],
    ['a PDF', () => drawPdf(withOversizedImage(25_000), withOversizedImage(25_000), withOversizedImage(25_000))],
  ])(
    'is refused as unreadable, although its pages are read in several jobs: %s',
    { tags: 'slow' },
    async (_name, draw) => {
      const response = await send(await draw());
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        422,
        'document_unreadable',
      ]);
    },
  );
});
