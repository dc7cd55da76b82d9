/**
 * Copies the weights of workflows to files for the model container's server; a key is the path of its file. On
 * SageMaker the server downloads them itself.
 */
import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { checkKey } from '../../../core/storage/blob-keys.ts';
import { withBlobFile } from '../../../core/storage/blob-file.ts';
import type { BlobStore } from '../../../core/ports.ts';
import { errorCode } from '../storage-full.ts';

export class WorkflowWeights {
  readonly folder: string;
  readonly #blobs: BlobStore;

  constructor(blobs: BlobStore, folder: string) {
    this.#blobs = blobs;
    this.folder = folder;
  }

  /** Copies the weights with a key unless the file exists: weights never change. @throws BlobNotFoundError */
  async fetch(key: string): Promise<void> {
    checkKey(key);
    const path = join(this.folder, key);
    if (await exists(path)) return;
    await withBlobFile(this.#blobs, key, async (from) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const incoming = `${path}.${randomUUID()}`;
      await copyFile(from, incoming);
      await rename(incoming, path);
    });
  }
}

const exists = async (path: string): Promise<boolean> => {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
};
