/** The processing result: the response to the processing POST and to `GET /processing/results/{processing_id}`. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
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
import { blobBytes } from '../storage/blob-bytes.ts';
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

type Member<Part> = readonly [name: keyof ProcessingResult, value: string | Part];
/** Finds the JSON of a result that is a blob, by its key. */
type ReadPart<Part> = (key: string) => Promise<Part>;
type ReadMember = <Part>(request: ProcessingRequest, read: ReadPart<Part>) => Member<Part> | Promise<Member<Part>>;

/** Bytes of an OCR result up to which the whole result is put together in memory, where each of its callers has a copy. */
const MOST_IN_MEMORY = 16 * 1024 * 1024;
const JSON_TYPE = 'application/json';

const pathOf = (request: ProcessingRequest, name: string): string =>
  JSON.stringify(`${resultPath(request.processing_id)}/${name}`);

/** Reads each member; the order is that of the response. */
const memberReaders: Readonly<Record<AvailableResult, ReadMember>> = {
  'document-splitting': async (request, read) => ['document_splitting', await read(blobsOf(request).documentSplitting)],
  ocr: async (request, read) => ['ocr', await read(blobsOf(request).ocr)],
  'page-images': (request) => ['page_images', JSON.stringify(listPageImages(request))],
  thumbnail: (request) => ['thumbnail', pathOf(request, 'thumbnail')],
  pdf: (request) => ['pdf', pathOf(request, 'pdf')],
  hocr: (request) => ['hocr', pathOf(request, 'hocr')],
  'sub-pdfs': (request) => ['sub_pdfs', JSON.stringify(listSubPdfs(request))],
  'split-pdfs': (request) => ['split_pdfs', JSON.stringify(listSplitPdfs(request))],
  extractions: async (request, read) => ['extractions', await read(blobsOf(request).extractions)],
};

const includes = (include: readonly AvailableResult[], name: AvailableResult): boolean =>
  include.length === 0 || include.includes(name);

/** The parts that are the result as JSON, one after the other. JSON blobs are inserted without parsing. */
async function partsOfResult<Part>(
  request: ProcessingRequest,
  include: readonly AvailableResult[],
  read: ReadPart<Part>,
): Promise<(string | Part)[]> {
  const included = AVAILABLE_RESULTS.filter((name) => includes(include, name));
  const members: Member<Part>[] = [
    ['processing_id', JSON.stringify(request.processing_id)],
    ['workflow_id', JSON.stringify(request.workflow_id)],
    ['workflow_name', JSON.stringify(request.workflow_name)],
    ['available_results', JSON.stringify(AVAILABLE_RESULTS)],
    ['model', JSON.stringify(request.model ?? null)],
    ['release', JSON.stringify(request.release ?? null)],
    ...(await Promise.all(included.map(async (name) => memberReaders[name](request, read)))),
  ];
  return [...members.flatMap(([name, value], index) => [`${index === 0 ? '{' : ','}"${name}":`, value]), '}'];
}

/** A result that was put together in memory, or one that is stored as a blob of the request. */
export type SerialisedResult =
  | { readonly text: string; readonly store: () => Promise<BlobInfo> }
  | { readonly text?: never; readonly blob: BlobInfo };

/**
 * Returns the result of a succeeded request as JSON. The OCR of a long document has hundreds of megabytes: such a result is
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
  if (includes(include, 'ocr') && (await findResult(service.blobs, blobsOf(request).ocr)).size > MOST_IN_MEMORY) {
    const parts = await partsOfResult(request, include, (key) => findResult(service.blobs, key));
    const names = parts.map((part) => (typeof part === 'string' ? part : JSON.stringify([part.key, part.etag])));
    return { blob: await storeOnce(service, request, names.join(''), (key) => writeParts(service, key, parts)) };
  }
  const text = await textOf(service, request, include);
  const put = (key: string): Promise<BlobInfo> => service.blobs.put(key, text, JSON_TYPE);
  return { text, store: () => storeOnce(service, request, text, put) };
}

/**
 * The blob of a result; it is written first where it does not exist.
 * @param content  distinguishes the result from others of the request
 * @throws ProcessingNotAccessibleError where the request was deleted meanwhile
 */
function storeOnce(
  service: Service,
  request: ProcessingRequest,
  content: string,
  write: (key: string) => Promise<BlobInfo>,
): Promise<BlobInfo> {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
  const alike = blobsOf(request).rendered('result-');
  const key = `${alike}${hash}.json`;
  return getOrCreateResult(service, request, key, () => write(key), alike);
}

const writeParts = (service: Service, key: string, parts: readonly (string | BlobInfo)[]): Promise<BlobInfo> =>
  storeFile(service, { key, contentType: JSON_TYPE }, (path) =>
    pipeline(contentOf(service, parts), createWriteStream(path)),
  );

async function* contentOf(
  { blobs }: Service,
  parts: readonly (string | BlobInfo)[],
): AsyncGenerator<string | Uint8Array> {
  for (const part of parts) {
    if (typeof part === 'string') yield part;
    else yield* blobBytes(blobs, part.key);
  }
}

const textOf = async (
  { blobs }: Service,
  request: ProcessingRequest,
  include: readonly AvailableResult[],
): Promise<string> => {
  const read = async (key: string): Promise<string> => new TextDecoder().decode(await blobs.get(key));
  return (await partsOfResult(request, include, read)).join('');
};

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
