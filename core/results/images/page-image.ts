/** The image of one page as used in processing: upright and deskewed. */
import { NotFoundError } from '../../errors.ts';
import type { BlobInfo } from '../../ports.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import type { Service } from '../../service.ts';
import { documentKindOf } from '../document-kind.ts';
import type { PageGeometry } from './page-geometry.ts';
import { readPageGeometry } from './page-geometry.ts';
import { scaledDown } from './scaled-down.ts';
import type { ResultFile } from '../result-file.ts';
import { fileNameOf, titleOf } from '../file-names.ts';
import { getOrRenderResult } from '../rendering-claims.ts';
import { blobsOf } from '../result-file.ts';

export interface PageImageSize {
  /** Requested size in pixels, from 1. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/**
 * Returns the image of a page, which is rendered at the first request and then stored.
 * @param page number in the page stream, from 1: where no page has several crops, the page number
 * @param size size to which the image is scaled down (see scaledDown); absent: the size used in processing
 * @throws NotFoundError if the document has no such page
 */
export async function readPageImage(
  service: Service,
  request: ProcessingRequest,
  page: number,
  size: PageImageSize = {},
): Promise<ResultFile> {
  const isWhole = size.width === undefined && size.height === undefined;
  const blob = await (isWhole ? wholeImage(service, request, page) : scaledImage(service, request, page, size));
  return { ...blob, fileName: fileNameOf(titleOf(request.file_name), blob.contentType, `-page-${page}`) };
}

/** The image in the size used in processing. Where it is stored, the geometry of the pages is not read. */
const wholeImage = (service: Service, request: ProcessingRequest, page: number): Promise<BlobInfo> => {
  const key = blobsOf(request).rendered(`page-${page}`);
  return getOrRenderResult(service, request, key, async () => {
    const geometry = await findPage(service, request, page);
    await render(service, request, geometry, geometry, key);
  });
};

async function scaledImage(
  service: Service,
  request: ProcessingRequest,
  page: number,
  size: PageImageSize,
): Promise<BlobInfo> {
  const geometry = await findPage(service, request, page);
  const scaled = scaledDown(geometry, size);
  if (scaled.width === geometry.width && scaled.height === geometry.height) return wholeImage(service, request, page);
  const alike = blobsOf(request).rendered(`page-${page}-`);
  const key = `${alike}${scaled.width}x${scaled.height}`;
  return getOrRenderResult(service, request, key, () => render(service, request, geometry, scaled, key), alike);
}

async function findPage(service: Service, request: ProcessingRequest, page: number): Promise<PageGeometry> {
  const geometry = (await readPageGeometry(service, request))[page - 1];
  if (geometry === undefined) throw new NotFoundError(`The document has no page ${page}.`);
  return geometry;
}

const render = (
  service: Service,
  request: ProcessingRequest,
  record: PageGeometry,
  { width, height }: { readonly width: number; readonly height: number },
  key: string,
): Promise<unknown> =>
  service.parsers.run('renderPageImage', {
    reads: [request.upload_key],
    writes: [{ key, contentType: 'image/jpeg' }],
    input: { kind: documentKindOf(request), record, width, height },
  });
