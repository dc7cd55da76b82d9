/** Step ReadPages: one chunk of pages → its page records (one blob of JSON lines) and its parts of the results. */
import { isTransient } from '../../errors.ts';
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

/** Stops quietly where the request ends meanwhile, as by a cancellation. */
const readUnlessEnded = async (service: Service, chunk: Chunk, signal: AbortSignal): Promise<void> => {
  const reports = new PageReports(service, chunk);
  try {
    await readChunk(service, chunk, AbortSignal.any([signal, reports.ended]), reports);
  } catch (error) {
    if (!reports.ended.aborted) throw error;
  } finally {
    await reports.settled();
  }
};

const readChunk = async (service: Service, chunk: Chunk, signal: AbortSignal, reports: PageReports): Promise<void> => {
  const request = await getProcessingRequest(service, chunk);
  // Another chunk has failed and ended the request: the remaining chunks are not read.
  if (request.state !== 'processing') return;
  const inspection = await readJsonBlob(
    service.blobs,
    processingBlobs(chunk.account_id, chunk.processing_id).inspection,
    inspectionSchema,
  );
  await service.parsers.run(
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
      },
    },
    {
      signal,
      onPage: () => {
        reports.pageRead();
      },
    },
  );
};

/**
 * The chunks of each request that this process is reading: the first failure of one aborts the others of its request,
 * unless that chunk is retried.
 */
class Siblings {
  readonly #running = new Map<string, { readonly controller: AbortController; count: number }>();

  async run(processingId: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const siblings = this.#running.get(processingId) ?? { controller: new AbortController(), count: 0 };
    this.#running.set(processingId, siblings);
    siblings.count += 1;
    try {
      await work(siblings.controller.signal);
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
      siblings.run(chunk.processing_id, (signal) => readUnlessEnded(service, chunk, signal)),
    );
  }
  return processingKeyOf(chunk);
};
