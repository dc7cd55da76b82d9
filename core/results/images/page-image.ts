/** The image of one page as used in processing: upright and deskewed. */
import { NotFoundError } from '../../errors.ts';
import { withBlobFile } from '../../storage/blob-file.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import type { Service } from '../../service.ts';
import { documentKindOf } from '../document-kind.ts';
import { readPageGeometry } from './page-geometry.ts';
import { scaledDown } from './scaled-down.ts';
import type { ResultFile } from '../result-file.ts';
import { fileNameOf, titleOf } from '../file-names.ts';
import { blobsOf, getOrCreateResult } from '../result-file.ts';

export interface PageImageSize {
  /** Requested size in pixels, from 1. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/**
 * Returns the image of a page, which is rendered at the first request and then stored.
 * @param page page number, from 1
 * @param size size to which the image is scaled down (see scaledDown); absent: the size used in processing
 * @throws NotFoundError if the document has no such page
 */
export async function readPageImage(
  service: Service,
  request: ProcessingRequest,
  page: number,
  size: PageImageSize = {},
): Promise<ResultFile> {
  const geometry = (await readPageGeometry(service, request)).find((one) => one.page === page);
  if (geometry === undefined) throw new NotFoundError(`The document has no page ${page}.`);
  const { width, height } = scaledDown(geometry, size);
  const key = blobsOf(request).rendered(`page-${page}-${width}x${height}`);
  const blob = await getOrCreateResult(service, key, (outPath) =>
    withBlobFile(service.blobs, request.upload_key, (path) =>
      service.parsers.run('renderPageImage', {
        path,
        kind: documentKindOf(request),
        record: geometry,
        width,
        height,
        outPath,
      }),
    ),
  );
  return { ...blob, fileName: fileNameOf(titleOf(request.file_name), blob.contentType, `-page-${page}`) };
}
