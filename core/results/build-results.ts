/** Step BuildResults: everything that is made at once rather than when it is asked for. */
import type { Inspection } from '../reading/document-file.ts';
import type { BlobFile } from '../ports.ts';
import type { DocumentSplitting, ProcessingRequest } from '../reading/processing-request.ts';
import type { Service } from '../service.ts';
import { readPageGeometry } from './page-geometry.ts';
import { blobsOf } from './result-file.ts';
import { withScratchFolder } from './scratch-folder.ts';
import { scaledDown } from './scaled-down.ts';
import { THUMBNAIL_SIZE } from './thumbnail.ts';

interface Work {
  readonly service: Service;
  readonly request: ProcessingRequest;
  readonly inspection: Inspection;
  readonly splitting: DocumentSplitting;
  /** The upload and the page records on this machine's disk. */
  readonly uploadPath: string;
  readonly recordPaths: readonly string[];
  readonly folder: string;
}

/**
 * Writes ocr.json, hocr.html, page-geometry.json, the thumbnail and the unchanged cuts. What is there already stays:
 * run again after it was killed, it only makes what is missing.
 * @throws DocumentUnreadableError, StorageFullError, TemporarilyUnavailableError
 */
export async function buildResults(service: Service, request: ProcessingRequest, inspection: Inspection, splitting: DocumentSplitting): Promise<void> {
  const there = new Set(await service.blobs.list(blobsOf(request).prefix));
  await withScratchFolder(async (folder) => {
    const recordKeys = Array.from(there).filter((key) => key.startsWith(blobsOf(request).records));
    await withFiles(service, [request.upload_key, ...recordKeys], async ([uploadPath = '', ...recordPaths]) => {
      const work: Work = { service, request, inspection, splitting, uploadPath, recordPaths, folder };
      await Promise.all([writeTexts(work, there).then(() => writeThumbnail(work, there)), writeCuts(work, there)]);
    });
  });
}

async function withFiles(service: Service, keys: readonly string[], work: (paths: readonly string[]) => Promise<void>): Promise<void> {
  const files: BlobFile[] = [];
  try {
    for (const key of keys) files.push(await service.blobs.file(key));
    await work(files.map(({ path }) => path));
  } finally {
    await Promise.all(files.map((file) => file.release()));
  }
}

async function writeTexts({ service, request, recordPaths, folder }: Work, there: ReadonlySet<string>): Promise<void> {
  const { ocr, hocr, pageGeometry } = blobsOf(request);
  if (there.has(ocr) && there.has(hocr) && there.has(pageGeometry)) return;
  const [ocrPath, hocrPath, geometryPath] = [`${folder}/ocr.json`, `${folder}/hocr.html`, `${folder}/page-geometry.json`];
  await service.parsers.run('writeTextResults', { recordPaths, title: request.file_name, ocrPath, hocrPath, geometryPath });
  await service.blobs.putFile(hocr, hocrPath, 'text/html; charset=utf-8');
  await service.blobs.putFile(pageGeometry, geometryPath, 'application/json');
  await service.blobs.putFile(ocr, ocrPath, 'application/json');
}

async function writeCuts({ service, request, inspection, splitting, uploadPath, folder }: Work, there: ReadonlySet<string>): Promise<void> {
  const missing = splitting.sub_documents
    .map(({ pages }, index) => ({ key: blobsOf(request).subPdf(index), pages, outPath: `${folder}/${index}.pdf` }))
    .filter(({ key }) => !there.has(key));
  if (missing.length === 0) return;
  const cuts = missing.map(({ pages, outPath }) => ({ pages, outPath }));
  await service.parsers.run('cutPdfs', { path: uploadPath, kind: inspection.kind, pageCount: inspection.page_count, cuts });
  for (const { key, outPath } of missing) await service.blobs.putFile(key, outPath, 'application/pdf');
}

/** After the page geometry is there. */
async function writeThumbnail({ service, request, inspection, uploadPath, folder }: Work, there: ReadonlySet<string>): Promise<void> {
  const { thumbnail } = blobsOf(request);
  if (there.has(thumbnail)) return;
  const [first] = await readPageGeometry(service, request);
  if (first === undefined) throw new Error('The document has no page records: ReadPages has not run.');
  const outPath = `${folder}/thumbnail.jpg`;
  const size = scaledDown(first, { width: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE });
  await service.parsers.run('renderPageImage', { path: uploadPath, kind: inspection.kind, record: first, ...size, outPath });
  await service.blobs.putFile(thumbnail, outPath, 'image/jpeg');
}
