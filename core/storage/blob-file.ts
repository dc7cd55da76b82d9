/** A blob as a temporary file on the local disk. */
import type { BlobStore } from '../ports.ts';

/**
 * Runs `work` with the path of the blob's file, then releases the file.
 * @throws BlobNotFoundError, and any error of `work`
 */
export async function withBlobFile<Result>(
  blobs: BlobStore,
  key: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const file = await blobs.file(key);
  try {
    return await work(file.path);
  } finally {
    await file.release();
  }
}
