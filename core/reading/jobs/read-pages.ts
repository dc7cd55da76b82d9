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

/** The page's record; a blank one, and why, where this page alone cannot be read. */
const readOrBlank = async (reader: DocumentReader, page: number, inspection: PageInspection, options: ReadPageOptions): Promise<{ record: PageRecord; unreadable: DocumentUnreadableError | null }> => {
  try {
    return { record: await readPage(reader, page, options), unreadable: null };
  } catch (error) {
    if (!(error instanceof DocumentUnreadableError)) throw error;
    return { record: unreadablePage(page, { widthMm: inspection.width_mm, heightMm: inspection.height_mm }), unreadable: error };
  }
};

const asLanguage = (code: string | null): Language | undefined => LANGUAGES.find((language) => language === code);

interface PageCounts {
  readonly ocr: number;
  /** Why the first page that cannot be read cannot be read. */
  readonly unreadable: DocumentUnreadableError | null;
  readonly readable: number;
}

const writeRecords = async (reader: DocumentReader, { range, pages, languages, folder }: ParserJobs['readPages']['input'], report: { page(page: number): void }): Promise<PageCounts> => {
  const files = new PageFiles();
  let [ocr, readable] = [0, 0];
  let firstUnreadable: DocumentUnreadableError | null = null;
  let priorLanguage: Language | undefined;
  for (const [index, inspection] of pages.entries()) {
    const page = range.from + index;
    const { record, unreadable } = await readOrBlank(reader, page, inspection, { languages, priorLanguage });
    files.add(record);
    if (record.text_source === 'ocr') ocr += 1;
    if (unreadable === null) readable += 1;
    firstUnreadable ??= unreadable;
    priorLanguage = asLanguage(record.language) ?? priorLanguage;
    report.page(page);
  }
  await files.write(folder);
  return { ocr, readable, unreadable: firstUnreadable };
};

export const run: ParserJob<'readPages'> = (input, report) =>
  withDocument(input.path, async (reader) => {
    const { ocr, readable, unreadable } = await writeRecords(reader, input, report);
    const pages = input.pages.length;
    // Where other ranges of the document can be read, this one's pages stay blank and the document is kept.
    if (readable === 0 && unreadable !== null && pages === reader.pageCount) throw unreadable;
    return { pages, ocrPages: ocr };
  });
