/** A blob as a stream of bytes. */
import { createReadStream } from 'node:fs';
import type { BlobStore } from '../ports.ts';

/**
 * The bytes of a blob. Its file is taken from the storage at the first read and released with the last one.
 * @param end  the last byte, from 0; absent: that of the blob
 * @throws BlobNotFoundError
 */
export async function* blobBytes(
  blobs: Pick<BlobStore, 'file'>,
  key: string,
  end?: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await blobs.file(key);
  try {
    // A stream of bytes, as it has no encoding.
    yield* createReadStream(file.path, end === undefined ? {} : { end }) as AsyncIterable<Uint8Array>;
  } finally {
    await file.release();
  }
}
