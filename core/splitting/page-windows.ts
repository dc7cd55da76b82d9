/**
 * Cuts a long document into windows for the split model, because the size of a request is limited. Neighbouring windows
 * share pages, so that for each gap one window contains enough pages on both sides.
 */
import type { PageJson } from '../documents/page-record.ts';

/** Default maximum size of a window's pages, in bytes: a serverless SageMaker endpoint accepts requests of 4 MB. */
export const MAX_WINDOW_BYTES = 3_900_000;
/**
 * Pages that neighbouring windows share: twice the model's CONTEXT_PAGES, so that one of the windows contains all pages
 * on which a gap's score depends. (A test compares the two numbers.)
 */
export const WINDOW_OVERLAP = 126;
/**
 * Largest share of a window's bytes that shared pages may take. With a larger share, heavy pages are scored more often;
 * with a smaller one, scores depend more on where windows end. Figures:
 * docs/decisions/0019-windows-share-up-to-three-quarters-of-their-bytes.md
 */
const MAX_OVERLAP_SHARE = 0.75;

export interface PageWindow {
  /** Index of the window's first page in the document, from 0. */
  readonly from: number;
  readonly pages: readonly PageJson[];
  /** Whether the document ends with the window. */
  readonly isLast: boolean;
}

export interface WindowLimits {
  /** Maximum size of a window's pages, in bytes. A window may exceed it with two pages. */
  readonly maxBytes: number;
  /** Maximum number of pages that neighbouring windows share. */
  readonly overlap: number;
}

/** Size of a page with the comma after it, in bytes. */
const bytesOf = (json: PageJson | undefined): number => (json?.length ?? 0) + 1;

const totalBytes = (pages: readonly PageJson[]): number => pages.reduce((sum, json) => sum + bytesOf(json), 0);

/**
 * Yields the windows of a document in page order, with one window and one page in memory; one empty window for no
 * pages. Windows share `overlap` pages, or as many as fit into MAX_OVERLAP_SHARE of a window, at least one.
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

/** Returns the last pages of a window: at most `overlap` pages and `maxBytes` bytes, at least one page, but not all. */
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
