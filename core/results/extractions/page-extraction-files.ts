/** The page extractions of a request, as ReadPages wrote them. */
import type { BlobStore } from '../../ports.ts';
import { processingBlobs } from '../../requests/processing-blobs.ts';
import type { ProcessingKey } from '../../requests/step-data.ts';
import { pageExtractionsSchema } from './extractions.ts';
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
