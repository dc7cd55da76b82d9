/** Plans the chunks of pages that ReadPages reads. */
import type { PageInspection, PageRange } from '../../documents/formats/document-file.ts';

/** Milliseconds that a page takes on one core (measured). Only the ratio matters. */
const TEXT_LAYER_PAGE_MS = 14;
const OCR_PAGE_MS = 900;

/** Shortest range, in milliseconds: below it, opening the file and writing records outweigh the parallelism. */
const SMALLEST_RANGE_MS = 200;
/** Longest range: two OCR pages. Cores then finish at about the same time, and little is repeated after a crash. */
const LARGEST_RANGE_MS = 2 * OCR_PAGE_MS;
const MOST_PAGES = 25;
/** Number of ranges of a medium-sized document: a multiple of the usual numbers of cores. */
const RANGES_WANTED = 24;
/** The number of ranges is a multiple of this: on two cores, seven ranges take as long as eight. */
const SIDE_BY_SIDE = 4;

const costOf = (page: PageInspection): number => (page.text_layer === 'good' ? TEXT_LAYER_PAGE_MS : OCR_PAGE_MS);

/** The pages of one ReadPages task. */
export interface PlannedChunk extends PageRange {
  /** First pages of the ranges that are read in parallel; the first is `from`. Absent: one range. */
  readonly starts?: readonly number[] | undefined;
}

/**
 * Returns consecutive chunks that cover every page once, in order. The ranges do not depend on `rangesPerChunk`, so that
 * a page is read the same on every host.
 * @param rangesPerChunk  ranges that one task reads in parallel
 */
export const planChunks = (pages: readonly PageInspection[], rangesPerChunk = 1): PlannedChunk[] => {
  const ranges = planRanges(pages);
  if (rangesPerChunk === 1) return ranges;
  return ranges.flatMap(({ from, to }, at) => {
    if (at % rangesPerChunk !== 0) return [];
    const own = ranges.slice(at, at + rangesPerChunk);
    return [
      { from, to: own.at(-1)?.to ?? to, ...(own.length === 1 ? {} : { starts: own.map((range) => range.from) }) },
    ];
  });
};

/** Returns the ranges of a chunk, in page order. */
export const rangesOf = ({ from, to, starts = [from] }: PlannedChunk): PageRange[] =>
  starts.map((start, at) => ({ from: start, to: (starts[at + 1] ?? to + 1) - 1 }));

const evenly = (ranges: number): number => (ranges === 1 ? 1 : Math.ceil(ranges / SIDE_BY_SIDE) * SIDE_BY_SIDE);

/** Returns consecutive ranges of about equal cost: at most 25 pages with a good text layer, or 2 that need OCR. */
const planRanges = (pages: readonly PageInspection[]): PageRange[] => {
  const total = pages.reduce((sum, page) => sum + costOf(page), 0);
  const wanted = Math.min(LARGEST_RANGE_MS, Math.max(SMALLEST_RANGE_MS, total / RANGES_WANTED));
  const share = total / evenly(Math.max(Math.ceil(total / wanted), Math.ceil(pages.length / MOST_PAGES)));
  const ranges: { from: number; to: number; share: number }[] = [];
  let before = 0;
  pages.forEach((page, index) => {
    const cost = costOf(page);
    // A page belongs to the share of the total cost in which the middle of its own cost lies.
    const own = Math.floor((before + cost / 2) / share);
    const last = ranges.at(-1);
    if (last?.share === own && last.to - last.from + 1 < MOST_PAGES) last.to = index + 1;
    else ranges.push({ from: index + 1, to: index + 1, share: own });
    before += cost;
  });
  return ranges.map(({ from, to }) => ({ from, to }));
};
