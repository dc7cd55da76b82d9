/** The PDFs of a result: one per sub-document, and one of the whole document. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { NotFoundError, ResultNotAvailableError } from '../../errors.ts';
import type { RenderedPdfOptions } from '../../parser-jobs.ts';
import { hasCrops, namePages } from '../../requests/pages/stream-pages.ts';
import type { ProcessingRequest, SubDocument } from '../../requests/processing-request.ts';
import { subDocumentSchema } from '../../requests/processing-request.ts';
import type { Service } from '../../service.ts';
import { originalPagesOf } from './cut-sub-documents.ts';
import { documentKindOf } from '../document-kind.ts';
import { readPageGeometry } from '../images/page-geometry.ts';
import type { PdfQuery, SplitPdfQuery, SubPdfQuery } from './pdf-query.ts';
import { renderedPdfOptions } from './pdf-query.ts';
import type { ResultFile } from '../result-file.ts';
import { fileNameOf, titleOf } from '../file-names.ts';
import { getOrRenderResult } from '../rendering-claims.ts';
import { blobsOf } from '../result-file.ts';

const PDF = { contentType: 'application/pdf' };

/**
 * `GET …/split-pdfs/{index}`.
 * @param index index of the sub-document, from 0
 * @throws NotFoundError if there is no such sub-document
 */
export async function readSplitPdf(
  service: Service,
  request: ProcessingRequest,
  index: number,
  query: SplitPdfQuery,
): Promise<ResultFile> {
  const document = await readSubDocument(service, request, index);
  return query.return_pages_with_ocr_data
    ? renderedPages(service, request, document, renderedPdfOptions(query))
    : originalPages(service, request, document, blobsOf(request).subPdf(index));
}

/**
 * `GET …/sub-pdfs/{index}`, deprecated: `return_pages_with_ocr_data` has the opposite meaning.
 * @param index index of the sub-document, from 0
 * @throws NotFoundError if there is no such sub-document
 * @throws ResultNotAvailableError if a direct cut is requested and the upload is not a PDF
 */
export async function readSubPdf(
  service: Service,
  request: ProcessingRequest,
  index: number,
  query: SubPdfQuery,
): Promise<ResultFile> {
  const document = await readSubDocument(service, request, index);
  const isPdf = documentKindOf(request) === 'pdf';
  if (query.return_pages_with_ocr_data === true && !isPdf) {
    throw new ResultNotAvailableError(
      'The upload is an image, so no pages can be cut out of it. ' +
        'Ask with return_pages_with_ocr_data=false for rendered pages.',
    );
  }
  const isDirectCut = query.return_pages_with_ocr_data ?? isPdf;
  return isDirectCut
    ? originalPages(service, request, document, blobsOf(request).subPdf(index))
    : renderedPages(service, request, document, renderedPdfOptions(query));
}

/** `GET …/pdf`: all pages of the document, of a cropped page its crops. */
export async function readWholePdf(service: Service, request: ProcessingRequest, query: PdfQuery): Promise<ResultFile> {
  const stream = await readPageGeometry(service, request);
  const document = { name: titleOf(request.file_name), ...namePages(stream, hasCrops(stream)) };
  const { rendered } = blobsOf(request);
  return query.return_pages_with_ocr_data
    ? renderedPages(service, request, document, renderedPdfOptions(query), rendered)
    : originalPages(service, request, document, rendered('original.pdf'));
}

/** A splitting whose sub-documents are not checked: of a long document, each has a request of its own. */
const subDocumentsSchema = z.object({ sub_documents: z.array(z.unknown()) });

async function readSubDocument(service: Service, request: ProcessingRequest, index: number): Promise<SubDocument> {
  const json: unknown = JSON.parse(
    new TextDecoder().decode(await service.blobs.get(blobsOf(request).documentSplitting)),
  );
  const document = subDocumentsSchema.parse(json).sub_documents[index];
  if (document === undefined)
    throw new NotFoundError(`The document was split into fewer parts than ${index + 1}; the first has index 0.`);
  return subDocumentSchema.parse(document);
}

async function originalPages(
  service: Service,
  request: ProcessingRequest,
  { name, pages }: SubDocument,
  key: string,
): Promise<ResultFile> {
  const blob = await getOrRenderResult(service, request, key, () =>
    service.parsers.run('cutPdfs', {
      reads: [request.upload_key],
      writes: [{ key, ...PDF }],
      input: {
        kind: documentKindOf(request),
        cuts: [originalPagesOf(pages)],
        ...(request.page_count !== undefined && { pageCount: request.page_count }),
      },
    }),
  );
  return { ...blob, fileName: fileNameOf(name, blob.contentType) };
}

/**
 * A PDF of the pages of a sub-document as processed.
 * @param options  empty: the default quality and size
 * @param keyOf  the key of a file by its name
 */
export async function renderedPages(
  service: Service,
  request: ProcessingRequest,
  document: SubDocument,
  options: RenderedPdfOptions,
  keyOf: KeyOfName = blobsOf(request).renderedOfSplitting,
): Promise<ResultFile> {
  const { key, alike } = renderedKey(document, options, keyOf);
  const make = async (): Promise<void> => {
    const recordKeys = (await service.blobs.list(blobsOf(request).records)).filter((name) =>
      containsAnyOf(name, document.pages),
    );
    await service.parsers.run('writeRenderedPdf', {
      reads: [request.upload_key, ...recordKeys],
      writes: [{ key, ...PDF }],
      input: {
        kind: documentKindOf(request),
        ...pagesOf(document),
        options,
        textType: request.text_type,
        title: document.name,
      },
    });
  };
  const blob = await getOrRenderResult(service, request, key, make, alike);
  return { ...blob, fileName: fileNameOf(document.name, blob.contentType) };
}

const pagesOf = ({ pages, crops }: SubDocument): { readonly pages: number[]; readonly crops?: number[] } => ({
  pages,
  ...(crops === undefined ? {} : { crops }),
});

type KeyOfName = (name: string) => string;

/** A key derived from the pages, the title and the options. `alike`: prefix of the keys with other options. */
function renderedKey(
  { name, pages, crops }: SubDocument,
  options: RenderedPdfOptions,
  keyOf: KeyOfName,
): { readonly key: string; readonly alike?: string } {
  const withoutOptions = keyOf(digestOf([pages, name, [], ...(crops === undefined ? [] : [crops])]));
  const chosen = Object.entries(options).sort();
  if (chosen.length === 0) return { key: `${withoutOptions}.pdf` };
  const alike = `${withoutOptions}/`;
  return { key: `${alike}${digestOf(chosen)}.pdf`, alike };
}

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/**
 * Whether a blob of page records contains one of the pages. Such blobs are named by their range:
 * `…/000001-000020.jsonl`.
 */
function containsAnyOf(recordsKey: string, pages: readonly number[]): boolean {
  const range = /(\d+)-(\d+)\.jsonl$/.exec(recordsKey);
  if (range === null) return true;
  return pages.some((page) => page >= Number(range[1]) && page <= Number(range[2]));
}
