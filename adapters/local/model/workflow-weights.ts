/**
 * Copies the weights of workflows to files for the model container's server; a key is the path of its file. On
 * SageMaker the server downloads them itself.
 */
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { randomUUID } from 'node:crypto';
import { checkKey } from '../../../core/storage/blob-keys.ts';
import { withBlobFile } from '../../../core/storage/blob-file.ts';
import type { BlobStore } from '../../../core/ports.ts';
import { removeEmptyFolders } from '../blobs/blob-files.ts';
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

  /** Deletes the copy of the weights with a key, so that the next `fetch` makes it again. */
  async forget(key: string): Promise<void> {
    checkKey(key);
    await rm(join(this.folder, key), { force: true });
  }

  /** Deletes the copies of blobs that have been deleted, also those that a crash left incomplete. */
  async deleteForgotten(): Promise<void> {
    for (const path of await filesIn(this.folder)) {
      const key = relative(this.folder, path).replaceAll(sep, '/').replace(INCOMING, '');
      if ((await this.#blobs.head(key)) !== undefined) continue;
      await rm(path, { force: true });
      await removeEmptyFolders(this.folder, dirname(path));
    }
  }
}

/** The end of the name of a file that is being copied. */
const INCOMING = /\.[0-9a-f-]{36}$/u;

/** Paths of all files below a folder; none where it does not exist. */
const filesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
};

const exists = async (path: string): Promise<boolean> => {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
};
