/** The geometry of every page of the stream, which suffices to render any page image without reading the page records. */
import { z } from 'zod';
import { pageRecordSchema } from '../../documents/page-record.ts';
import type { PageRecord } from '../../documents/page-record.ts';
import { BlobNotFoundError, ProcessingNotAccessibleError, ResultIncompleteError } from '../../errors.ts';
import { cropCountsOf, wholePages } from '../../requests/pages/stream-pages.ts';
import type { CropCounts } from '../../requests/pages/stream-pages.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import type { Service } from '../../service.ts';
import { blobsOf } from '../result-file.ts';

export const pageGeometrySchema = pageRecordSchema.pick({
  page: true,
  crop: true,
  width: true,
  height: true,
  dpi: true,
  rotation: true,
  skew: true,
  sheet: true,
  curl: true,
  crop_corners: true,
});
export type PageGeometry = z.infer<typeof pageGeometrySchema>;

export const geometryOf = ({
  page,
  crop,
  width,
  height,
  dpi,
  rotation,
  skew,
  sheet,
  curl,
  crop_corners,
}: PageRecord): PageGeometry => ({
  page,
  ...(crop === undefined ? {} : { crop }),
  width,
  height,
  dpi,
  rotation,
  skew,
  ...(sheet === undefined ? {} : { sheet }),
  ...(curl === undefined ? {} : { curl }),
  ...(crop_corners === undefined ? {} : { crop_corners }),
});

/** Returns the geometry in the order of the stream. @throws BlobNotFoundError before BuildResults has run */
export async function readPageGeometry(
  service: Pick<Service, 'blobs'>,
  request: ProcessingRequest,
): Promise<PageGeometry[]> {
  const json: unknown = JSON.parse(new TextDecoder().decode(await service.blobs.get(blobsOf(request).pageGeometry)));
  return z.array(pageGeometrySchema).parse(json);
}

/**
 * Of each page of a request that has succeeded the number of its crops.
 * @throws ResultIncompleteError, ProcessingNotAccessibleError (deleted meanwhile)
 */
export const cropsOfRequest = async (
  service: Pick<Service, 'blobs'>,
  request: ProcessingRequest,
): Promise<CropCounts> => {
  if (request.page_count === undefined) throw new ResultIncompleteError(request.processing_id, 'page_count');
  if (request.stream_length === undefined) return wholePages(request.page_count);
  try {
    return cropCountsOf(await readPageGeometry(service, request));
  } catch (error) {
    throw error instanceof BlobNotFoundError ? new ProcessingNotAccessibleError() : error;
  }
};
