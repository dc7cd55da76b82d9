/** Job `inspect`: what an upload is, and what its pages will cost to read. Nothing is rendered. */
import { DocumentUnreadableError, TooManyPagesError } from '../../errors.ts';
import type { Inspection, PageInspection } from '../../documents/formats/document-file.ts';
import type { DocumentReader } from '../../documents/formats/document-reader.ts';
import { withDocument } from '../../documents/formats/kept-document.ts';
import type { ParserJob } from '../../parser-jobs.ts';

/**
 * Milliseconds of looking at text layers, from page to page ever closer together. A page that is not looked at is taken to be like the
 * nearest that was: the verdict here only sizes the work, and `readPages` looks at every page's layer itself.
 */
const TEXT_LAYER_BUDGET_MS = 50;
/** The same as long as fewer pages than LEAST_PAGES could be parsed: none decides whether there is a document, and the first takes longest where nothing is loaded yet. */
const FIRST_PAGES_BUDGET_MS = 2500;
const LEAST_PAGES = 2;
const LARGEST_MM = 25_000;

type Quality = PageInspection['text_layer'];

/** The quality of one page's text layer; `bad` for a page that cannot be parsed. */
const qualityOf = async (
  reader: Pick<DocumentReader, 'textLayer'>,
  page: number,
): Promise<{ quality: Quality; parsed: boolean }> => {
  try {
    return { quality: (await reader.textLayer(page)).quality, parsed: true };
  } catch (error) {
    if (error instanceof DocumentUnreadableError) return { quality: 'bad', parsed: false };
    throw error;
  }
};

/** 0 to count − 1, each once, first far apart and then ever closer: 0, 4, 2, 6, 1, 3, 5, 7. */
export function* spreadOut(count: number): Generator<number> {
  yield 0;
  for (let step = 2 ** Math.ceil(Math.log2(Math.max(1, count))) / 2; step >= 1; step /= 2) {
    for (let index = step; index < count; index += 2 * step) yield index;
  }
}

/** The quality of each page that was looked at, by its number. @throws DocumentUnreadableError where none can be parsed */
export const lookAtTextLayers = async (
  reader: Pick<DocumentReader, 'pageCount' | 'textLayer'>,
): Promise<ReadonlyMap<number, Quality>> => {
  const qualities = new Map<number, Quality>();
  const started = performance.now();
  let parsed = 0;
  for (const index of spreadOut(reader.pageCount)) {
    if (performance.now() - started > (parsed < LEAST_PAGES ? FIRST_PAGES_BUDGET_MS : TEXT_LAYER_BUDGET_MS)) break;
    const verdict = await qualityOf(reader, index + 1);
    qualities.set(index + 1, verdict.quality);
    if (verdict.parsed) parsed += 1;
  }
  if (parsed === 0)
    throw new DocumentUnreadableError('No page of the document can be read: it is damaged beyond repair.');
  return qualities;
};

/** The quality of the nearest page that was looked at; of two that are as near the earlier one's. */
const nearestQuality = (qualities: ReadonlyMap<number, Quality>, page: number, pageCount: number): Quality => {
  for (let distance = 0; distance < pageCount; distance += 1) {
    const quality = qualities.get(page - distance) ?? qualities.get(page + distance);
    if (quality !== undefined) return quality;
  }
  return 'none';
};

const inspectPages = async (reader: DocumentReader): Promise<PageInspection[]> => {
  const qualities = await lookAtTextLayers(reader);
  const pages: PageInspection[] = [];
  for (let page = 1; page <= reader.pageCount; page += 1) {
    const { widthMm, heightMm } = await reader.pageSize(page);
    pages.push({
      width_mm: Math.min(widthMm, LARGEST_MM),
      height_mm: Math.min(heightMm, LARGEST_MM),
      text_layer: nearestQuality(qualities, page, reader.pageCount),
    });
  }
  return pages;
};

export const run: ParserJob<'inspect'> = ({ path, maxPages }) =>
  withDocument(path, async (reader): Promise<Inspection> => {
    if (maxPages !== null && reader.pageCount > maxPages) {
      throw new TooManyPagesError(
        `The document has ${reader.pageCount} pages; at most ${maxPages} are read in one document. Send it in parts.`,
      );
    }
    return {
      kind: reader.kind,
      page_count: reader.pageCount,
      encrypted: reader.encrypted,
      pages: await inspectPages(reader),
    };
  });
