/** Job `readPageRange`: the records of a range of pages, and the texts that are made from them. */
import { DocumentUnreadableError } from '../../errors.ts';
import type { PageInspection } from '../../documents/formats/document-file.ts';
import type { DocumentReader } from '../../documents/formats/document-reader.ts';
import { withDocument } from '../../documents/formats/kept-document.ts';
import { PageFiles } from '../../results/page-files.ts';
import type { PageRecord } from '../../documents/page-record.ts';
import type { ParserJob, ParserJobs } from '../../parser-jobs.ts';
import type { Language } from '../../ocr/languages/languages.ts';
import { LANGUAGES } from '../../ocr/languages/languages.ts';
import type { ReadPageOptions } from '../../documents/read-page.ts';
import { readPage, unreadablePage } from '../../documents/read-page.ts';

/** The page's record; a blank one, and why, where this page alone cannot be read. */
const readOrBlank = async (
  reader: DocumentReader,
  page: number,
  inspection: PageInspection,
  options: ReadPageOptions,
): Promise<{ record: PageRecord; unreadable: DocumentUnreadableError | null }> => {
  try {
    return { record: await readPage(reader, page, options), unreadable: null };
  } catch (error) {
    if (!(error instanceof DocumentUnreadableError)) throw error;
    return {
      record: unreadablePage(page, { widthMm: inspection.width_mm, heightMm: inspection.height_mm }),
      unreadable: error,
    };
  }
};

const asLanguage = (code: string | null): Language | undefined => LANGUAGES.find((language) => language === code);

interface PagesRead {
  readonly ocrPages: number;
  /** Why pages could not be read, one a page. */
  readonly unreadable: readonly DocumentUnreadableError[];
}

const writeRecords = async (
  reader: DocumentReader,
  { range, pages, languages, folder }: ParserJobs['readPageRange']['input'],
  report: { page(page: number): void },
): Promise<PagesRead> => {
  const files = new PageFiles();
  let ocrPages = 0;
  const failures: DocumentUnreadableError[] = [];
  let priorLanguage: Language | undefined;
  for (const [index, inspection] of pages.entries()) {
    const page = range.from + index;
    const { record, unreadable } = await readOrBlank(reader, page, inspection, { languages, priorLanguage });
    files.add(record);
    if (record.text_source === 'ocr') ocrPages += 1;
    if (unreadable !== null) failures.push(unreadable);
    priorLanguage = asLanguage(record.language) ?? priorLanguage;
    report.page(page);
  }
  await files.write(folder);
  return { ocrPages, unreadable: failures };
};

export const run: ParserJob<'readPageRange'> = (input, report) =>
  withDocument(input.path, async (reader) => {
    const { ocrPages, unreadable } = await writeRecords(reader, input, report);
    // Where other pages of the document can be read, these stay blank and the document is kept.
    const [first] = unreadable;
    if (first !== undefined && unreadable.length === reader.pageCount) throw first;
    return { pages: input.pages.length, ocrPages };
  });
