/** The archive of a result: a ZIP of the PDFs of all sub-documents, and a table of them. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import { ZipFile } from 'yazl';
import { documentSplittingSchema } from '../requests/processing-request.ts';
import type { DocumentSplitting, ProcessingRequest } from '../requests/processing-request.ts';
import type { Service } from '../service.ts';
import { settleAll } from '../settle-all.ts';
import { blobBytes } from '../storage/blob-bytes.ts';
import { readJsonBlob } from '../storage/json-blob.ts';
import { contentsTable } from './contents-table.ts';
import { documentKindOf } from './document-kind.ts';
import { extractionsSchema } from './extractions/extractions.ts';
import { fileNameOf, titleOf } from './file-names.ts';
import { cutSubDocuments } from './pdf/cut-sub-documents.ts';
import type { ArchiveQuery } from './pdf/pdf-query.ts';
import { renderedPages } from './pdf/sub-pdf.ts';
import { getOrRenderResult } from './rendering-claims.ts';
import type { ResultFile } from './result-file.ts';
import { blobsOf, storeFile } from './result-file.ts';

const ZIP = { contentType: 'application/zip' };

/** PDFs that are rendered at the same time. */
const RENDERED_AT_A_TIME = 8;

/** PDFs are compressed already, the table is small. `mtime`: the same result gives the same bytes on the same machine. */
const entryOf = (request: ProcessingRequest) => ({
  compress: false,
  mtime: new Date(request.finished_at ?? request.created_at),
});

/**
 * `GET …/archive`. The archive is written file by file to the disk, and kept until the splitting changes: a document of
 * any size needs little memory.
 * @throws DocumentUnreadableError, StorageFullError, TemporarilyUnavailableError
 */
export async function readArchive(
  service: Service,
  request: ProcessingRequest,
  { return_pages_with_ocr_data: isRendered }: ArchiveQuery,
): Promise<ResultFile> {
  const name = `archive-${request.correction_id ?? 'original'}${isRendered ? '-rendered' : ''}.zip`;
  const key = blobsOf(request).renderedOfSplitting(name);
  const blob = await getOrRenderResult(service, request, key, () =>
    storeFile(service, { key, ...ZIP }, (outPath) => writeArchive(service, request, isRendered, outPath)),
  );
  return { ...blob, fileName: fileNameOf(titleOf(request.file_name), blob.contentType) };
}

async function writeArchive(
  service: Service,
  request: ProcessingRequest,
  isRendered: boolean,
  outPath: string,
): Promise<void> {
  const blobs = blobsOf(request);
  const splitting = await readJsonBlob(service.blobs, blobs.documentSplitting, documentSplittingSchema);
  const extractions = await readJsonBlob(service.blobs, blobs.extractions, extractionsSchema);
  const keys = await (isRendered ? writeRenderedPdfs : writeMissingPdfs)(service, request, splitting);
  const names = fileNames(splitting);
  const zip = new ZipFile();
  const output = createWriteStream(outPath);
  const written = pipeline(zip.outputStream, output);
  const pdfs = keys.map((key) => pdfStream(service, key));
  try {
    for (const [index, pdf] of pdfs.entries()) {
      // The archive cannot be completed: the pipeline then rejects.
      pdf.once('error', (error) => output.destroy(error));
      zip.addReadStream(pdf, names[index] ?? '', entryOf(request));
    }
    zip.addBuffer(Buffer.from(contentsTable(splitting, extractions, names)), 'contents.csv', entryOf(request));
    zip.end();
    await written;
  } finally {
    await Promise.all(pdfs.map(closed));
  }
}

/** The bytes of a blob. ZipFile reads one stream after another, so that no two files of a document are on the disk at once. */
const pdfStream = (service: Service, key: string): Readable =>
  Readable.from(blobBytes(service.blobs, key), { objectMode: false });

/** Ends a stream and resolves when its file is released. */
const closed = async (stream: Readable): Promise<void> => {
  if (stream.closed) return;
  const close = once(stream, 'close');
  stream.destroy();
  await close;
};

/** Those that exist already are not rendered again. @returns the blob keys of the PDFs, in the order of the sub-documents */
async function writeRenderedPdfs(
  service: Service,
  request: ProcessingRequest,
  { sub_documents: documents }: DocumentSplitting,
): Promise<readonly string[]> {
  const limit = pLimit(RENDERED_AT_A_TIME);
  const keys: string[] = [];
  await settleAll(
    documents.map((document, index) =>
      limit(async () => {
        keys[index] = (await renderedPages(service, request, document, {})).key;
      }),
    ),
  );
  return keys;
}

/**
 * After a correction, the PDFs of its sub-documents do not exist before somebody asks for them.
 * @returns the blob keys of the PDFs, in the order of the sub-documents
 */
async function writeMissingPdfs(
  service: Service,
  request: ProcessingRequest,
  { sub_documents: documents }: DocumentSplitting,
): Promise<readonly string[]> {
  const blobs = blobsOf(request);
  const existing = new Set(await service.blobs.list(blobs.subPdfs));
  const cuts = documents.map(({ pages }, index) => ({ key: blobs.subPdf(index), pages }));
  const missing = cuts.filter(({ key }) => !existing.has(key));
  await cutSubDocuments(
    service,
    {
      key: request.upload_key,
      kind: documentKindOf(request),
      ...(request.page_count === undefined ? {} : { pageCount: request.page_count }),
    },
    missing,
  );
  return cuts.map(({ key }) => key);
}

/** Names that sort as the sub-documents do, each once: `001 Invoice.pdf`. */
const fileNames = ({ sub_documents: documents }: DocumentSplitting): string[] => {
  const digits = String(documents.length).length;
  return documents.map(
    ({ name }, index) => `${String(index + 1).padStart(digits, '0')} ${fileNameOf(name, 'application/pdf')}`,
  );
};
