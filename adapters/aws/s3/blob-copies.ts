/** Reference-counted copies of blobs in the temporary folder. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobFile } from '../../../core/ports.ts';

interface Copy {
  /** Resolves when the download is complete. */
  readonly path: Promise<string>;
  folder: string | undefined;
  users: number;
}

/** Passes a blob's body to `write`. A retry calls `write` again with the whole body. */
type ReadBlob = (key: string, write: (body: Readable) => Promise<void>) => Promise<void>;

export class BlobCopies {
  readonly #read: ReadBlob;
  readonly #copies = new Map<string, Copy>();

  constructor(read: ReadBlob) {
    this.#read = read;
  }

  /** Concurrent callers share one copy of a version (key and ETag) of a blob. The last `release` deletes it. */
  async take(key: string, etag: string): Promise<BlobFile> {
    const name = `${key}\n${etag}`;
    const copy = this.#copies.get(name) ?? this.#make(key, name);
    copy.users += 1;
    const release = this.#releaseOnce(name, copy);
    try {
      return { path: await copy.path, release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  #make(key: string, name: string): Copy {
    const copy: Copy = { users: 0, folder: undefined, path: Promise.resolve().then(() => this.#download(key, copy)) };
    this.#copies.set(name, copy);
    // Later callers must not get a copy whose download failed.
    copy.path.catch(() => {
      if (this.#copies.get(name) === copy) this.#copies.delete(name);
    });
    return copy;
  }

  async #download(key: string, copy: Copy): Promise<string> {
    copy.folder = await mkdtemp(join(tmpdir(), 'tearline-blob-'));
    const path = join(copy.folder, 'blob');
    await this.#read(key, (body) => pipeline(body, createWriteStream(path, { mode: 0o600 })));
    return path;
  }

  #releaseOnce(name: string, copy: Copy): () => Promise<void> {
    let released = false;
    return async () => {
      if (released) return;
      released = true;
      copy.users -= 1;
      if (copy.users > 0) return;
      if (this.#copies.get(name) === copy) this.#copies.delete(name);
      if (copy.folder !== undefined) await rm(copy.folder, { recursive: true, force: true });
    };
  }
}
