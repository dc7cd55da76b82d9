/**
 * The windows in which the split model sees a long document: a request to it takes a limited number of bytes. Neighbouring windows share
 * pages, so that the model sees enough pages on both sides of each gap in one of them.
 */
import type { PageJson } from '../documents/page-record.ts';

/** Bytes of the pages of one request where a model names no other limit: with the JSON around them below the 4 MB of a serverless SageMaker endpoint. */
export const MAX_WINDOW_BYTES = 3_900_000;
/**
 * Pages that neighbouring windows share: the model's CONTEXT_PAGES on both sides of a gap, so that one of the windows holds all pages
 * on which the gap's score depends. (A test compares the two numbers.)
 */
export const WINDOW_OVERLAP = 106;
/**
 * Share of a window's bytes that those pages may take. More lets a document of heavy pages be scored more often, less lets the scores of
 * its gaps depend on where the windows end: docs/decisions/0019-windows-share-up-to-three-quarters-of-their-bytes.md has figures.
 */
const MAX_OVERLAP_SHARE = 0.75;

export interface PageWindow {
  /** Pages of the document before the window. */
  readonly from: number;
  readonly pages: readonly PageJson[];
  /** Whether the document ends with the window. */
  readonly isLast: boolean;
}

export interface WindowLimits {
  /** Bytes of a window's pages; two pages are never too many. */
  readonly maxBytes: number;
  /** Pages that neighbouring windows share at most. */
  readonly overlap: number;
}

/** With the comma after it. */
const bytesOf = (json: PageJson | undefined): number => (json?.length ?? 0) + 1;

const totalBytes = (pages: readonly PageJson[]): number => pages.reduce((sum, json) => sum + bytesOf(json), 0);

/**
 * The windows over a document's pages, in order, one window and one page in memory at a time; one empty window where there are no pages.
 * Where `overlap` pages take more than MAX_OVERLAP_SHARE of a window, as many are shared as fit into that share, at least one.
 * @param pages  in page order
 */
export async function* pageWindows(
  pages: AsyncIterable<PageJson> | Iterable<PageJson>,
  { maxBytes, overlap }: WindowLimits,
): AsyncGenerator<PageWindow> {
  let window: PageJson[] = [];
  let from = 0;
  let bytes = 0;
  for await (const page of pages) {
    const size = bytesOf(page);
    if (bytes + size > maxBytes && window.length > 1) {
      yield { from, pages: window, isLast: false };
      const shared = sharedPages(window, Math.min(MAX_OVERLAP_SHARE * maxBytes, maxBytes - size), overlap);
      from += window.length - shared.length;
      bytes = totalBytes(shared);
      window = shared;
    }
    window.push(page);
    bytes += size;
  }
  yield { from, pages: window, isLast: true };
}

/** The last of a window's pages: at most `overlap`, of no more than `maxBytes`, but never none and never all. */
function sharedPages(pages: readonly PageJson[], maxBytes: number, overlap: number): PageJson[] {
  let first = pages.length - 1;
  let bytes = bytesOf(pages[first]);
  while (first > 1 && pages.length - first < overlap) {
    bytes += bytesOf(pages[first - 1]);
    if (bytes > maxBytes) break;
    first -= 1;
  }
  return pages.slice(first);
}
