/** Step ReadPages: one chunk of pages → its page records (one blob of JSON lines) and its parts of the results. */
import { DocumentUnreadableError, isTransient } from '../../errors.ts';
import type { Service } from '../../service.ts';
import { inspectionSchema } from '../../documents/formats/document-file.ts';
import { readJsonBlob } from '../../storage/json-blob.ts';
import type { BlobToWrite } from '../../parser-jobs.ts';
import { PAGE_FILES } from '../../results/page-files.ts';
import { rangesOf } from './plan-chunks.ts';
import { unlessDeleted } from '../../requests/rows/deleted-requests.ts';
import { PageReports } from './page-reports.ts';
import { processingBlobs } from '../../requests/processing-blobs.ts';
import { getProcessingRequest } from '../../requests/processing-requests.ts';
import { processingKeyOf } from '../../requests/step-data.ts';
import type { Chunk, ProcessingKey } from '../../requests/step-data.ts';

/** The blobs of a chunk in the order of PAGE_FILES: the records last. */
const blobsToWrite = (chunk: Chunk): BlobToWrite[] => {
  const blobs = processingBlobs(chunk.account_id, chunk.processing_id);
  // The object has no other members.
  return (Object.keys(PAGE_FILES) as (keyof typeof PAGE_FILES)[]).map((file) => ({
    key: file === 'records' ? blobs.recordsOf(chunk) : blobs.partOf(file, chunk),
    contentType: PAGE_FILES[file].contentType,
  }));
};

/** One page in so many may stay unread because a parser process was stopped at it; of more than one page one always. */
const PAGES_OF_ONE_UNREAD = 20;
/** Of a document at most: each costs up to 20 seconds of processor time. */
const MOST_UNREAD = 10;
/** Of a chunk at most, which the document's other chunks do not know of. */
const MOST_UNREAD_OF_CHUNK = 2;

/** Number of pages of a document that may stay unread: at one more it is refused. */
const mostUnreadOf = (pageCount: number): number =>
  pageCount === 1 ? 0 : Math.min(MOST_UNREAD, Math.ceil(pageCount / PAGES_OF_ONE_UNREAD));

/** Stops quietly where the request ends meanwhile, as by a cancellation. */
const readUnlessEnded = async (service: Service, chunk: Chunk, sibling: Sibling): Promise<void> => {
  const reports = new PageReports(service, chunk);
  try {
    await readChunk(service, chunk, sibling, reports);
  } catch (error) {
    if (!reports.ended.aborted) throw error;
  } finally {
    await reports.settled();
  }
};

/** @throws DocumentUnreadableError also where too many pages of the document stay unread */
const readChunk = async (
  service: Service,
  chunk: Chunk,
  { signal, addUnread }: Sibling,
  reports: PageReports,
): Promise<void> => {
  const request = await getProcessingRequest(service, chunk);
  // Another chunk has failed and ended the request: the remaining chunks are not read.
  if (request.state !== 'processing') return;
  const inspection = await readJsonBlob(
    service.blobs,
    processingBlobs(chunk.account_id, chunk.processing_id).inspection,
    inspectionSchema,
  );
  const mostUnread = mostUnreadOf(inspection.page_count);
  const { unreadPages } = await service.parsers.run(
    'readPages',
    {
      reads: [request.upload_key],
      writes: blobsToWrite(chunk),
      input: {
        kind: inspection.kind,
        ranges: rangesOf(chunk),
        pages: inspection.pages.slice(chunk.from - 1, chunk.to),
        languages: request.parameters.languages,
        cropping: request.cropping ?? false,
        textType: request.text_type,
        mostUnread: Math.min(mostUnread, MOST_UNREAD_OF_CHUNK),
      },
    },
    {
      signal: AbortSignal.any([signal, reports.ended]),
      onPage: () => {
        reports.pageRead();
      },
    },
  );
  if (addUnread(unreadPages) > mostUnread)
    throw new DocumentUnreadableError(
      'Too many pages of the document take too long to read: it may be damaged or made to keep readers busy.',
    );
};

/** What a chunk shares with those of its request that this process is reading. */
interface Sibling {
  /** Aborted where another one fails. */
  readonly signal: AbortSignal;
  /** Adds to the unread pages of all, and returns their number. */
  readonly addUnread: (pages: number) => number;
}

/**
 * The chunks of each request that this process is reading: the first failure of one aborts the others of its request,
 * unless that chunk is retried.
 */
class Siblings {
  readonly #running = new Map<string, { readonly controller: AbortController; count: number; unread: number }>();

  async run(processingId: string, work: (sibling: Sibling) => Promise<void>): Promise<void> {
    const siblings = this.#running.get(processingId) ?? { controller: new AbortController(), count: 0, unread: 0 };
    this.#running.set(processingId, siblings);
    siblings.count += 1;
    try {
      await work({ signal: siblings.controller.signal, addUnread: (pages) => (siblings.unread += pages) });
    } catch (error) {
      if (!isTransient(error)) siblings.controller.abort(error);
      throw error;
    } finally {
      siblings.count -= 1;
      if (siblings.count === 0) this.#running.delete(processingId);
    }
  }
}

const siblings = new Siblings();

/**
 * Reads one chunk of pages. A chunk whose page records exist is not read again.
 * @throws DocumentUnreadableError, TemporarilyUnavailableError, StorageFullError
 */
export const readPages = async (service: Service, chunk: Chunk): Promise<ProcessingKey> => {
  const recordsKey = processingBlobs(chunk.account_id, chunk.processing_id).recordsOf(chunk);
  if ((await service.blobs.head(recordsKey)) === undefined) {
    await unlessDeleted(service, chunk, () =>
      siblings.run(chunk.processing_id, (sibling) => readUnlessEnded(service, chunk, sibling)),
    );
  }
  return processingKeyOf(chunk);
};
