/** Reading page records back, in page order, one chunk in memory at a time. */
import type { BlobStore } from '../ports.ts';
import type { PageRecord } from './page-record.ts';
import { processingBlobs } from './processing-request.ts';
import type { ProcessingKey } from './step-data.ts';

// Our own parser wrote these lines; checking every word again would cost more than reading them.
const parseRecord = (line: string): PageRecord => JSON.parse(line) as PageRecord;

async function* recordsInOrder(blobs: BlobStore, { account_id, processing_id }: ProcessingKey): AsyncGenerator<PageRecord> {
  const decoder = new TextDecoder();
  for (const key of await blobs.list(processingBlobs(account_id, processing_id).records)) {
    for (const line of decoder.decode(await blobs.get(key)).split('\n')) if (line !== '') yield parseRecord(line);
  }
}

/**
 * The records of pages 1 to `pageCount`.
 * @throws Error where a page is missing or stands twice: a fault of the service
 */
export async function* readPageRecords(blobs: BlobStore, key: ProcessingKey, pageCount: number): AsyncGenerator<PageRecord> {
  let page = 0;
  for await (const record of recordsInOrder(blobs, key)) {
    page += 1;
    if (record.page !== page) throw new Error(`The record of page ${record.page} stands where page ${page} belongs.`);
    yield record;
  }
  if (page !== pageCount) throw new Error(`There are records of ${page} pages, not of ${pageCount}.`);
}
