/** The processing result: the response to the processing POST and to `GET /processing/results/{processing_id}`. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ResultIncompleteError } from '../errors.ts';
import { unlessDeleted } from '../requests/rows/deleted-requests.ts';
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
import { blobsOf } from './result-file.ts';
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

/** The name of a member and its value as JSON text. */
type Member = readonly [name: keyof ProcessingResult, json: string];
type ReadMember = (service: Service, request: ProcessingRequest) => Promise<Member>;

const pathOf = (request: ProcessingRequest, name: string): string =>
  JSON.stringify(`${resultPath(request.processing_id)}/${name}`);

/** Reads each member; the order is that of the response. */
const memberReaders: Readonly<Record<AvailableResult, ReadMember>> = {
  'document-splitting': async (service, request) => [
    'document_splitting',
    await readText(service, blobsOf(request).documentSplitting),
  ],
  ocr: async (service, request) => ['ocr', await readText(service, blobsOf(request).ocr)],
  'page-images': (_, request) => Promise.resolve(['page_images', JSON.stringify(listPageImages(request))]),
  thumbnail: (_, request) => Promise.resolve(['thumbnail', pathOf(request, 'thumbnail')]),
  pdf: (_, request) => Promise.resolve(['pdf', pathOf(request, 'pdf')]),
  hocr: (_, request) => Promise.resolve(['hocr', pathOf(request, 'hocr')]),
  'sub-pdfs': (_, request) => Promise.resolve(['sub_pdfs', JSON.stringify(listSubPdfs(request))]),
  'split-pdfs': (_, request) => Promise.resolve(['split_pdfs', JSON.stringify(listSplitPdfs(request))]),
  extractions: async (service, request) => ['extractions', await readText(service, blobsOf(request).extractions)],
};

/**
 * Returns the result of a succeeded request as JSON text. JSON blobs are inserted without parsing, because the OCR of a
 * long document has tens of megabytes and would need a multiple of that as objects.
 * @param include the results to include; empty: all
 * @throws BlobNotFoundError if the results have been deleted
 */
export async function serialiseProcessingResult(
  service: Service,
  request: ProcessingRequest,
  include: readonly AvailableResult[],
): Promise<string> {
  const included = AVAILABLE_RESULTS.filter((name) => include.length === 0 || include.includes(name));
  const members: Member[] = [
    ['processing_id', JSON.stringify(request.processing_id)],
    ['workflow_id', JSON.stringify(request.workflow_id)],
    ['workflow_name', JSON.stringify(request.workflow_name)],
    ['available_results', JSON.stringify(AVAILABLE_RESULTS)],
    ['model', JSON.stringify(request.model ?? null)],
    ['release', JSON.stringify(request.release ?? null)],
    ...(await Promise.all(included.map((name) => memberReaders[name](service, request)))),
  ];
  return `{${members.map(([name, json]) => `"${name}":${json}`).join(',')}}`;
}

/**
 * Stores the text of a result as a blob of the request, for callers that fetch it from storage (presigned redirect).
 * @param text return value of serialiseProcessingResult
 * @returns the key of the blob
 */
export async function storeProcessingResult(
  service: Service,
  request: ProcessingRequest,
  text: string,
): Promise<string> {
  const key = blobsOf(request).rendered(`result-${createHash('sha256').update(text).digest('hex').slice(0, 32)}.json`);
  if ((await service.blobs.head(key)) === undefined)
    await unlessDeleted(service, request, () => service.blobs.put(key, text, 'application/json'));
  return key;
}

/** Returns the result as a validated object. @throws BlobNotFoundError if the results have been deleted */
export const readProcessingResult = async (
  service: Service,
  request: ProcessingRequest,
  include: readonly AvailableResult[],
): Promise<ProcessingResult> =>
  processingResultSchema.parse(JSON.parse(await serialiseProcessingResult(service, request, include)));

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

const readText = async (service: Service, key: string): Promise<string> =>
  new TextDecoder().decode(await service.blobs.get(key));
