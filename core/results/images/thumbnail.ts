/** The thumbnail: a small image of the first page, written by BuildResults. */
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import type { Service } from '../../service.ts';
import type { ResultFile } from '../result-file.ts';
import { fileNameOf, titleOf } from '../file-names.ts';
import { blobsOf, findResult } from '../result-file.ts';

/** Long side in pixels. */
export const THUMBNAIL_SIZE = 256;

/** @throws BlobNotFoundError if the results have been deleted */
export async function readThumbnail(service: Service, request: ProcessingRequest): Promise<ResultFile> {
  const blob = await findResult(service.blobs, blobsOf(request).thumbnail);
  return { ...blob, fileName: fileNameOf(titleOf(request.file_name), blob.contentType, '-thumbnail') };
}
