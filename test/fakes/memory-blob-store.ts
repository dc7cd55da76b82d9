/**
 * Blobs in a Map. `file` copies to a temporary folder, as the S3 adapter does. Files are read and written synchronously:
 * for small ones, the turns of Node's thread pool would take most of the time of many tests.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkKey, checkKeyOrFolder, checkPrefix } from '../../core/storage/blob-keys.ts';
import { BlobNotFoundError } from '../../core/errors.ts';
import type { BlobFile, BlobInfo, BlobStore, ByteRange, Clock, PresignedUpload } from '../../core/ports.ts';

interface StoredBlob {
  readonly bytes: Uint8Array;
  readonly info: BlobInfo;
}

interface AllowedUpload {
  readonly key: string;
  readonly contentType: string;
  readonly size: number;
  readonly expiresAt: Date;
}

/* eslint-disable @typescript-eslint/require-await -- invalid calls must reject, not throw */
export class MemoryBlobStore implements BlobStore {
  /** Thrown by every write if set, e.g. for a full disk. */
  failWrites: Error | undefined;
  readonly #blobs = new Map<string, StoredBlob>();
  /** The keys below each folder, so that a list need not look at all keys. */
  readonly #folders = new Map<string, Set<string>>();
  readonly #allowed = new Map<string, AllowedUpload>();
  readonly #clock: Pick<Clock, 'now'>;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  async put(key: string, body: Uint8Array | string, contentType: string): Promise<BlobInfo> {
    checkKey(key);
    if (this.failWrites !== undefined) throw this.failWrites;
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : Uint8Array.from(body);
    const info = {
      key,
      size: bytes.length,
      contentType,
      etag: createHash('sha256').update(contentType).update(bytes).digest('base64url'),
    };
    this.#keep(key, { bytes, info });
    return info;
  }

  async putFile(key: string, path: string, contentType: string): Promise<BlobInfo> {
    const info = await this.put(key, readFileSync(path), contentType);
    // As the local adapter moves the file.
    rmSync(path);
    return info;
  }

  async get(key: string, range?: ByteRange): Promise<Uint8Array> {
    const { bytes } = this.#find(key);
    return range === undefined ? bytes : bytes.subarray(range.offset, range.offset + range.length);
  }

  async head(key: string): Promise<BlobInfo | undefined> {
    checkKey(key);
    return this.#blobs.get(key)?.info;
  }

  async file(key: string): Promise<BlobFile> {
    const { bytes } = this.#find(key);
    const path = join(tmpdir(), `tearline-test-${randomUUID()}`);
    writeFileSync(path, bytes);
    return {
      path,
      release: async () => {
        rmSync(path, { force: true });
      },
    };
  }

  async list(prefix: string): Promise<readonly string[]> {
    checkPrefix(prefix);
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    return [...(this.#folders.get(folder) ?? [])].filter((key) => key.startsWith(prefix)).sort();
  }

  async deleteAll(keyOrFolder: string): Promise<void> {
    checkKeyOrFolder(keyOrFolder);
    // Not a list by the beginning of a key: it would look at all keys of the folder above.
    const folder = keyOrFolder.endsWith('/') ? keyOrFolder : `${keyOrFolder}/`;
    for (const key of [keyOrFolder, ...(await this.list(folder))]) {
      this.#blobs.delete(key);
      for (const folder of foldersOf(key)) this.#folders.get(folder)?.delete(key);
    }
  }

  async presignUpload(
    key: string,
    upload: { contentType: string; size: number; expiresAt: Date },
  ): Promise<PresignedUpload> {
    checkKey(key);
    const url = `https://storage.test/${key}?signature=${randomUUID()}`;
    this.#allowed.set(url, { key, ...upload });
    return { url, method: 'PUT', headers: { 'Content-Type': upload.contentType }, expiresAt: upload.expiresAt };
  }

  /** Sends a body to a presigned URL as a client does. @returns the HTTP status */
  async receive(url: string, contentType: string, body: Uint8Array): Promise<number> {
    const allowed = this.#allowed.get(url);
    if (allowed === undefined || allowed.expiresAt <= this.#clock.now()) return 403;
    if (allowed.contentType !== contentType || allowed.size !== body.length) return 400;
    if (this.#blobs.has(allowed.key)) return 409;
    await this.put(allowed.key, body, contentType);
    return 200;
  }

  /** Another store with the same blobs, without the uploads that are allowed. */
  copy(clock: Pick<Clock, 'now'>): MemoryBlobStore {
    const copy = new MemoryBlobStore(clock);
    for (const [key, blob] of this.#blobs) copy.#keep(key, blob);
    return copy;
  }

  #keep(key: string, blob: StoredBlob): void {
    this.#blobs.set(key, blob);
    for (const folder of foldersOf(key)) {
      const keys = this.#folders.get(folder) ?? new Set();
      this.#folders.set(folder, keys.add(key));
    }
  }

  #find(key: string): StoredBlob {
    checkKey(key);
    const blob = this.#blobs.get(key);
    if (blob === undefined) throw new BlobNotFoundError(`There is no blob ${key}.`);
    return blob;
  }
}

/** The folders above a key, each with the slash at its end; the first has no name. */
function foldersOf(key: string): string[] {
  const folders = [''];
  for (let at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1)) folders.push(key.slice(0, at + 1));
  return folders;
}
