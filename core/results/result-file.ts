/** A result that the API returns: a blob with its bytes. Some are created on the first request and then stored. */
import type { BlobInfo } from '../ports.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { processingBlobs } from '../requests/processing-blobs.ts';
import type { Service } from '../service.ts';
import { withScratchFolder } from '../storage/scratch-folder.ts';

export interface ResultFile {
  /** Key in the blob store. */
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** ETag without quotes. */
  readonly etag: string;
}

/** The blob keys of a request. */
export const blobsOf = (request: ProcessingRequest) => processingBlobs(request.account_id, request.processing_id);

/** @throws BlobNotFoundError if the blob has been deleted */
export async function readResultFile(service: Service, info: BlobInfo): Promise<ResultFile> {
  return { key: info.key, bytes: await service.blobs.get(info.key), contentType: info.contentType, etag: info.etag };
}

/**
 * Returns the blob `key`, and creates it first if it does not exist.
 * @param write writes the result to the given path and returns its media type
 */
export async function getOrCreateResultFile(
  service: Service,
  key: string,
  write: (outPath: string) => Promise<{ readonly contentType: string }>,
): Promise<ResultFile> {
  const existing = await service.blobs.head(key);
  if (existing !== undefined) return readResultFile(service, existing);
  const created = await withScratchFolder(async (folder) => {
    const outPath = `${folder}/result`;
    const { contentType } = await write(outPath);
    return service.blobs.putFile(key, outPath, contentType);
  });
  return readResultFile(service, created);
}
