/** Job `inspect`: the upload's format and page count, and which pages need OCR. Renders nothing. */
import { DocumentUnreadableError, TooManyPagesError } from '../../errors.ts';
import type { Inspection, PageInspection } from '../../documents/formats/document-file.ts';
import type { DocumentReader } from '../../documents/formats/document-reader.ts';
import { withDocument } from '../../documents/formats/document-cache.ts';
import type { ParserJob } from '../../parser-jobs.ts';

/**
 * Milliseconds for checking text layers, of sampled pages that lie ever closer together. An unchecked page gets the
 * quality of the nearest checked one: this only sizes the work, because `readPageRange` checks every page's text layer.
 */
const TEXT_LAYER_BUDGET_MS = 50;
/**
 * The budget while fewer than LEAST_PAGES pages have been parsed: a document without a readable page is refused, and
 * the first page takes longest because engines are still being loaded.
 */
const FIRST_PAGES_BUDGET_MS = 2500;
const LEAST_PAGES = 2;
const LARGEST_MM = 25_000;

type Quality = PageInspection['text_layer'];

/** Returns the quality of one page's text layer; `bad` for a page that cannot be parsed. */
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
