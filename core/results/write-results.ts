/** Step BuildResults: everything that is made at once rather than when it is asked for. */
import { appendFile, writeFile } from 'node:fs/promises';
import { settleAll } from '../settle-all.ts';
import { BlobNotFoundError } from '../errors.ts';
import { withBlobFile } from '../storage/blob-file.ts';
import type { Inspection } from '../documents/formats/document-file.ts';
import { writeJsonBlob } from '../storage/json-blob.ts';
import type { DocumentSplitting, ProcessingRequest } from '../requests/processing-request.ts';
import type { PagePart } from '../requests/processing-blobs.ts';
import type { Service } from '../service.ts';
import { intersperse } from '../intersperse.ts';
import { groupDocuments } from './group-documents.ts';
import { hocrHead, HOCR_TAIL } from './text/hocr.ts';
import { readPageGeometry } from './images/page-geometry.ts';
import { blobsOf } from './result-file.ts';
import { withScratchFolder } from '../storage/scratch-folder.ts';
import { scaledDown } from './images/scaled-down.ts';
import { THUMBNAIL_SIZE } from './images/thumbnail.ts';

/** Pages that one job cuts: each opens the file anew. */
const PAGES_A_CUT = 50;
/** Chunks of which one kind of text is fetched and held at once: a few megabytes. */
const PARTS_AT_A_TIME = 8;

interface Work {
  readonly service: Service;
  readonly request: ProcessingRequest;
  readonly inspection: Inspection;
  readonly splitting: DocumentSplitting;
  /** The upload on this machine's disk. */
  readonly uploadPath: string;
  readonly folder: string;
}

/**
 * Writes ocr.json, hocr.html, page-geometry.json, the thumbnail and the unchanged cuts, then the mark that they are there; removes what ReadPages made
 * of each chunk once it is joined. What is there already stays: run again after it was killed, it only makes what is missing.
 * @throws DocumentUnreadableError, StorageFullError, TemporarilyUnavailableError
 */
export async function writeResults(
  service: Service,
  request: ProcessingRequest,
  inspection: Inspection,
  splitting: DocumentSplitting,
): Promise<void> {
  const there = new Set(await service.blobs.list(blobsOf(request).prefix));
  await withScratchFolder(async (folder) => {
    await withBlobFile(service.blobs, request.upload_key, async (uploadPath) => {
      const work: Work = { service, request, inspection, splitting, uploadPath, folder };
      await settleAll([
        writePageGeometry(work, there).then(() => writeThumbnail(work, there)),
        writeHocr(work, there),
        writeOcr(work, there),
        writeCuts(work, there),
        removeParts(work, 'findings'),
      ]);
    });
  });
  await writeJsonBlob(service.blobs, blobsOf(request).resultsBuilt, { schema_version: 1 });
}

const writePageGeometry = (work: Work, there: ReadonlySet<string>): Promise<void> =>
  joinParts(work, there, 'geometry', {
    key: blobsOf(work.request).pageGeometry,
    contentType: 'application/json',
    head: '[',
    comma: ',',
    tail: ']',
  });

const writeHocr = (work: Work, there: ReadonlySet<string>): Promise<void> =>
  joinParts(work, there, 'hocr', {
    key: blobsOf(work.request).hocr,
    contentType: 'text/html; charset=utf-8',
    head: hocrHead(work.request.file_name),
    comma: '',
    tail: HOCR_TAIL,
  });

const writeOcr = (work: Work, there: ReadonlySet<string>): Promise<void> =>
  joinParts(work, there, 'ocr', {
    key: blobsOf(work.request).ocr,
    contentType: 'application/json',
    head: '{"pages":[',
    comma: ',',
    tail: ']}',
  });

interface Joined {
  readonly key: string;
  readonly contentType: string;
  readonly head: string;
  /** Between the parts of two chunks. */
  readonly comma: string;
  readonly tail: string;
}

/** Joins what ReadPages made of each chunk, and removes that. */
async function joinParts(work: Work, there: ReadonlySet<string>, part: PagePart, joined: Joined): Promise<void> {
  if (!there.has(joined.key)) {
    try {
      await writeJoined(work, there, part, joined);
    } catch (error) {
      // A run of this step that was given up may still have gone on, joined them and removed them.
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
  there: ReadonlySet<string>,
  part: PagePart,
  { key, contentType, head, comma, tail }: Joined,
): Promise<void> {
  const prefix = blobsOf(request).partsOf(part);
  const path = `${folder}/${part}`;
  const between = Buffer.from(comma);
  await writeFile(path, head);
  // Keys sort in page order.
  const keys = Array.from(there)
    .filter((name) => name.startsWith(prefix))
    .sort();
  if (keys.length === 0) throw new BlobNotFoundError(`The ${part} parts of request ${request.processing_id} are gone.`);
  for (let at = 0; at < keys.length; at += PARTS_AT_A_TIME) {
    // As bytes: to decode megabytes of text and to encode them again takes longer than all the rest.
    const parts = await Promise.all(keys.slice(at, at + PARTS_AT_A_TIME).map((name) => service.blobs.get(name)));
    await appendFile(path, Buffer.concat([...(at === 0 ? [] : [between]), ...intersperse(between, parts)]));
  }
  await appendFile(path, tail);
  await service.blobs.putFile(key, path, contentType);
}

async function writeCuts(
  { service, request, inspection, splitting, uploadPath, folder }: Work,
  there: ReadonlySet<string>,
): Promise<void> {
  const missing = splitting.sub_documents
    .map(({ pages }, index) => ({ key: blobsOf(request).subPdf(index), pages, outPath: `${folder}/${index}.pdf` }))
    .filter(({ key }) => !there.has(key));
  const cutGroup = async (group: typeof missing): Promise<void> => {
    const cuts = group.map(({ pages, outPath }) => ({ pages, outPath }));
    await service.parsers.run('cutPdfs', {
      path: uploadPath,
      kind: inspection.kind,
      pageCount: inspection.page_count,
      cuts,
    });
    await settleAll(
      group.map(async ({ key, outPath }) => {
        await service.blobs.putFile(key, outPath, 'application/pdf');
      }),
    );
  };
  await settleAll(groupDocuments(missing, PAGES_A_CUT).map(cutGroup));
}

/** After the page geometry is there. */
async function writeThumbnail(
  { service, request, inspection, uploadPath, folder }: Work,
  there: ReadonlySet<string>,
): Promise<void> {
  const { thumbnail } = blobsOf(request);
  if (there.has(thumbnail)) return;
  const [first] = await readPageGeometry(service, request);
  if (first === undefined) throw new Error('The document has no page records: ReadPages has not run.');
  const outPath = `${folder}/thumbnail.jpg`;
  const size = scaledDown(first, { width: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE });
  await service.parsers.run('renderPageImage', {
    path: uploadPath,
    kind: inspection.kind,
    record: first,
    ...size,
    outPath,
  });
  await service.blobs.putFile(thumbnail, outPath, 'image/jpeg');
}
