/** The thumbnail: a small image of the first page, written by BuildResults. */
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import type { Service } from '../../service.ts';
import { BlobNotFoundError } from '../../errors.ts';
import type { ResultFile } from '../result-file.ts';
import { blobsOf, readResultFile } from '../result-file.ts';

/** Long side in pixels. */
export const THUMBNAIL_SIZE = 256;

/** @throws BlobNotFoundError if the results have been deleted */
export async function readThumbnail(service: Service, request: ProcessingRequest): Promise<ResultFile> {
  const key = blobsOf(request).thumbnail;
  const info = await service.blobs.head(key);
  if (info === undefined) throw new BlobNotFoundError(`There is no thumbnail at ${key}.`);
  return readResultFile(service, info);
}
