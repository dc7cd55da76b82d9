/** Copies a blob within the store. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobNotFoundError } from '../errors.ts';
import type { BlobStore } from '../ports.ts';
import { withBlobFile } from './blob-file.ts';
import { withScratchFolder } from './scratch-folder.ts';

/** @throws BlobNotFoundError, StorageFullError (nothing is stored) */
export const copyBlob = async (blobs: BlobStore, from: string, to: string): Promise<void> => {
  const info = await blobs.head(from);
  if (info === undefined) throw new BlobNotFoundError(`There is no blob ${from}.`);
  await withBlobFile(blobs, from, (path) =>
    withScratchFolder(async (folder) => {
      // The stored file is read-only, and putFile may move the file that it is given.
      const copy = join(folder, 'copy');
      await copyFile(path, copy);
      await blobs.putFile(to, copy, info.contentType);
    }),
  );
};
