import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { NotFoundError, ResultNotAvailableError } from '../../../core/errors.ts';
import type { BlobStore } from '../../../core/ports.ts';
import type { DocumentKind, Inspection, PageRange } from '../../../core/documents/formats/document-file.ts';
import { PAGE_FILES } from '../../../core/results/page-files.ts';
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { putQueued } from '../../../core/requests/processing-requests.ts';
import { BlobParsers } from '../../../core/processing/parsing/blob-parsers.ts';
import { jobTable } from '../../../core/processing/reading/parser-job-table.ts';
import type { JobRunner, ParserJob, ParserJobName } from '../../../core/parser-jobs.ts';
import type { DocumentSplitting, ProcessingRequest } from '../../../core/requests/processing-request.ts';
import { PAGE_PARTS, processingBlobs } from '../../../core/requests/processing-blobs.ts';
import { writeResults } from '../../../core/results/write-results.ts';
import { ocrResultSchema } from '../../../core/results/text/ocr-result.ts';
import { readPageImage } from '../../../core/results/images/page-image.ts';
import { pdfQuerySchema, splitPdfQuerySchema, subPdfQuerySchema } from '../../../core/results/pdf/pdf-query.ts';
import { readSplitPdf, readSubPdf, readWholePdf } from '../../../core/results/pdf/sub-pdf.ts';
import { withScratchFolder } from '../../../core/storage/scratch-folder.ts';
import type { ResultFile } from '../../../core/results/result-file.ts';
import { readThumbnail } from '../../../core/results/images/thumbnail.ts';
import type { Service } from '../../../core/service.ts';
import { CountingBlobs, RequestCount } from '../../fakes/table/counting-stores.ts';
import { fakeService } from '../../fakes/fake-service.ts';
import { writePageFiles } from '../../fakes/documents/page-files.ts';
import { drawRecord } from '../drawing/draw-record.ts';
import { silent } from '../drawing/read-pdf.ts';

/** Runs the real parser jobs without child processes, and records the calls. */
class InProcessParsers implements JobRunner {
  readonly calls: string[] = [];

  async run<Name extends ParserJobName>(
    name: Name,
    input: Parameters<ParserJob<Name>>[0],
  ): Promise<Awaited<ReturnType<ParserJob<Name>>>> {
    this.calls.push(name);
    const { run } = await jobTable[name]();
    // The type of the table relates name and result, but TypeScript cannot infer it for a generic name.
    return (await run(input, silent)) as Awaited<ReturnType<ParserJob<Name>>>;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Lists the blobs that existed at an earlier time. */
class StaleListing extends CountingBlobs {
  readonly #keys: readonly string[];

  constructor(blobs: BlobStore, keys: readonly string[]) {
    super(blobs, new RequestCount());
    this.#keys = keys;
  }

  override list(): Promise<readonly string[]> {
    return Promise.resolve(this.#keys);
  }
}

interface Scene {
  readonly service: Service;
  readonly parsers: InProcessParsers;
  readonly request: ProcessingRequest;
  readonly inspection: Inspection;
  readonly splitting: DocumentSplitting;
}

async function drawPdf(pageCount = 3): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pageCount; page += 1)
    pdf.addPage([300, 400]).drawText(`page ${page}`, { x: 40, y: 300, size: 30, font });
  return pdf.save();
}

/** Writes the parts as ReadPages does. */
const putPages = (
  service: Service,
  blobs: ReturnType<typeof processingBlobs>,
  range: PageRange,
  records: readonly PageRecord[],
): Promise<void> =>
  withScratchFolder(async (folder) => {
    writePageFiles(folder, records);
    await service.blobs.putFile(
      blobs.recordsOf(range),
      join(folder, PAGE_FILES.records.name),
      PAGE_FILES.records.contentType,
    );
    for (const part of PAGE_PARTS)
      await service.blobs.putFile(
        blobs.partOf(part, range),
        join(folder, PAGE_FILES[part].name),
        PAGE_FILES[part].contentType,
      );
  });

/** A request whose pages have been read and split: page 1, and the others. @param pagesPerChunk  after the first chunk, page 1 */
async function readAndSplit(
  kind: DocumentKind,
  upload: Uint8Array,
  pageCount: number,
  pagesPerChunk = pageCount,
): Promise<Scene> {
  const parsers = new InProcessParsers();
  const fake = fakeService();
  const service: Service = { ...fake, parsers: new BlobParsers(parsers, fake.blobs) };
  const [account, processing] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  const blobs = processingBlobs(account, processing);
  const pages = Array.from({ length: pageCount }, (_, index) => index + 1);
  const records = pages.map((page) => drawRecord([`page ${page}`], { page, width: 917, height: 1222 }));
  await service.blobs.put(blobs.upload, upload, 'application/octet-stream');
  await putPages(service, blobs, { from: 1, to: 1 }, records.slice(0, 1));
  for (let from = 2; from <= pageCount; from += pagesPerChunk) {
    const to = Math.min(from + pagesPerChunk - 1, pageCount);
    await putPages(service, blobs, { from, to }, records.slice(from - 1, to));
  }
  const splitting: DocumentSplitting = {
    schema_version: 1,
    sub_documents: [
      { name: 'First', pages: [1] },
      ...(pageCount > 1 ? [{ name: 'Second', pages: pages.slice(1) }] : []),
    ],
    split_point_confidences: pages.slice(1).map(() => 1),
  };
  await service.blobs.put(blobs.documentSplitting, JSON.stringify(splitting), 'application/json');
  const request: ProcessingRequest = {
    processing_id: processing,
    account_id: account,
    workflow_id: '00000000-0000-4000-8000-000000000001',
    workflow_name: 'Generic',
    state: 'processing',
    file_name: 'scan.pdf',
    size: upload.length,
    parameters: { mode: 'auto', split_before: [], keep_together: [], languages: [], threshold: 0.5 },
    upload_key: blobs.upload,
    created_at: '2026-01-01T00:00:00.000Z',
    max_pages: null,
    kind,
    page_count: pageCount,
    sub_document_count: splitting.sub_documents.length,
  };
  const inspection: Inspection = {
    kind,
    page_count: pageCount,
    encrypted: false,
    pages: pages.map(() => ({ width_mm: 106, height_mm: 141, text_layer: 'none' })),
  };
  await service.table.write([putQueued(request)]);
  return { service, parsers, request, inspection, splitting };
}

const build = ({ service, request, inspection, splitting }: Scene): Promise<void> =>
  writeResults(service, request, inspection, splitting);
const split = (query: Record<string, string> = {}) => splitPdfQuerySchema.parse(query);
const sub = (query: Record<string, string> = {}) => subPdfQuerySchema.parse(query);
const pagesOf = async ({ service }: Scene, { key }: ResultFile): Promise<number> =>
  (await PDFDocument.load(await service.blobs.get(key))).getPageCount();
const isRendered = async ({ service }: Scene, { key }: ResultFile): Promise<boolean> =>
  Buffer.from(await service.blobs.get(key)).includes('/DCTDecode');

let pdfScene: Scene;
let imageScene: Scene;
beforeAll(async () => {
  pdfScene = await readAndSplit('pdf', await drawPdf(), 3);
  await build(pdfScene);
  imageScene = await readAndSplit(
    'png',
    await sharp({ create: { width: 300, height: 400, channels: 3, background: 'white' } })
      .png()
      .toBuffer(),
    1,
  );
  await build(imageScene);
});

describe('BuildResults', () => {
  it('writes texts, geometry, thumbnail and one split PDF per sub-document', async () => {
    const { service, request } = pdfScene;
    const { prefix } = processingBlobs(request.account_id, request.processing_id);
    const names = (await service.blobs.list(prefix)).map((key) => key.slice(prefix.length));
    // A correction joins the extractions of the pages again.
    expect(names.filter((name) => name.startsWith('parts/') && !name.startsWith('parts/findings/'))).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining([
        'ocr.json',
        'hocr.html',
        'page-geometry.json',
        'thumbnail.jpg',
        'sub-pdfs/0.pdf',
        'sub-pdfs/1.pdf',
      ]),
    );
  });

  it('joins the texts of all chunks in page order', async () => {
    const { service, request } = pdfScene;
    const { ocr, hocr, pageGeometry } = processingBlobs(request.account_id, request.processing_id);
    const read = async (key: string) => new TextDecoder().decode(await service.blobs.get(key));
    expect(ocrResultSchema.parse(JSON.parse(await read(ocr))).pages.map(({ fulltext }) => fulltext)).toEqual([
      'page 1',
      'page 2',
      'page 3',
    ]);
    expect(Array.from((await read(hocr)).matchAll(/class="ocr_page" id="(\w+)"/g), ([, id]) => id)).toEqual([
      'page_1',
      'page_2',
      'page_3',
    ]);
    expect((JSON.parse(await read(pageGeometry)) as { page: number }[]).map(({ page }) => page)).toEqual([1, 2, 3]);
  });

  it('joins the texts of more chunks than are in memory at once', async () => {
    const upload = await drawPdf(17);
    const [many, few] = [await readAndSplit('pdf', upload, 17, 1), await readAndSplit('pdf', upload, 17)];
    await Promise.all([build(many), build(few)]);
    const { ocr, hocr, pageGeometry } = processingBlobs(many.request.account_id, many.request.processing_id);
    for (const key of [ocr, hocr, pageGeometry])
      expect(Buffer.from(await many.service.blobs.get(key)).equals(await few.service.blobs.get(key)), key).toBe(true);
  });

  it('writes nothing that exists already', async () => {
    const scene = await readAndSplit('pdf', await drawPdf(), 3);
    await build(scene);
    const calls = scene.parsers.calls.length;
    await build(scene);
    expect(scene.parsers.calls).toHaveLength(calls);
  });

  it('removes the parts left by a run that was killed after joining them', async () => {
    const scene = await readAndSplit('pdf', await drawPdf(), 3);
    const { service, request } = scene;
    await build(scene);
    const left = processingBlobs(request.account_id, request.processing_id).partOf('ocr', { from: 1, to: 1 });
    await service.blobs.put(left, 'left behind', 'application/json');
    await build(scene);
    expect(await service.blobs.head(left)).toBeUndefined();
  });

  it('accepts results that a timed-out run has joined in the meantime', async () => {
    const scene = await readAndSplit('pdf', await drawPdf(), 3);
    const { blobs } = scene.service;
    const { ocr, prefix } = processingBlobs(scene.request.account_id, scene.request.processing_id);
    const before = await blobs.list(prefix);
    await build(scene);
    const joined = await blobs.get(ocr);
    const service: Service = { ...scene.service, blobs: new StaleListing(blobs, before) };
    await build({ ...scene, service });
    expect(await blobs.get(ocr)).toEqual(joined);
  });

  it('fails if the parts are missing and have not been joined', async () => {
    const scene = await readAndSplit('pdf', await drawPdf(), 3);
    await scene.service.blobs.deleteAll(
      processingBlobs(scene.request.account_id, scene.request.processing_id).partsOf('hocr'),
    );
    await expect(build(scene)).rejects.toThrow('The hocr parts');
  });

  it('writes only what a killed run has not written', async () => {
    const scene = await readAndSplit('pdf', await drawPdf(), 3);
    await build(scene);
    const { subPdf } = processingBlobs(scene.request.account_id, scene.request.processing_id);
    await scene.service.blobs.deleteAll(subPdf(1));
    scene.parsers.calls.length = 0;
    await build(scene);
    expect(scene.parsers.calls).toEqual(['cutPdfs']);
    expect(await scene.service.blobs.head(subPdf(1))).toBeDefined();
  });
});

describe('The images of a result', () => {
  it('are JPEGs of the processed size, or scaled down', async () => {
    const { service, request } = pdfScene;
    const whole = await readPageImage(service, request, 2);
    expect(whole.contentType).toBe('image/jpeg');
    expect(await sharp(await service.blobs.get(whole.key)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 917,
      height: 1222,
    });
    const sizeAt = async (width: number) => {
      const { key } = await readPageImage(service, request, 2, { width });
      return sharp(await service.blobs.get(key)).metadata();
    };
    expect(await sizeAt(100)).toMatchObject({ width: 100, height: 133 });
    expect(await sizeAt(5000)).toMatchObject({ width: 917 });
  });

  it('are rendered once', async () => {
    const { service, request, parsers } = pdfScene;
    const first = await readPageImage(service, request, 3, { height: 50 });
    const calls = parsers.calls.length;
    expect(await readPageImage(service, request, 3, { height: 50 })).toEqual(first);
    expect(parsers.calls).toHaveLength(calls);
  });

  it('do not exist for a page that the document does not have', async () => {
    await expect(readPageImage(pdfScene.service, pdfScene.request, 4)).rejects.toThrow(NotFoundError);
  });

  it('include a thumbnail of the first page', async () => {
    const { key, contentType } = await readThumbnail(pdfScene.service, pdfScene.request);
    expect(contentType).toBe('image/jpeg');
    expect(await sharp(await pdfScene.service.blobs.get(key)).metadata()).toMatchObject({ width: 192, height: 256 });
  });
});

describe('split-pdfs', () => {
  it('returns the original pages, unchanged', async () => {
    const file = await readSplitPdf(pdfScene.service, pdfScene.request, 1, split());
    expect([await pagesOf(pdfScene, file), await isRendered(pdfScene, file), file.contentType]).toEqual([
      2,
      false,
      'application/pdf',
    ]);
  });

  it('returns rendered pages on request', async () => {
    const file = await readSplitPdf(
      pdfScene.service,
      pdfScene.request,
      1,
      split({ return_pages_with_ocr_data: 'true', dpi: '40' }),
    );
    expect([await pagesOf(pdfScene, file), await isRendered(pdfScene, file)]).toEqual([2, true]);
  });

  it('stores the files of different parameters separately', async () => {
    const [low, high] = await Promise.all(
      ['40', '60'].map((dpi) =>
        readSplitPdf(pdfScene.service, pdfScene.request, 0, split({ return_pages_with_ocr_data: 'true', dpi })),
      ),
    );
    expect(low?.etag).not.toBe(high?.etag);
  });

  it('throws for sub-documents that do not exist', async () => {
    await expect(readSplitPdf(pdfScene.service, pdfScene.request, 2, split())).rejects.toThrow(NotFoundError);
  });

  it('wraps an uploaded image', async () => {
    const file = await readSplitPdf(imageScene.service, imageScene.request, 0, split());
    expect([await pagesOf(imageScene, file), await isRendered(imageScene, file)]).toEqual([1, false]);
  });
});

describe('sub-pdfs', () => {
  it('cuts directly by default, regardless of the other parameters', async () => {
    const file = await readSubPdf(pdfScene.service, pdfScene.request, 1, sub({ dpi: '40', pdfa_compliant: 'true' }));
    expect([await pagesOf(pdfScene, file), await isRendered(pdfScene, file)]).toEqual([2, false]);
  });

  it('renders if return_pages_with_ocr_data is false', async () => {
    expect(
      await isRendered(
        pdfScene,
        await readSubPdf(
          pdfScene.service,
          pdfScene.request,
          1,
          sub({ return_pages_with_ocr_data: 'false', dpi: '40' }),
        ),
      ),
    ).toBe(true);
  });

  it('cannot cut an image directly, and renders it by default', async () => {
    await expect(
      readSubPdf(imageScene.service, imageScene.request, 0, sub({ return_pages_with_ocr_data: 'true' })),
    ).rejects.toThrow(ResultNotAvailableError);
    expect(
      await isRendered(imageScene, await readSubPdf(imageScene.service, imageScene.request, 0, sub({ dpi: '40' }))),
    ).toBe(true);
  });
});

it('pdf returns all pages, rendered or unchanged', async () => {
  const { service, request } = pdfScene;
  const rendered = await readWholePdf(service, request, pdfQuerySchema.parse({ dpi: '40' }));
  const original = await readWholePdf(service, request, pdfQuerySchema.parse({ return_pages_with_ocr_data: 'false' }));
  expect([
    await pagesOf(pdfScene, rendered),
    await isRendered(pdfScene, rendered),
    await pagesOf(pdfScene, original),
    await isRendered(pdfScene, original),
  ]).toEqual([3, true, 3, false]);
});
