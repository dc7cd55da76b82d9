import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import {
  DocumentEmptyError,
  DocumentEncryptedError,
  TooManyPagesError,
  UnsupportedFormatError,
} from '../../core/errors.ts';
import { inspectionSchema } from '../../core/documents/formats/document-file.ts';
import type { Inspection } from '../../core/documents/formats/document-file.ts';
import type { TextLayer } from '../../core/documents/formats/document-reader.ts';
import { lookAtTextLayers, run as inspect, spreadOut } from '../../core/processing/jobs/inspect.ts';
import { run as readPages } from '../../core/processing/jobs/read-page-range.ts';
import { PAGE_FILES } from '../../core/results/page-files.ts';
import type { PageRecord } from '../../core/documents/page-record.ts';
import { pageRecordSchema } from '../../core/documents/page-record.ts';
import { withScratchFolder } from '../../core/storage/scratch-folder.ts';
import { LETTER_LINES, blank, drawPdf, turned, withText, withTextUpwards } from './draw-upload.ts';
import { asFile, silent } from './read-pdf.ts';

const inspectBytes = async (bytes: Uint8Array | string, maxPages: number | null = null): Promise<Inspection> =>
  inspect({ path: await asFile(bytes), maxPages }, silent);

describe('Inspect', () => {
  it('counts the pages and says what their text layers are worth', async () => {
    const inspection = await inspectBytes(await drawPdf(withText(), blank));
    expect(inspectionSchema.parse(inspection)).toMatchObject({
      kind: 'pdf',
      page_count: 2,
      encrypted: false,
      pages: [{ text_layer: 'good' }, { text_layer: 'none' }],
    });
  });

  it('refuses more pages than the plan allows', async () => {
    await expect(inspectBytes(await drawPdf(blank, blank, blank), 2)).rejects.toBeInstanceOf(TooManyPagesError);
  });

  it('takes as many pages as the plan allows', async () => {
    expect((await inspectBytes(await drawPdf(blank, blank), 2)).page_count).toBe(2);
  });

  it('refuses a file without bytes', async () => {
    await expect(inspectBytes('')).rejects.toBeInstanceOf(DocumentEmptyError);
  });

  it('refuses a PDF without pages', async () => {
    const empty = await (await PDFDocument.create()).save({ addDefaultPage: false });
    await expect(inspectBytes(empty)).rejects.toBeInstanceOf(DocumentEmptyError);
  });

  it('refuses what is none of the formats, whatever its name', async () => {
    await expect(inspectBytes('PK\u0003\u0004 a zip file that calls itself upload.pdf')).rejects.toBeInstanceOf(
      UnsupportedFormatError,
    );
  });

  it('refuses a PDF that needs a password', async () => {
    const pdf = await PDFDocument.load(await drawPdf(blank));
    pdf.encrypt({ userPassword: 'secret', ownerPassword: 'owner' });
    await expect(inspectBytes(await pdf.save())).rejects.toBeInstanceOf(DocumentEncryptedError);
  });

  it('counts the pages that are there, not those that the file claims', async () => {
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

  it('writes a record a page from its own text, without OCR', async () => {
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

  it('puts the words where the page image shows them', async () => {
    const { records } = await read(await drawPdf(withText()));
    const first = records[0]?.words[0];
    expect(first?.x1).toBeCloseTo((73 / 72) * 220, -1);
    expect(first?.y2).toBeCloseTo((100 / 72) * 220, -1);
  });

  it('turns a page upright whose text runs upwards', async () => {
    const { records } = await read(await drawPdf(withTextUpwards));
    expect(records[0]).toMatchObject({ rotation: 90, width: 2573, height: 1818, thumbnail: { width: 96 } });
    expect(records[0]?.fulltext).toContain('Dear Sir or Madam,\nthank you');
  });

  it('reads the lines of a page from the top, though a viewer shows the page turned', async () => {
    const { records } = await read(
      await drawPdf(async (page, pdf) => {
        await withText()(page, pdf);
        await turned(page, 90);
      }),
    );
    expect(records[0]).toMatchObject({ rotation: 270, fulltext: LETTER_LINES.join('\n') });
  });

  it('tells of each page that is done', async () => {
    const done: number[] = [];
    await read(await drawPdf(withText(), withText()), {
      page: (page?: number) => {
        if (page !== undefined) done.push(page);
      },
    });
    expect(done).toEqual([1, 2]);
  });

  it('says that a blank page holds nothing', async () => {
    const { records } = await read(await drawPdf(withText(), blank));
    expect(records[1]).toMatchObject({ text_source: 'none', words: [], fulltext: '', ink: 0 });
  });
});

describe('looking at text layers', () => {
  it('looks at two pages however slow the first is, and then at no more than there is time for', async () => {
    const slow = {
      pageCount: 8,
      textLayer: async (page: number): Promise<TextLayer> => {
        await sleep(60);
        return { words: [], quality: page === 1 ? 'good' : 'none', doubt: 'no', rotation: 0 };
      },
    };
    expect([...(await lookAtTextLayers(slow))]).toEqual([
      [1, 'good'],
      [5, 'none'],
    ]);
  });
});

describe('spreadOut', () => {
  it('names every page once, far apart first', () => {
    expect([...spreadOut(8)]).toEqual([0, 4, 2, 6, 1, 3, 5, 7]);
    for (const count of [1, 2, 3, 7, 100])
      expect([...spreadOut(count)].toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: count }, (_, index) => index),
      );
  });
});
