/** Job `readPages`: the records of a range of pages, and the texts that are made from them. */
import { DocumentUnreadableError } from '../../errors.ts';
import type { PageInspection } from '../document-file.ts';
import type { DocumentReader } from '../document-reader.ts';
import { withDocument } from '../kept-document.ts';
import { PageFiles } from '../page-files.ts';
import type { PageRecord } from '../page-record.ts';
import type { Language, ParserJob, ParserJobs } from '../parser-jobs.ts';
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

interface PageCounts {
  readonly ocr: number;
  readonly readable: number;
}

const writeRecords = async (reader: DocumentReader, { range, pages, languages, folder }: ParserJobs['readPages']['input'], report: { page(page: number): void }): Promise<PageCounts> => {
  const files = new PageFiles();
  const counts = { ocr: 0, readable: 0 };
  let priorLanguage: Language | undefined;
  for (const [index, inspection] of pages.entries()) {
    const page = range.from + index;
    const { record, readable } = await readOrBlank(reader, page, inspection, { languages, priorLanguage });
    files.add(record);
    if (record.text_source === 'ocr') counts.ocr += 1;
    if (readable) counts.readable += 1;
    priorLanguage = asLanguage(record.language) ?? priorLanguage;
    report.page(page);
  }
  await files.write(folder);
  return counts;
};

export const run: ParserJob<'readPages'> = (input, report) =>
  withDocument(input.path, async (reader) => {
    const { ocr, readable } = await writeRecords(reader, input, report);
    const pages = input.pages.length;
    // Where other ranges of the document can be read, this one's pages stay blank and the document is kept.
    if (readable === 0 && pages === reader.pageCount) throw neverRead();
    return { pages, ocrPages: ocr };
  });
