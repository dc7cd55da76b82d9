/** Job `readPageRange`: writes the page records of a range of pages and the results derived from them. */
import { DocumentUnreadableError } from '../../errors.ts';
import type { PageInspection, PageRange } from '../../documents/formats/document-file.ts';
import type { DocumentReader } from '../../documents/formats/document-reader.ts';
import { withDocument } from '../../documents/formats/document-cache.ts';
import { PageFiles } from '../../results/page-files.ts';
import { lowResolutionPixels } from '../../documents/page-pixels.ts';
import type { PageRecord } from '../../documents/page-record.ts';
import type { JobReport, ParserJob, ParserJobs, UnreadPart } from '../../parser-jobs.ts';
import type { Language } from '../../ocr/languages/languages.ts';
import { LANGUAGES } from '../../ocr/languages/languages.ts';
import type { ReadPageOptions } from '../../documents/read-page.ts';
import { readPage, readPicture, unreadablePage } from '../../documents/read-page.ts';

interface PageRead {
  /** One, or one for each crop. */
  readonly records: readonly PageRecord[];
  readonly unreadable: DocumentUnreadableError | null;
}

/** Loads the modules that find crops where a workflow crops, as read-page.ts loads those of OCR. */
const readCrops = async (
  reader: DocumentReader,
  page: number,
  options: ReadPageOptions,
  report: JobReport,
): Promise<PageRecord[]> => {
  const [{ findCrops }, { readCroppedPage }] = await Promise.all([
    import('../../documents/crops/find-crops.ts'),
    import('../../documents/crops/read-cropped-page.ts'),
  ]);
  return readCroppedPage(reader, page, options, findCrops, () => {
    report.crop();
  });
};

interface RangeOptions extends ReadPageOptions {
  readonly cropping: boolean;
  readonly unread: UnreadPart | undefined;
}

/** @throws DocumentUnreadableError if the page cannot be parsed or rendered, or is not to be */
const readRecords = async (
  reader: DocumentReader,
  page: number,
  { cropping, unread, ...options }: RangeOptions,
  report: JobReport,
): Promise<PageRecord[]> => {
  if (unread === 'page') throw new DocumentUnreadableError(`Page ${page} cannot be rendered: it may be damaged.`);
  if (unread === 'text') return [{ ...(await readPicture(reader, page)), unread: true }];
  return cropping ? readCrops(reader, page, options, report) : [await readPage(reader, page, options)];
};

/** Returns the page's records. Where the page cannot be read: a blank record and the error. */
const readOrBlank = async (
  reader: DocumentReader,
  page: number,
  inspection: PageInspection,
  options: RangeOptions,
  report: JobReport,
): Promise<PageRead> => {
  try {
    return { records: await readRecords(reader, page, options, report), unreadable: null };
  } catch (error) {
    if (!(error instanceof DocumentUnreadableError)) throw error;
    const blank = unreadablePage(page, { widthMm: inspection.width_mm, heightMm: inspection.height_mm });
    return { records: [{ ...blank, unread: true }], unreadable: error };
  }
};

const asLanguage = (code: string | null): Language | undefined => LANGUAGES.find((language) => language === code);

interface PagesRead {
  readonly ocrPages: number;
  /** One error for each page that could not be read. */
  readonly unreadable: readonly DocumentUnreadableError[];
}

const writeRecords = async (
  reader: DocumentReader,
  { range, pages, languages, cropping = false, textType, unread, folder }: ParserJobs['readPageRange']['input'],
  report: JobReport,
): Promise<PagesRead> => {
  const files = new PageFiles(textType);
  let ocrPages = 0;
  const failures: DocumentUnreadableError[] = [];
  let priorLanguage: Language | undefined;
  for (const [index, inspection] of pages.entries()) {
    const page = range.from + index;
    const options = { languages, priorLanguage, cropping, unread };
    const { records, unreadable } = await readOrBlank(reader, page, inspection, options, report);
    for (const record of records) {
      files.add(record);
      priorLanguage = asLanguage(record.language) ?? priorLanguage;
    }
    if (records.some(({ text_source: source }) => source === 'ocr')) ocrPages += 1;
    if (unreadable !== null) failures.push(unreadable);
    report.page(page);
  }
  await files.write(folder);
  return { ocrPages, unreadable: failures };
};

const renders = async (reader: DocumentReader, page: number): Promise<boolean> => {
  try {
    await reader.render(page, lowResolutionPixels(await reader.pageSize(page)), 1);
    return true;
  } catch (error) {
    if (!(error instanceof DocumentUnreadableError)) throw error;
    return false;
  }
};

/** Whether a page outside the range can be rendered. The first page is tried first: most files are damaged at their end. */
const rendersOutside = async (reader: DocumentReader, { from, to }: PageRange): Promise<boolean> => {
  for (let page = 1; page <= reader.pageCount; page += 1)
    if ((page < from || page > to) && (await renders(reader, page))) return true;
  return false;
};

export const run: ParserJob<'readPageRange'> = (input, report) =>
  withDocument(input.path, async (reader) => {
    const { ocrPages, unreadable } = await writeRecords(reader, input, report);
    // The document fails only where none of its pages can be read; otherwise unreadable pages stay blank.
    const [first] = unreadable;
    if (first !== undefined && unreadable.length === input.pages.length && !(await rendersOutside(reader, input.range)))
      throw first;
    return { pages: input.pages.length, ocrPages };
  });
