/** How a document's pages are dealt out to ReadPages. */
import type { PageInspection, PageRange } from '../documents/formats/document-file.ts';

/** Milliseconds a page takes on one core, measured: only their ratio matters. */
const TEXT_LAYER_PAGE_MS = 14;
const OCR_PAGE_MS = 900;

/** A range is worth its overhead (opening the file, writing its records) from here on. */
const SMALLEST_RANGE_MS = 200;
/** Two OCR pages: small enough that several cores end together and that little is done again after a crash. */
const LARGEST_RANGE_MS = 2 * OCR_PAGE_MS;
const MOST_PAGES = 25;
/** Ranges of a mid-sized document: a multiple of any usual number of cores. */
const RANGES_WANTED = 24;
/** Ranges of a small one are a multiple of this: seven on two cores are read in the time of eight. */
const SIDE_BY_SIDE = 4;

const costOf = (page: PageInspection): number => (page.text_layer === 'good' ? TEXT_LAYER_PAGE_MS : OCR_PAGE_MS);

/** Pages that ReadPages reads at once. */
export interface PlannedChunk extends PageRange {
  /** First pages of the ranges that it is read in, side by side, the first of them `from`; absent: it is one. */
  readonly starts?: readonly number[] | undefined;
}

/**
 * Consecutive chunks that cover all pages once, in order. How many ranges make a chunk changes nothing in the ranges: a page is read the
 * same wherever it is.
 * @param rangesAChunk  as many as are read side by side where a chunk is
 */
export const planChunks = (pages: readonly PageInspection[], rangesAChunk = 1): PlannedChunk[] => {
  const ranges = planRanges(pages);
  if (rangesAChunk === 1) return ranges;
  return ranges.flatMap(({ from, to }, at) => {
    if (at % rangesAChunk !== 0) return [];
    const own = ranges.slice(at, at + rangesAChunk);
    return [
      { from, to: own.at(-1)?.to ?? to, ...(own.length === 1 ? {} : { starts: own.map((range) => range.from) }) },
    ];
  });
};

/** The ranges of a chunk, in page order. */
export const rangesOf = ({ from, to, starts = [from] }: PlannedChunk): PageRange[] =>
  starts.map((start, at) => ({ from: start, to: (starts[at + 1] ?? to + 1) - 1 }));

const evenly = (ranges: number): number => (ranges === 1 ? 1 : Math.ceil(ranges / SIDE_BY_SIDE) * SIDE_BY_SIDE);

/** Consecutive ranges that cover all pages once, in order, of about equal cost: at most 25 pages with a good text layer, or 2 that need OCR. */
const planRanges = (pages: readonly PageInspection[]): PageRange[] => {
  const total = pages.reduce((sum, page) => sum + costOf(page), 0);
  const wanted = Math.min(LARGEST_RANGE_MS, Math.max(SMALLEST_RANGE_MS, total / RANGES_WANTED));
  const share = total / evenly(Math.max(Math.ceil(total / wanted), Math.ceil(pages.length / MOST_PAGES)));
  const ranges: { from: number; to: number; share: number }[] = [];
  let before = 0;
  pages.forEach((page, index) => {
    const cost = costOf(page);
    // The share of the work in which the middle of the page's work falls.
    const own = Math.floor((before + cost / 2) / share);
    const last = ranges.at(-1);
    if (last?.share === own && last.to - last.from + 1 < MOST_PAGES) last.to = index + 1;
    else ranges.push({ from: index + 1, to: index + 1, share: own });
    before += cost;
  });
  return ranges.map(({ from, to }) => ({ from, to }));
};
