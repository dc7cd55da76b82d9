/** Job `inspect`: what an upload is, and what its pages will cost to read. Nothing is rendered. */
import { DocumentUnreadableError, TooManyPagesError } from '../../errors.ts';
import type { Inspection, PageInspection } from '../document-file.ts';
import type { DocumentReader } from '../document-reader.ts';
import { openDocument } from '../open-document.ts';
import type { ParserJob } from '../parser-jobs.ts';

/**
 * Milliseconds spent on looking at text layers. Pages beyond are taken to be like the last page looked at: the verdict here
 * only sizes the work, `readPages` looks at every page's layer itself.
 */
const TEXT_LAYER_BUDGET_MS = 2500;
const LARGEST_MM = 25_000;

type Quality = PageInspection['text_layer'];

/** The quality of one page's text layer; `bad` for a page that cannot be parsed. */
const qualityOf = async (reader: DocumentReader, page: number): Promise<{ quality: Quality; parsed: boolean }> => {
  try {
    return { quality: (await reader.textLayer(page)).quality, parsed: true };
  } catch (error) {
    if (error instanceof DocumentUnreadableError) return { quality: 'bad', parsed: false };
    throw error;
  }
};

const inspectPages = async (reader: DocumentReader): Promise<PageInspection[]> => {
  const pages: PageInspection[] = [];
  const deadline = performance.now() + TEXT_LAYER_BUDGET_MS;
  let quality: Quality = 'none';
  let lookedAt = 0;
  let parsed = 0;
  for (let page = 1; page <= reader.pageCount; page += 1) {
    const { widthMm, heightMm } = await reader.pageSize(page);
    if (performance.now() < deadline) {
      const verdict = await qualityOf(reader, page);
      quality = verdict.quality;
      lookedAt += 1;
      if (verdict.parsed) parsed += 1;
    }
    pages.push({ width_mm: Math.min(widthMm, LARGEST_MM), height_mm: Math.min(heightMm, LARGEST_MM), text_layer: quality });
  }
  if (lookedAt > 0 && parsed === 0) throw new DocumentUnreadableError('No page of the document can be read: it is damaged beyond repair.');
  return pages;
};

export const run: ParserJob<'inspect'> = async ({ path, maxPages }): Promise<Inspection> => {
  const reader = await openDocument(path);
  try {
    if (maxPages !== null && reader.pageCount > maxPages) {
      throw new TooManyPagesError(`The document has ${reader.pageCount} pages; at most ${maxPages} are read in one document. Send it in parts.`);
    }
    return { kind: reader.kind, page_count: reader.pageCount, encrypted: reader.encrypted, pages: await inspectPages(reader) };
  } finally {
    await reader.close();
  }
};
