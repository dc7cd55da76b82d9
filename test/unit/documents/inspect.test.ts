import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  DocumentEmptyError,
  DocumentEncryptedError,
  DocumentUnreadableError,
  TooManyPagesError,
  UnsupportedFormatError,
} from '../../../core/errors.ts';
import { inspectionSchema } from '../../../core/documents/formats/document-file.ts';
import type { Inspection } from '../../../core/documents/formats/document-file.ts';
import type { TextLayer } from '../../../core/documents/formats/document-reader.ts';
import { lookAtTextLayers, run as inspect, spreadOut } from '../../../core/processing/jobs/inspect.ts';
import { run as readPages } from '../../../core/processing/jobs/read-page-range.ts';
import { PAGE_FILES } from '../../../core/results/page-files.ts';
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { pageRecordSchema } from '../../../core/documents/page-record.ts';
import { withScratchFolder } from '../../../core/storage/scratch-folder.ts';
import { LETTER_LINES, blank, drawPdf, setRotate, withText, withTextUpwards } from '../drawing/draw-upload.ts';
import { asFile, silent } from '../drawing/read-pdf.ts';

const inspectBytes = async (bytes: Uint8Array | string, maxPages: number | null = null): Promise<Inspection> =>
  inspect({ path: await asFile(bytes), maxPages }, silent);

describe('Inspect', () => {
  it('counts the pages and assesses their text layers', async () => {
    const inspection = await inspectBytes(await drawPdf(withText(), blank));
    expect(inspectionSchema.parse(inspection)).toMatchObject({
      kind: 'pdf',
      page_count: 2,
      encrypted: false,
      pages: [{ text_layer: 'good' }, { text_layer: 'none' }],
    });
  });

  it('rejects more pages than the plan allows', async () => {
    await expect(inspectBytes(await drawPdf(blank, blank, blank), 2)).rejects.toBeInstanceOf(TooManyPagesError);
  });

  it('accepts as many pages as the plan allows', async () => {
    expect((await inspectBytes(await drawPdf(blank, blank), 2)).page_count).toBe(2);
  });

  it('rejects an empty file', async () => {
    await expect(inspectBytes('')).rejects.toBeInstanceOf(DocumentEmptyError);
  });

  it('rejects a PDF without pages', async () => {
    const empty = await (await PDFDocument.create()).save({ addDefaultPage: false });
    await expect(inspectBytes(empty)).rejects.toBeInstanceOf(DocumentEmptyError);
  });

  it('rejects unsupported formats, regardless of the file name', async () => {
    await expect(inspectBytes('PK\u0003\u0004 a zip file that calls itself upload.pdf')).rejects.toBeInstanceOf(
      UnsupportedFormatError,
    );
  });

  it('rejects a PDF that needs a password', async () => {
    const pdf = await PDFDocument.load(await drawPdf(blank));
    pdf.encrypt({ userPassword: 'secret', ownerPassword: 'owner' });
    await expect(inspectBytes(await pdf.save())).rejects.toBeInstanceOf(DocumentEncryptedError);
  });

  it('counts the pages that exist, not those that the file states', async () => {
    const honest = Buffer.from(
      await (await PDFDocument.load(await drawPdf(withText(), withText()))).save({ useObjectStreams: false }),
    ).toString('latin1');
    expect((await inspectBytes(Buffer.from(honest.replace('/Count 2', '/Count 9'), 'latin1'))).page_count).toBe(2);
  });
});

describe('ReadPages', () => {
  const read = async (
    bytes: Uint8Array,
    onPage = silent,
  ): Promise<{ records: readonly PageRecord[]; ocrPages: number }> => {
    const path = await asFile(bytes);
    const { kind, page_count, pages } = await inspect({ path, maxPages: null }, silent);
    return withScratchFolder(async (folder) => {
      const { ocrPages } = await readPages(
        { path, kind, range: { from: 1, to: page_count }, pages, languages: [], folder },
        onPage,
      );
      const lines = (await readFile(join(folder, PAGE_FILES.records.name), 'utf8')).trimEnd().split('\n');
      return { records: lines.map((line) => pageRecordSchema.parse(JSON.parse(line))), ocrPages };
    });
  };

  it('writes one record per page from its text layer, without OCR', async () => {
    const { records, ocrPages } = await read(
      await drawPdf(withText(), withText({ lines: ['Rechnung Nummer 17 vom zweiten Mai'] })),
    );
    expect(ocrPages).toBe(0);
    expect(records.map((record) => record.page)).toEqual([1, 2]);
    expect(records[0]).toMatchObject({
      text_source: 'text_layer',
      width: 1818,
      height: 2573,
      dpi: 220,
      rotation: 0,
      skew: 0,
      language: 'en',
    });
    expect(records[0]?.fulltext).toBe(LETTER_LINES.join('\n'));
  });

  it('places the words at their positions on the page image', async () => {
    const { records } = await read(await drawPdf(withText()));
    const first = records[0]?.words[0];
    expect(first?.x1).toBeCloseTo((73 / 72) * 220, -1);
    expect(first?.y2).toBeCloseTo((100 / 72) * 220, -1);
  });

  it('rotates a page whose text runs upwards', async () => {
    const { records } = await read(await drawPdf(withTextUpwards));
    expect(records[0]).toMatchObject({ rotation: 90, width: 2573, height: 1818, thumbnail: { width: 96 } });
    expect(records[0]?.fulltext).toContain('Dear Sir or Madam,\nthank you');
  });

  it('reads the lines of a rotated page from top to bottom', async () => {
    const { records } = await read(
      await drawPdf(async (page, pdf) => {
        await withText()(page, pdf);
        await setRotate(page, 90);
      }),
    );
    expect(records[0]).toMatchObject({ rotation: 270, fulltext: LETTER_LINES.join('\n') });
  });

  it('reports each page that is done', async () => {
    const done: number[] = [];
    await read(await drawPdf(withText(), withText()), {
      ...silent,
      page: (page) => {
        done.push(page);
      },
    });
    expect(done).toEqual([1, 2]);
  });

  it('reports a blank page as empty', async () => {
    const { records } = await read(await drawPdf(withText(), blank));
    expect(records[1]).toMatchObject({ text_source: 'none', words: [], fulltext: '', ink: 0 });
  });
});

describe('The inspection of text layers', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** The pages that are checked, of 100 with so many words each. */
  const checked = async (words: number, textLayer?: (page: number) => Promise<TextLayer>): Promise<number[]> => {
    const word = { x1: 0, y1: 0, x2: 9, y2: 9, text: 'word' };
    const layer: TextLayer = {
      words: Array.from({ length: words }, () => word),
      quality: 'good',
      doubt: 'no',
      rotation: 0,
    };
    const reader = { pageCount: 100, textLayer: textLayer ?? (() => Promise.resolve(layer)) };
    return [...(await lookAtTextLayers(reader)).keys()];
  };

  it('checks fewer pages the more words they have', async () => {
    expect(await checked(0)).toHaveLength(50);
    expect(await checked(320)).toHaveLength(10);
    expect(await checked(10_000)).toEqual([1]);
  });

  it('checks the same pages however slow the machine is, within the time limit', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const after = (milliseconds: number) => (): Promise<TextLayer> => {
      vi.advanceTimersByTime(milliseconds);
      return Promise.resolve({ words: [], quality: 'good', doubt: 'no', rotation: 0 });
    };
    expect(await checked(0, after(40))).toEqual(await checked(0, after(1)));
    expect(await checked(0, after(1000))).toHaveLength(3);
  });

  it('goes on where a damaged page took longer than the time limit', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const firstIsSlow = (page: number): Promise<TextLayer> => {
      if (page !== 1) return Promise.resolve({ words: [], quality: 'none', doubt: 'no', rotation: 0 });
      vi.advanceTimersByTime(3000);
      return Promise.reject(new DocumentUnreadableError('damaged'));
    };
    expect(await checked(0, firstIsSlow)).toEqual([1, 65]);
    const allAreSlow = (): Promise<TextLayer> => {
      vi.advanceTimersByTime(3000);
      return Promise.reject(new DocumentUnreadableError('damaged'));
    };
    await expect(checked(0, allAreSlow)).rejects.toThrow(
      new DocumentUnreadableError('No page of the document can be read: it is damaged beyond repair.'),
    );
  });

  it('goes on where no page could be parsed yet', async () => {
    const onlyLast = (page: number): Promise<TextLayer> =>
      page === 100
        ? Promise.resolve({ words: [], quality: 'none', doubt: 'no', rotation: 0 })
        : Promise.reject(new DocumentUnreadableError('damaged'));
    expect(await checked(0, onlyLast)).toContain(100);
  });
});

describe('spreadOut', () => {
  it('returns every page once, distant pages first', () => {
    expect([...spreadOut(8)]).toEqual([0, 4, 2, 6, 1, 3, 5, 7]);
    for (const count of [1, 2, 3, 7, 100])
      expect([...spreadOut(count)].toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: count }, (_, index) => index),
      );
  });
});
