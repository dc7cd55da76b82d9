/** The processing result: the response to the processing POST and to `GET /processing/results/{processing_id}`. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { ResultIncompleteError } from '../errors.ts';
import type { BlobInfo } from '../ports.ts';
import type { AvailableResult, ProcessingRequest } from '../requests/processing-request.ts';
import {
  AVAILABLE_RESULTS,
  availableResultSchema,
  documentSplittingSchema,
  splitBySchema,
} from '../requests/processing-request.ts';
import type { Service } from '../service.ts';
import { extractionsSchema } from './extractions/extractions.ts';
import { ocrResultSchema } from './text/ocr-result.ts';
import { blobsOf, findResult, getOrCreateResult, storeFile } from './result-file.ts';
import { pageImagePath, pathsOf, resultPath, splitPdfPath, subPdfPath } from './result-paths.ts';

export const processingResultSchema = z
  .strictObject({
    processing_id: z.uuid(),
    workflow_id: z.uuid(),
    workflow_name: z.string(),
    available_results: z
      .array(availableResultSchema)
      .describe('Every result that this request has, whatever `include` asked for'),
    model: splitBySchema
      .nullable()
      .describe('The split model that decided; null where the parameters decided every gap, or there was none'),
    release: z.string().nullable().describe('The release of the service that processed the document'),
    document_splitting: documentSplittingSchema.optional(),
    ocr: ocrResultSchema.optional(),
    page_images: z.array(z.string()).optional().describe('One relative path a page; of a cropped page, one a crop'),
    thumbnail: z.string().optional().describe('Relative path'),
    pdf: z.string().optional().describe('Relative path'),
    hocr: z.string().optional().describe('Relative path'),
    sub_pdfs: z.array(z.string()).optional().describe('One relative path a sub-document, in the deprecated form'),
    split_pdfs: z.array(z.string()).optional().describe('One relative path a sub-document'),
    extractions: extractionsSchema.optional(),
  })
  .meta({ id: 'ProcessingResult' });
export type ProcessingResult = z.infer<typeof processingResultSchema>;

/** JSON text, or the blob that holds it. */
type Part = string | BlobInfo;
type Member = readonly [name: keyof ProcessingResult, value: Part];
type FindMember = (service: Service, request: ProcessingRequest) => Member | Promise<Member>;

/** Bytes up to which a result is put together in memory, where each of its callers has a copy. */
const MOST_IN_MEMORY = 16 * 1024 * 1024;

const pathOf = (request: ProcessingRequest, name: string): string =>
  JSON.stringify(`${resultPath(request.processing_id)}/${name}`);

/** Finds each member; the order is that of the response. */
const memberFinders: Readonly<Record<AvailableResult, FindMember>> = {
  'document-splitting': async ({ blobs }, request) => [
    'document_splitting',
    await findResult(blobs, blobsOf(request).documentSplitting),
  ],
  ocr: async ({ blobs }, request) => ['ocr', await findResult(blobs, blobsOf(request).ocr)],
  'page-images': (_, request) => ['page_images', JSON.stringify(listPageImages(request))],
  thumbnail: (_, request) => ['thumbnail', pathOf(request, 'thumbnail')],
  pdf: (_, request) => ['pdf', pathOf(request, 'pdf')],
  hocr: (_, request) => ['hocr', pathOf(request, 'hocr')],
  'sub-pdfs': (_, request) => ['sub_pdfs', JSON.stringify(listSubPdfs(request))],
  'split-pdfs': (_, request) => ['split_pdfs', JSON.stringify(listSplitPdfs(request))],
  extractions: async ({ blobs }, request) => ['extractions', await findResult(blobs, blobsOf(request).extractions)],
};

/** The parts whose texts, one after the other, are the result as JSON. JSON blobs are inserted without parsing. */
async function partsOfResult(
  service: Service,
  request: ProcessingRequest,
  include: readonly AvailableResult[],
): Promise<Part[]> {
  const included = AVAILABLE_RESULTS.filter((name) => include.length === 0 || include.includes(name));
  const members: Member[] = [
    ['processing_id', JSON.stringify(request.processing_id)],
    ['workflow_id', JSON.stringify(request.workflow_id)],
    ['workflow_name', JSON.stringify(request.workflow_name)],
    ['available_results', JSON.stringify(AVAILABLE_RESULTS)],
    ['model', JSON.stringify(request.model ?? null)],
    ['release', JSON.stringify(request.release ?? null)],
    ...(await Promise.all(included.map(async (name) => memberFinders[name](service, request)))),
  ];
  return [...members.flatMap(([name, value], index) => [`${index === 0 ? '{' : ','}"${name}":`, value]), '}'];
}

/** A result that was put together in memory, or one that is stored as a blob of the request. */
export type SerialisedResult =
  | { readonly text: string; readonly store: () => Promise<BlobInfo> }
  | { readonly text?: never; readonly blob: BlobInfo };

/**
 * Returns the result of a succeeded request as JSON. The OCR of a long document has hundreds of megabytes: a large result is
 * written to a blob and never in memory as a whole.
 * @param include the results to include; empty: all
 * @returns the text with a function that stores it, for callers that fetch it from storage (presigned redirect); or the blob
 * @throws BlobNotFoundError if the results have been deleted
 */
export async function serialiseProcessingResult(
  service: Service,
  request: ProcessingRequest,
  include: readonly AvailableResult[],
): Promise<SerialisedResult> {
  const parts = await partsOfResult(service, request, include);
  const store = () => storeParts(service, request, parts);
  const size = parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : part.size), 0);
  return size > MOST_IN_MEMORY ? { blob: await store() } : { text: await textOf(service, parts), store };
}

/** Stores the parts as one blob, named after them. @throws ProcessingNotAccessibleError where the request was deleted meanwhile */
function storeParts(service: Service, request: ProcessingRequest, parts: readonly Part[]): Promise<BlobInfo> {
  const name = createHash('sha256');
  for (const part of parts) name.update(typeof part === 'string' ? part : JSON.stringify([part.key, part.etag]));
  const key = blobsOf(request).rendered(`result-${name.digest('hex').slice(0, 32)}.json`);
  return getOrCreateResult(service, request, key, () =>
    storeFile(service, { key, contentType: 'application/json' }, (path) =>
      pipeline(contentOf(service, parts), createWriteStream(path)),
    ),
  );
}

async function* contentOf({ blobs }: Service, parts: readonly Part[]): AsyncGenerator<string | Uint8Array> {
  for (const part of parts) {
    if (typeof part === 'string') {
      yield part;
      continue;
    }
    const file = await blobs.file(part.key);
    try {
      // A stream of bytes, as it has no encoding.
      yield* createReadStream(file.path) as AsyncIterable<Uint8Array>;
    } finally {
      await file.release();
    }
  }
}

const textOf = async ({ blobs }: Service, parts: readonly Part[]): Promise<string> => {
  const texts = parts.map(async (part) =>
    typeof part === 'string' ? part : new TextDecoder().decode(await blobs.get(part.key)),
  );
  return (await Promise.all(texts)).join('');
};

/** Returns the result as a validated object. @throws BlobNotFoundError if the results have been deleted */
export const readProcessingResult = async (
  service: Service,
  request: ProcessingRequest,
  include: readonly AvailableResult[],
): Promise<ProcessingResult> =>
  processingResultSchema.parse(JSON.parse(await textOf(service, await partsOfResult(service, request, include))));

/** @returns one path per page of the stream, in order */
export const listPageImages = (request: ProcessingRequest): string[] =>
  pathsOf(pagesOf(request), 1, (page) => pageImagePath(request.processing_id, page));

/** @returns one path per sub-document, in their order @throws ResultIncompleteError */
export const listSplitPdfs = (request: ProcessingRequest): string[] =>
  pathsOf(subDocumentsOf(request), 0, (index) => splitPdfPath(request.processing_id, index));

/** The deprecated paths. @throws ResultIncompleteError */
export const listSubPdfs = (request: ProcessingRequest): string[] =>
  pathsOf(subDocumentsOf(request), 0, (index) => subPdfPath(request.processing_id, index));

/** @returns the number of sub-documents of a succeeded request @throws ResultIncompleteError if the request has none */
function subDocumentsOf(request: ProcessingRequest): number {
  if (request.sub_document_count === undefined)
    throw new ResultIncompleteError(request.processing_id, 'sub_document_count');
  return request.sub_document_count;
}

/** Pages of the stream: crops are counted. */
function pagesOf({ processing_id: id, page_count: pages, stream_length: length = pages }: ProcessingRequest): number {
  if (length === undefined) throw new ResultIncompleteError(id, 'page_count');
  return length;
}
