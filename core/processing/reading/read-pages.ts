/** Step ReadPages: one chunk of pages → its page records (one blob of JSON lines) and its parts of the results. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { settleAll } from '../../settle-all.ts';
import { TemporarilyUnavailableError } from '../../errors.ts';
import type { Service } from '../../service.ts';
import { withBlobFile } from '../../storage/blob-file.ts';
import { inspectionSchema } from '../../documents/formats/document-file.ts';
import type { PageRange } from '../../documents/formats/document-file.ts';
import { readJsonBlob } from '../../storage/json-blob.ts';
import { joinPageFiles, PAGE_FILES } from '../../results/page-files.ts';
import { rangesOf } from './plan-chunks.ts';
import { unlessDeleted } from '../../requests/deleted-requests.ts';
import { PageReports } from './page-reports.ts';
import { PAGE_PARTS, processingBlobs } from '../../requests/processing-blobs.ts';
import { getProcessingRequest } from '../../requests/processing-requests.ts';
import { withScratchFolder } from '../../storage/scratch-folder.ts';
import { processingKeyOf } from '../../requests/step-data.ts';
import type { Chunk, ProcessingKey } from '../../requests/step-data.ts';

/** Stores the records last: where they exist, all output of the chunk exists. */
const keepPages = async (service: Service, chunk: Chunk, folder: string): Promise<void> => {
  const blobs = processingBlobs(chunk.account_id, chunk.processing_id);
  const keep = async (file: keyof typeof PAGE_FILES, key: string): Promise<void> => {
    const { name, contentType } = PAGE_FILES[file];
    await service.blobs.putFile(key, join(folder, name), contentType);
  };
  await Promise.all(PAGE_PARTS.map((part) => keep(part, blobs.partOf(part, chunk))));
  await keep('records', blobs.recordsOf(chunk));
};

type ReadRange = (range: PageRange, folder: string, signal: AbortSignal) => Promise<unknown>;

/**
 * Reads ranges in parallel and writes their joined files to `folder`. The first failure aborts the other ranges; no
 * range is still being read when this settles.
 */
const readSideBySide = async (
  ranges: readonly PageRange[],
  folder: string,
  signal: AbortSignal,
  read: ReadRange,
): Promise<void> => {
  const [only] = ranges;
  if (only !== undefined && ranges.length === 1) {
    await read(only, folder, signal);
    return;
  }
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  const folders = ranges.map(({ from }) => join(folder, String(from)));
  await settleAll(
    ranges.map(async (range, at) => {
      try {
        const own = folders[at] ?? folder;
        await mkdir(own);
        await read(range, own, either);
      } catch (error) {
        failure.abort(error);
        throw error;
      }
    }),
  );
  await joinPageFiles(folders, folder);
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
  await withBlobFile(service.blobs, request.upload_key, (path) =>
    withScratchFolder(async (folder) => {
      const read: ReadRange = (range, into, stop) =>
        service.parsers.run(
          'readPageRange',
          {
            path,
            kind: inspection.kind,
            range,
            pages: inspection.pages.slice(range.from - 1, range.to),
            languages: request.parameters.languages,
            folder: into,
          },
          {
            signal: stop,
            onPage: () => {
              reports.pageRead();
            },
          },
        );
      await readSideBySide(rangesOf(chunk), folder, signal, read);
      await keepPages(service, chunk, folder);
    }),
  );
};

/**
 * The chunks of each request that this process is reading: the first failure of one aborts the others of its request.
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
      if (!(error instanceof TemporarilyUnavailableError)) siblings.controller.abort(error);
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
