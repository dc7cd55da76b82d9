/** A blob as a file on this machine's disk, for as long as it is worked on. */
import type { BlobStore } from '../ports.ts';

/** Runs `work` on the file's path and gives the file back whatever happens. @throws BlobNotFoundError and what `work` throws */
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
