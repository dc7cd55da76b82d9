/** How a document's pages are dealt out to ReadPages. */
import type { PageInspection, PageRange } from './document-file.ts';

/** Milliseconds a page takes on one core, measured: only their ratio matters. */
const TEXT_LAYER_PAGE_MS = 14;
const OCR_PAGE_MS = 900;

/** A chunk is worth its overhead (opening the file, writing its records) from here on. */
const SMALLEST_CHUNK_MS = 200;
/** Two OCR pages: small enough that several cores end together and that little is done again after a crash. */
const LARGEST_CHUNK_MS = 2 * OCR_PAGE_MS;
const MOST_PAGES = 25;
/** Chunks of a mid-sized document: a multiple of any usual number of cores. */
const CHUNKS_WANTED = 24;

const costOf = (page: PageInspection): number => (page.text_layer === 'good' ? TEXT_LAYER_PAGE_MS : OCR_PAGE_MS);

/**
 * Consecutive ranges that cover all pages once, in order, of about equal cost: at most 25 pages with a good text
 * layer, or 2 that need OCR.
 */
export const planChunks = (pages: readonly PageInspection[]): PageRange[] => {
  const total = pages.reduce((sum, page) => sum + costOf(page), 0);
  const wanted = Math.min(LARGEST_CHUNK_MS, Math.max(SMALLEST_CHUNK_MS, total / CHUNKS_WANTED));
  const share = total / Math.max(Math.ceil(total / wanted), Math.ceil(pages.length / MOST_PAGES));
  const chunks: { from: number; to: number; share: number }[] = [];
  let before = 0;
  pages.forEach((page, index) => {
    const cost = costOf(page);
    // The share of the work in which the middle of the page's work falls.
    const own = Math.floor((before + cost / 2) / share);
    const last = chunks.at(-1);
    if (last?.share === own && last.to - last.from + 1 < MOST_PAGES) last.to = index + 1;
    else chunks.push({ from: index + 1, to: index + 1, share: own });
    before += cost;
  });
  return chunks.map(({ from, to }) => ({ from, to }));
};
