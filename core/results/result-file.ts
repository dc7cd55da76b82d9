/** A result as the API hands it out: a blob with its bytes, made on the first request and kept for the next. */
import type { BlobInfo } from '../ports.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { processingBlobs } from '../requests/processing-blobs.ts';
import type { Service } from '../service.ts';
import { withScratchFolder } from '../storage/scratch-folder.ts';

export interface ResultFile {
  /** Where it lies in the blob store. */
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Without quotes. */
  readonly etag: string;
}

export const blobsOf = (request: ProcessingRequest) => processingBlobs(request.account_id, request.processing_id);

/** @throws BlobNotFoundError */
export async function readResultFile(service: Service, info: BlobInfo): Promise<ResultFile> {
  return { key: info.key, bytes: await service.blobs.get(info.key), contentType: info.contentType, etag: info.etag };
}

/**
 * Gives the blob `key`, and makes it first where it is not there.
 * @param write writes the result to the path it is given, and says what it is
 */
export async function getOrCreateResultFile(
  service: Service,
  key: string,
  write: (outPath: string) => Promise<{ readonly contentType: string }>,
): Promise<ResultFile> {
  const kept = await service.blobs.head(key);
  if (kept !== undefined) return readResultFile(service, kept);
  const made = await withScratchFolder(async (folder) => {
    const outPath = `${folder}/result`;
    const { contentType } = await write(outPath);
    return service.blobs.putFile(key, outPath, contentType);
  });
  return readResultFile(service, made);
}
