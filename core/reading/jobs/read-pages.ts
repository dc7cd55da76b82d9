/** Job `readPages`: the records of a range of pages, as JSON lines. */
import { open } from 'node:fs/promises';
import { DocumentUnreadableError } from '../../errors.ts';
import type { PageInspection } from '../document-file.ts';
import type { DocumentReader } from '../document-reader.ts';
import { openDocument } from '../open-document.ts';
import type { PageRecord } from '../page-record.ts';
import type { Language, ParserJob } from '../parser-jobs.ts';
import { LANGUAGES } from '../parser-jobs.ts';
import type { ReadPageOptions } from '../read-page.ts';
import { readPage, unreadablePage } from '../read-page.ts';

/** The page's record; a blank one where this page alone cannot be read. */
const readOrBlank = async (reader: DocumentReader, page: number, inspection: PageInspection, options: ReadPageOptions): Promise<{ record: PageRecord; readable: boolean }> => {
  try {
    return { record: await readPage(reader, page, options), readable: true };
  } catch (error) {
    if (!(error instanceof DocumentUnreadableError)) throw error;
    return { record: unreadablePage(page, { widthMm: inspection.width_mm, heightMm: inspection.height_mm }), readable: false };
  }
};

const asLanguage = (code: string | null): Language | undefined => LANGUAGES.find((language) => language === code);

const neverRead = (): DocumentUnreadableError => new DocumentUnreadableError('No page of the document can be read: it is damaged beyond repair.');

export const run: ParserJob<'readPages'> = async ({ path, range, pages, languages, recordsPath }, report) => {
  const reader = await openDocument(path);
  const file = await open(recordsPath, 'w');
  let priorLanguage: Language | undefined;
  let ocrPages = 0;
  let readablePages = 0;
  try {
    for (const [index, inspection] of pages.entries()) {
      const page = range.from + index;
      const { record, readable } = await readOrBlank(reader, page, inspection, { languages, priorLanguage });
      await file.write(`${JSON.stringify(record)}\n`);
      if (record.text_source === 'ocr') ocrPages += 1;
      if (readable) readablePages += 1;
      priorLanguage = asLanguage(record.language) ?? priorLanguage;
      report.page(page);
    }
  } finally {
    await file.close();
    await reader.close();
  }
  // Where other ranges of the document can be read, this one's pages stay blank and the document is kept.
  if (readablePages === 0 && pages.length === reader.pageCount) throw neverRead();
  return { pages: pages.length, ocrPages };
};
