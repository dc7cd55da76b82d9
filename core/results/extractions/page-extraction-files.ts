/** The page extractions of a request, as ReadPages wrote them. */
import type { PageRecord } from '../../documents/page-record.ts';
import type { BlobStore } from '../../ports.ts';
import { readPageLines } from '../../requests/pages/page-records.ts';
import { processingBlobs } from '../../requests/processing-blobs.ts';
import type { ProcessingKey } from '../../requests/step-data.ts';
import { extractFromPage, pageExtractionsSchema } from './extractions.ts';
import type { PageExtractions } from './extractions.ts';

/**
 * Reads the extractions of all pages, in page order.
 * @throws Error if their number is not `pageCount`: a fault of the service
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
  if (pages.length !== pageCount)
    throw new Error(`There are extractions of ${pages.length} pages instead of ${pageCount}.`);
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
