/** The geometry of every page, which suffices to render any page image without reading the page records. */
import { z } from 'zod';
import { pageRecordSchema } from '../../documents/page-record.ts';
import type { PageRecord } from '../../documents/page-record.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import type { Service } from '../../service.ts';
import { blobsOf } from '../result-file.ts';

export const pageGeometrySchema = pageRecordSchema.pick({
  page: true,
  width: true,
  height: true,
  dpi: true,
  rotation: true,
  skew: true,
  sheet: true,
});
export type PageGeometry = z.infer<typeof pageGeometrySchema>;

export const geometryOf = ({ page, width, height, dpi, rotation, skew, sheet }: PageRecord): PageGeometry => ({
  page,
  width,
  height,
  dpi,
  rotation,
  skew,
  ...(sheet === undefined ? {} : { sheet }),
});

/** @throws BlobNotFoundError before BuildResults has run */
export async function readPageGeometry(service: Service, request: ProcessingRequest): Promise<PageGeometry[]> {
  const json: unknown = JSON.parse(new TextDecoder().decode(await service.blobs.get(blobsOf(request).pageGeometry)));
  return z.array(pageGeometrySchema).parse(json);
}
