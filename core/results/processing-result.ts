/** The processing result: what the processing POST answers, and what `GET /processing/results/{processing_id}` answers again. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ResultIncompleteError } from '../errors.ts';
import type { AvailableResult, ProcessingRequest } from '../requests/processing-request.ts';
import { AVAILABLE_RESULTS, availableResultSchema, documentSplittingSchema } from '../requests/processing-request.ts';
import { processingBlobs } from '../requests/processing-blobs.ts';
import type { Service } from '../service.ts';
import { ocrResultSchema } from './text/ocr-result.ts';
import { pageImagePath, pathsOf, resultPath, subPdfPath } from './result-paths.ts';

export const processingResultSchema = z
  .strictObject({
    processing_id: z.uuid(),
    workflow_id: z.uuid(),
    workflow_name: z.string(),
    available_results: z
      .array(availableResultSchema)
      .describe('Every result that this request has, whatever `include` asked for'),
    document_splitting: documentSplittingSchema.optional(),
    ocr: ocrResultSchema.optional(),
    page_images: z.array(z.string()).optional().describe('One relative path a page'),
    thumbnail: z.string().optional().describe('Relative path'),
    pdf: z.string().optional().describe('Relative path'),
    hocr: z.string().optional().describe('Relative path'),
    sub_pdfs: z.array(z.string()).optional().describe('One relative path a sub-document, in the deprecated form'),
  })
  .meta({ id: 'ProcessingResult' });
export type ProcessingResult = z.infer<typeof processingResultSchema>;

/** A member's name and its value as JSON text. */
type Member = readonly [name: keyof ProcessingResult, json: string];
type ReadMember = (service: Service, request: ProcessingRequest) => Promise<Member>;

const pathOf = (request: ProcessingRequest, name: string): string =>
  JSON.stringify(`${resultPath(request.processing_id)}/${name}`);

/** How each part is made; the order is the order in the answer. */
const parts: Readonly<Record<AvailableResult, ReadMember>> = {
  'document-splitting': async (service, request) => [
    'document_splitting',
    await readText(service, blobsOf(request).documentSplitting),
  ],
  ocr: async (service, request) => ['ocr', await readText(service, blobsOf(request).ocr)],
  'page-images': (_, request) => Promise.resolve(['page_images', JSON.stringify(listPageImages(request))]),
  thumbnail: (_, request) => Promise.resolve(['thumbnail', pathOf(request, 'thumbnail')]),
  pdf: (_, request) => Promise.resolve(['pdf', pathOf(request, 'pdf')]),
  hocr: (_, request) => Promise.resolve(['hocr', pathOf(request, 'hocr')]),
  'sub-pdfs': (_, request) =>
    Promise.resolve([
      'sub_pdfs',
      JSON.stringify(pathsOf(subDocumentsOf(request), 0, (index) => subPdfPath(request.processing_id, index))),
    ]),
};

/**
 * The whole result of a request that succeeded, as JSON text. Blobs that are JSON already go into it as they are: the OCR
 * of a long document is tens of megabytes, which would take many times that as objects.
 * @param include which parts it holds; empty: all of them
 * @throws BlobNotFoundError where the results were deleted since
 */
export async function serialiseProcessingResult(
  service: Service,
  request: ProcessingRequest,
  include: readonly AvailableResult[],
): Promise<string> {
  const wanted = AVAILABLE_RESULTS.filter((name) => include.length === 0 || include.includes(name));
  const members: Member[] = [
    ['processing_id', JSON.stringify(request.processing_id)],
    ['workflow_id', JSON.stringify(request.workflow_id)],
    ['workflow_name', JSON.stringify(request.workflow_name)],
    ['available_results', JSON.stringify(AVAILABLE_RESULTS)],
    ...(await Promise.all(wanted.map((name) => parts[name](service, request)))),
  ];
  return `{${members.map(([name, json]) => `"${name}":${json}`).join(',')}}`;
}

/**
 * Keeps the text of a whole result as a blob of the request, for callers who have to fetch it from storage.
 * @param text of writeProcessingResult
 * @returns the blob's key
 */
export async function storeProcessingResult(
  service: Service,
  request: ProcessingRequest,
  text: string,
): Promise<string> {
  const key = blobsOf(request).rendered(`result-${createHash('sha256').update(text).digest('hex').slice(0, 32)}.json`);
  if ((await service.blobs.head(key)) === undefined) await service.blobs.put(key, text, 'application/json');
  return key;
}

/** The same as an object, checked. @throws BlobNotFoundError */
export const readProcessingResult = async (
  service: Service,
  request: ProcessingRequest,
  include: readonly AvailableResult[],
): Promise<ProcessingResult> =>
  processingResultSchema.parse(JSON.parse(await serialiseProcessingResult(service, request, include)));

/** @returns one path a page, in page order */
export const listPageImages = (request: ProcessingRequest): string[] =>
  pathsOf(pagesOf(request), 1, (page) => pageImagePath(request.processing_id, page));

/** @returns how many sub-documents a succeeded request has */
export function subDocumentsOf(request: ProcessingRequest): number {
  if (request.sub_document_count === undefined)
    throw new ResultIncompleteError(request.processing_id, 'sub_document_count');
  return request.sub_document_count;
}

function pagesOf(request: ProcessingRequest): number {
  if (request.page_count === undefined) throw new ResultIncompleteError(request.processing_id, 'page_count');
  return request.page_count;
}

const blobsOf = (request: ProcessingRequest) => processingBlobs(request.account_id, request.processing_id);

const readText = async (service: Service, key: string): Promise<string> =>
  new TextDecoder().decode(await service.blobs.get(key));
