/** Reads page records in page order, with one chunk in memory at a time. */
import type { BlobStore } from '../../ports.ts';
import type { PageJson } from '../../documents/page-record.ts';
import { processingBlobs } from '../processing-blobs.ts';
import type { ProcessingKey } from '../step-data.ts';
import { follows } from './stream-pages.ts';
import type { StreamPage } from './stream-pages.ts';

async function* linesInOrder(blobs: BlobStore, { account_id, processing_id }: ProcessingKey): AsyncGenerator<PageJson> {
  for (const key of await blobs.list(processingBlobs(account_id, processing_id).records)) {
    const { buffer, byteOffset, length } = await blobs.get(key);
    yield* linesOf(Buffer.from(buffer, byteOffset, length));
  }
}

function* linesOf(chunk: Buffer): Generator<PageJson> {
  for (let from = 0; from < chunk.length;) {
    const found = chunk.indexOf(LINE_FEED, from);
    const end = found === -1 ? chunk.length : found;
    if (end > from) yield chunk.subarray(from, end);
    from = end + 1;
  }
}

const LINE_FEED = 0x0a;
/** The first bytes of a record: they contain its page number and that of its crop. */
const RECORD_HEAD_BYTES = 80;
/** The beginning of a record: the order of members of page-record.ts, as JSON.stringify writes it. */
const PAGE_NUMBER = /^\{"schema_version":1,"page":(\d+),(?:"crop":(\d+),)?/;

/** Returns which page or crop a record is of, without parsing it; undefined where it is no record. */
export const streamPageOf = (recordHead: string): StreamPage | undefined => {
  const [, page, crop] = PAGE_NUMBER.exec(recordHead) ?? [];
  if (page === undefined) return undefined;
  return { page: Number(page), ...(crop === undefined ? {} : { crop: Number(crop) }) };
};

/**
 * Yields the records of pages 1 to `pageCount`, of a cropped page those of its crops, as they were written, without
 * parsing them.
 * @throws Error where a page is missing or repeated: an error of the service
 */
export async function* readPageLines(
  blobs: BlobStore,
  key: ProcessingKey,
  pageCount: number,
): AsyncGenerator<PageJson> {
  let last: StreamPage | undefined;
  for await (const line of linesInOrder(blobs, key)) {
    const next = streamPageOf(line.toString('latin1', 0, RECORD_HEAD_BYTES));
    if (next === undefined || !follows(last, next))
      throw new Error(
        `Expected the record of page ${(last?.page ?? 0) + 1}, but found page ${next?.page ?? 'unknown'}.`,
      );
    last = next;
    yield line;
  }
  if (last?.page !== pageCount)
    throw new Error(`Expected records of ${pageCount} pages, but found ${last?.page ?? 0}.`);
}
