/** The job that reads a range of pages, where a page is to stay unread. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { pageRecordSchema } from '../../../core/documents/page-record.ts';
import type { UnreadPart } from '../../../core/parser-jobs.ts';
import { run } from '../../../core/processing/jobs/read-page-range.ts';
import type { OcrResult } from '../../../core/results/text/ocr-result.ts';
import { PAGE_FILES } from '../../../core/results/page-files.ts';
import { drawPdf, withOversizedImage, withText } from '../drawing/draw-upload.ts';
import { asFile, silent } from '../drawing/read-pdf.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-page-range-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const readFirst = async (
  bytes: Uint8Array,
  unread: UnreadPart,
): Promise<{ record: PageRecord; page: OcrResult['pages'][number] | undefined }> => {
  const input = {
    path: await asFile(bytes),
    kind: 'pdf' as const,
    range: { from: 1, to: 1 },
    pages: [{ width_mm: 210, height_mm: 297, text_layer: 'good' as const }],
    languages: [],
    unread,
    folder,
  };
  await run(input, silent);
  const contentOf = (file: keyof typeof PAGE_FILES): unknown =>
    JSON.parse(readFileSync(join(folder, PAGE_FILES[file].name), 'utf8'));
  return { record: pageRecordSchema.parse(contentOf('records')), page: contentOf('ocr') as OcrResult['pages'][number] };
};

const isWhite = ({ thumbnail }: PageRecord): boolean =>
  Buffer.from(thumbnail.grey, 'base64').every((grey) => grey === 255);

describe('A page without its text', () => {
  it('has its picture and says that it is unread', async () => {
    const { record, page } = await readFirst(await drawPdf(withText()), 'text');
    expect(record).toMatchObject({ unread: true, text_source: 'none', words: [], width: 1818, height: 2573 });
    expect([record.ink > 0, isWhite(record)]).toEqual([true, false]);
    expect(page).toMatchObject({ unread: true, bboxes: [], fulltext: '', unread_ink: 1 });
  });
});

describe('A page that is not read at all', () => {
  it('is blank and says that it is unread, where another page can be rendered', async () => {
    const { record, page } = await readFirst(await drawPdf(withText(), withText()), 'page');
    expect(record).toMatchObject({ unread: true, text_source: 'none', words: [], ink: 0 });
    expect(isWhite(record)).toBe(true);
    expect(page).toMatchObject({ unread: true, unread_ink: 0 });
  });

  it.each([
    ['it is the only one', () => drawPdf(withText())],
    ['no other can be rendered', () => drawPdf(withText(), withOversizedImage(25_000))],
  ])('fails where %s', async (_, draw) => {
    await expect(readFirst(await draw(), 'page')).rejects.toThrow('Page 1 cannot be rendered');
  });
});
