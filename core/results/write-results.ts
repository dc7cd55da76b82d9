/** Step BuildResults: writes the results that are not created on request. */
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { settleAll } from '../settle-all.ts';
import { BlobNotFoundError } from '../errors.ts';
import type { Inspection } from '../documents/formats/document-file.ts';
import type { PageRecord } from '../documents/page-record.ts';
import { readPageLines } from '../requests/pages/page-records.ts';
import { writeJsonBlob } from '../storage/json-blob.ts';
import type { DocumentSplitting, ProcessingRequest } from '../requests/processing-request.ts';
import type { PagePart } from '../requests/processing-blobs.ts';
import type { Service } from '../service.ts';
import { intersperse } from '../intersperse.ts';
import { cutSubDocuments } from './pdf/cut-sub-documents.ts';
import { hocrHead, hocrPage, HOCR_TAIL } from './text/hocr.ts';
import { withTextOfKind } from './text/text-of-kind.ts';
import { readPageGeometry } from './images/page-geometry.ts';
import { blobsOf } from './result-file.ts';
import { withScratchFolder } from '../storage/scratch-folder.ts';
import { scaledDown } from './images/scaled-down.ts';
import { THUMBNAIL_SIZE } from './images/thumbnail.ts';

/** Number of parts that are in memory at once: a few megabytes. */
const PARTS_PER_BATCH = 4;

interface Work {
  readonly service: Service;
  readonly request: ProcessingRequest;
  readonly inspection: Inspection;
  readonly splitting: DocumentSplitting;
  readonly folder: string;
}

/**
 * Writes ocr.json, hocr.html, page-geometry.json, the thumbnail and the split PDFs of original pages, then a marker
 * that the results are complete. A training document has only page geometry and thumbnail. Removes the parts that
 * ReadPages wrote for each chunk after joining them, except the extractions of pages, which a correction joins again.
 * The step is idempotent: existing blobs are kept, and only missing ones are written.
 * @throws DocumentUnreadableError, StorageFullError, TemporarilyUnavailableError
 */
export async function writeResults(
  service: Service,
  request: ProcessingRequest,
  inspection: Inspection,
  splitting: DocumentSplitting,
): Promise<void> {
  const existingKeys = new Set(await service.blobs.list(blobsOf(request).prefix));
  await withScratchFolder(async (folder) => {
    const work: Work = { service, request, inspection, splitting, folder };
    await settleAll([
      writePageGeometry(work, existingKeys).then(() => writeThumbnail(work, existingKeys)),
      ...(request.purpose === 'training'
        ? [removeParts(work, 'extractions'), removeParts(work, 'hocr'), removeParts(work, 'ocr')]
        : [writeHocr(work, existingKeys), writeOcr(work, existingKeys), writeCuts(work, existingKeys)]),
    ]);
  });
  await writeJsonBlob(service.blobs, blobsOf(request).resultsBuilt, { schema_version: 1 });
}

const writePageGeometry = (work: Work, existingKeys: ReadonlySet<string>): Promise<void> =>
  joinParts(work, existingKeys, 'geometry', {
    key: blobsOf(work.request).pageGeometry,
    contentType: 'application/json',
    head: '[',
    separator: ',',
    tail: ']',
  });

/** The parts number the pages of the upload: where pages have several crops, hOCR is made from the page records. */
const writeHocr = (work: Work, existingKeys: ReadonlySet<string>): Promise<void> =>
  isCropped(work.splitting) ? writeCroppedHocr(work, existingKeys) : joinHocr(work, existingKeys);

const isCropped = ({ sub_documents: documents }: DocumentSplitting): boolean =>
  documents.some(({ crops }) => crops !== undefined);

async function writeCroppedHocr(work: Work, existingKeys: ReadonlySet<string>): Promise<void> {
  const { service, request, inspection, folder } = work;
  const { hocr: key } = blobsOf(request);
  if (!existingKeys.has(key)) {
    const path = `${folder}/hocr`;
    const html = async function* (): AsyncGenerator<string> {
      yield hocrHead(request.file_name);
      let number = 0;
      for await (const line of readPageLines(service.blobs, request, inspection.page_count)) {
        number += 1;
        const record = JSON.parse(line.toString()) as PageRecord; // Written and validated by ReadPages.
        yield hocrPage(withTextOfKind(record, request.text_type), number);
      }
      yield HOCR_TAIL;
    };
    await pipeline(Readable.from(html()), createWriteStream(path));
    await service.blobs.putFile(key, path, HOCR_TYPE);
  }
  await removeParts(work, 'hocr');
}

const HOCR_TYPE = 'text/html; charset=utf-8';

const joinHocr = (work: Work, existingKeys: ReadonlySet<string>): Promise<void> =>
  joinParts(work, existingKeys, 'hocr', {
    key: blobsOf(work.request).hocr,
    contentType: HOCR_TYPE,
    head: hocrHead(work.request.file_name),
    separator: '',
    tail: HOCR_TAIL,
  });

const writeOcr = (work: Work, existingKeys: ReadonlySet<string>): Promise<void> =>
  joinParts(work, existingKeys, 'ocr', {
    key: blobsOf(work.request).ocr,
    contentType: 'application/json',
    head: '{"pages":[',
    separator: ',',
    tail: ']}',
  });

interface JoinedFile {
  readonly key: string;
  readonly contentType: string;
  readonly head: string;
  /** Separator between the parts of two chunks. */
  readonly separator: string;
  readonly tail: string;
}

/** Joins the parts that ReadPages wrote for the chunks, and removes them. */
async function joinParts(
  work: Work,
  existingKeys: ReadonlySet<string>,
  part: PagePart,
  joined: JoinedFile,
): Promise<void> {
  if (!existingKeys.has(joined.key)) {
    try {
      await writeJoined(work, existingKeys, part, joined);
    } catch (error) {
      // An earlier, timed-out run of this step may still have been running, and have joined and removed the parts.
      if (!(error instanceof BlobNotFoundError) || (await work.service.blobs.head(joined.key)) === undefined)
        throw error;
    }
  }
  await removeParts(work, part);
}

const removeParts = ({ service, request }: Work, part: PagePart): Promise<void> =>
  service.blobs.deleteAll(blobsOf(request).partsOf(part));

async function writeJoined(
  { service, request, folder }: Work,
  existingKeys: ReadonlySet<string>,
  part: PagePart,
  { key, contentType, head, separator, tail }: JoinedFile,
): Promise<void> {
  const prefix = blobsOf(request).partsOf(part);
  // Keys sort in page order.
  const keys = Array.from(existingKeys)
    .filter((name) => name.startsWith(prefix))
    .sort();
  if (keys.length === 0) throw new BlobNotFoundError(`The ${part} parts of request ${request.processing_id} are gone.`);
  // As bytes, because decoding and encoding megabytes of text would take longer than everything else; and one after the
  // other, because large buffers make the collection of garbage frequent.
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(head);
    for (let at = 0; at < keys.length; at += PARTS_PER_BATCH) {
      const parts = await Promise.all(keys.slice(at, at + PARTS_PER_BATCH).map((name) => service.blobs.get(name)));
      if (at > 0) yield Buffer.from(separator);
      yield* intersperse(Buffer.from(separator), parts);
    }
    yield Buffer.from(tail);
  };
  const path = `${folder}/${part}`;
  await writeFile(path, pieces());
  await service.blobs.putFile(key, path, contentType);
}

/**
 * Sub-documents that begin inside a page, with a crop after its first one, are cut when their PDF is asked for: it has the
 * same page as the one before, and a page may have many crops.
 */
const writeCuts = (
  { service, request, inspection, splitting }: Work,
  existingKeys: ReadonlySet<string>,
): Promise<void> =>
  cutSubDocuments(
    service,
    { key: request.upload_key, kind: inspection.kind, pageCount: inspection.page_count },
    splitting.sub_documents
      .map(({ pages, crops }, index) => ({ key: blobsOf(request).subPdf(index), pages, firstCrop: crops?.[0] ?? 1 }))
      .filter(({ key, firstCrop }) => firstCrop === 1 && !existingKeys.has(key)),
  );

/** Writes the thumbnail. The page geometry must exist. */
async function writeThumbnail(
  { service, request, inspection }: Work,
  existingKeys: ReadonlySet<string>,
): Promise<void> {
  const { thumbnail: key } = blobsOf(request);
  if (existingKeys.has(key)) return;
  const [record] = await readPageGeometry(service, request);
  if (record === undefined) throw new Error('The document has no page geometry: ReadPages has not run.');
  await service.parsers.run('renderPageImage', {
    reads: [request.upload_key],
    writes: [{ key, contentType: 'image/jpeg' }],
    input: { kind: inspection.kind, record, ...scaledDown(record, { width: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE }) },
  });
}
