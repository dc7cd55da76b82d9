/** Job `inspect`: the upload's format and page count, and which pages need OCR. Renders nothing. */
import { DocumentUnreadableError, TooManyPagesError } from '../../errors.ts';
import type { Inspection, PageInspection } from '../../documents/formats/document-file.ts';
import type { DocumentReader } from '../../documents/formats/document-reader.ts';
import { withDocument } from '../../documents/formats/document-cache.ts';
import type { ParserJob } from '../../parser-jobs.ts';

/**
 * Pages whose text layer is checked: sampled ones that lie ever closer together, until this budget is spent. A page costs 1,
 * and as much for each WORDS_OF_ONE words; both take about a millisecond. Of a scan, 50 pages are checked, of a printed
 * document some ten. It is no time, so that the ranges in which a document is read, and with them the language that an
 * earlier page suggests, are the same each time. An unchecked page gets the quality of the nearest checked one: this only
 * sizes the work, because `readPageRange` checks every page's text layer.
 */
const TEXT_LAYER_BUDGET = 50;
const WORDS_OF_ONE = 80;
/** Milliseconds after which no further page is checked, of a document whose pages take long. */
const LIMIT_MS = 2500;
/** The same where no page could be parsed yet: the document is refused then. Damaged pages may take long. */
const LIMIT_OF_UNREADABLE_MS = 10_000;
const LARGEST_MM = 25_000;

type Quality = PageInspection['text_layer'];

/** Returns the quality of one page's text layer, and what checking it cost; `bad` for a page that cannot be parsed. */
const qualityOf = async (
  reader: Pick<DocumentReader, 'textLayer'>,
  page: number,
): Promise<{ quality: Quality; parsed: boolean; cost: number }> => {
  try {
    const { quality, words } = await reader.textLayer(page);
    return { quality, parsed: true, cost: 1 + words.length / WORDS_OF_ONE };
  } catch (error) {
    if (error instanceof DocumentUnreadableError) return { quality: 'bad', parsed: false, cost: 1 };
    throw error;
  }
};

/** Yields 0 to count − 1, each once, at halving distances: 0, 4, 2, 6, 1, 3, 5, 7. */
export function* spreadOut(count: number): Generator<number> {
  yield 0;
  for (let step = 2 ** Math.ceil(Math.log2(Math.max(1, count))) / 2; step >= 1; step /= 2) {
    for (let index = step; index < count; index += 2 * step) yield index;
  }
}

/**
 * Returns the quality of each checked page by its number.
 * @throws DocumentUnreadableError where no page can be parsed
 */
export const lookAtTextLayers = async (
  reader: Pick<DocumentReader, 'pageCount' | 'textLayer'>,
): Promise<ReadonlyMap<number, Quality>> => {
  const qualities = new Map<number, Quality>();
  const started = performance.now();
  let [spent, anyParsed] = [0, false];
  for (const index of spreadOut(reader.pageCount)) {
    // A page that cannot be parsed costs little; behind many of them may be one that can.
    if (anyParsed && spent >= TEXT_LAYER_BUDGET) break;
    if (performance.now() - started > (anyParsed ? LIMIT_MS : LIMIT_OF_UNREADABLE_MS)) break;
    const { quality, parsed, cost } = await qualityOf(reader, index + 1);
    qualities.set(index + 1, quality);
    spent += cost;
    anyParsed ||= parsed;
  }
  if (!anyParsed)
    throw new DocumentUnreadableError('No page of the document can be read: it is damaged beyond repair.');
  return qualities;
};

/** Returns the quality of the nearest checked page; of two at the same distance, the earlier one's. */
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
