/** The page extractions of a request, as ReadPages wrote them. */
import type { PageRecord } from '../../documents/page-record.ts';
import type { BlobStore } from '../../ports.ts';
import { readPageLines } from '../../requests/pages/page-records.ts';
import { follows } from '../../requests/pages/stream-pages.ts';
import { processingBlobs } from '../../requests/processing-blobs.ts';
import type { ProcessingKey } from '../../requests/step-data.ts';
import { extractFromPage, pageExtractionsSchema } from './extractions.ts';
import type { PageExtractions } from './extractions.ts';

/**
 * Reads the extractions of all pages of the stream, in its order.
 * @throws Error unless they are those of `pageCount` pages: a fault of the service
 */
export const readPageExtractions = async (
  blobs: BlobStore,
  key: ProcessingKey,
  pageCount: number,
): Promise<readonly PageExtractions[]> => {
  const prefix = processingBlobs(key.account_id, key.processing_id).partsOf('extractions');
  const decoder = new TextDecoder();
  const files = await Promise.all((await blobs.list(prefix)).map((name) => blobs.get(name)));
  const pages = files
    .flatMap((file) => decoder.decode(file).split('\n'))
    .filter((line) => line !== '')
    .map((line) => pageExtractionsSchema.parse(JSON.parse(line)));
  const found = new Set(pages.map(({ page }) => page)).size;
  if (found !== pageCount || !pages.every((page, at) => follows(pages[at - 1], page)))
    throw new Error(`There are extractions of ${found} pages instead of ${pageCount}, or not in order.`);
  return pages;
};

/** The same of a finished request. Releases before corrections deleted the files: there the records are read again. */
export const pageExtractionsOfResult = async (
  blobs: BlobStore,
  key: ProcessingKey,
  pageCount: number,
): Promise<readonly PageExtractions[]> => {
  const prefix = processingBlobs(key.account_id, key.processing_id).partsOf('extractions');
  if ((await blobs.list(prefix)).length > 0) return readPageExtractions(blobs, key, pageCount);
  const pages: PageExtractions[] = [];
  for await (const line of readPageLines(blobs, key, pageCount)) {
    pages.push(extractFromPage(JSON.parse(line.toString()) as PageRecord)); // Written and validated by ReadPages.
  }
  return pages;
};
