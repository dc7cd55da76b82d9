/** The local blob store: files with atomic writes. */
import { randomUUID } from 'node:crypto';
import { closeSync, createReadStream, fstatSync, openSync } from 'node:fs';
import { copyFile, mkdir, open, readFile, rename, rm, statfs } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { checkKey, checkKeyOrFolder, checkPrefix } from '../../../core/storage/blob-keys.ts';
import { BlobNotFoundError, StorageFullError } from '../../../core/errors.ts';
import type { BlobFile, BlobInfo, BlobRange, BlobStore, ByteRange, PresignedUpload } from '../../../core/ports.ts';
import { etagOf, findBlob, listKeys, placeBlob, removeBlobs } from './blob-files.ts';
import { promiseOf } from '../promise-of.ts';
import type { UploadSigner } from '../http/upload-signer.ts';
import { errorCode, namedIfStorageFull } from '../storage-full.ts';

export interface FileBlobStoreOptions {
  /** The folder of the store; created if absent. Only one process may write to it. */
  readonly folder: string;
  readonly signer: UploadSigner;
  /** Bytes of disk space that blobs leave free, so that the table can still be written. Default 32 MB. */
  readonly reserveBytes?: number;
}

/** Bytes that a stream reads at a time: most results are one chunk. A slow client holds up to two. */
const CHUNK_BYTES = 256 * 1024;
const DEFAULT_RESERVE_BYTES = 32 * 1024 * 1024;

/**
 * A blob is written to `incoming/`, flushed to the disk and renamed into `stored/`. Readers therefore see only complete
 * blobs. A crash leaves at most files in `incoming/`, which the next `open` deletes.
 */
export class FileBlobStore implements BlobStore {
  readonly #stored: string;
  readonly #incoming: string;
  readonly #signer: UploadSigner;
  readonly #reserveBytes: number;
  /** The last pending placement of each key. */
  readonly #placing = new Map<string, Promise<void>>();

  /** Opens the store and deletes incomplete files of a crash. */
  static async open(options: FileBlobStoreOptions): Promise<FileBlobStore> {
    const store = new FileBlobStore(options);
    await rm(store.#incoming, { recursive: true, force: true });
    await mkdir(store.#incoming, { recursive: true, mode: 0o700 });
    await mkdir(store.#stored, { recursive: true, mode: 0o700 });
    return store;
  }

  private constructor(options: FileBlobStoreOptions) {
    this.#stored = join(options.folder, 'stored');
    this.#incoming = join(options.folder, 'incoming');
    this.#signer = options.signer;
    this.#reserveBytes = options.reserveBytes ?? DEFAULT_RESERVE_BYTES;
  }

  async put(key: string, body: Uint8Array | string, contentType: string): Promise<BlobInfo> {
    checkKey(key);
    return this.receive(key, contentType, Buffer.byteLength(body), async (file) => {
      await file.writeFile(body);
    });
  }

  async putFile(key: string, path: string, contentType: string): Promise<BlobInfo> {
    checkKey(key);
    return this.#writeAtomically(key, contentType, (incoming) => moveFile(path, incoming));
  }

  /**
   * Stores a body of at most `size` bytes that `write` writes to a file. Where `write` throws, nothing is stored.
   * @throws StorageFullError
   */
  async receive(
    key: string,
    contentType: string,
    size: number,
    write: (file: FileHandle) => Promise<void>,
  ): Promise<BlobInfo> {
    checkKey(key);
    await this.#checkRoom(size);
    return this.#writeAtomically(key, contentType, async (incoming) => {
      const file = await open(incoming, 'wx', 0o600);
      try {
        await write(file);
      } finally {
        await file.close();
      }
    });
  }

  async get(key: string, range?: ByteRange): Promise<Uint8Array> {
    const { path } = this.#find(key);
    try {
      return await (range === undefined ? readFile(path) : readRange(path, range));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') throw notFound(key);
      throw error;
    }
  }

  /**
   * A stream of bytes of a blob. The file is open when the promise resolves: later writes and deletions do not affect
   * the stream. Destroy it where it is not read to its end. The blob is found by its key and ETag: an answer may give it
   * another content type than that with which it was stored.
   * @throws BlobNotFoundError where the blob has been deleted or replaced since `blob` described it
   */
  openRange({ blob, offset, length }: BlobRange): Promise<Readable> {
    return promiseOf(() => {
      const { path } = this.#find(blob.key);
      const fd = openStored(path, blob);
      return createReadStream(path, { fd, start: offset, end: offset + length - 1, highWaterMark: CHUNK_BYTES });
    });
  }

  head(key: string): Promise<BlobInfo | undefined> {
    return promiseOf(() => {
      checkKey(key);
      return findBlob(this.#stored, key)?.info;
    });
  }

  /** The path of the stored file; nothing is copied, and `release` does nothing. */
  file(key: string): Promise<BlobFile> {
    return promiseOf(() => ({ path: this.#find(key).path, release: () => Promise.resolve() }));
  }

  async list(prefix: string): Promise<readonly string[]> {
    checkPrefix(prefix);
    return listKeys(this.#stored, prefix);
  }

  async deleteAll(keyOrFolder: string): Promise<void> {
    checkKeyOrFolder(keyOrFolder);
    await removeBlobs(this.#stored, keyOrFolder);
  }

  presignUpload(key: string, upload: { contentType: string; size: number; expiresAt: Date }): Promise<PresignedUpload> {
    return promiseOf(() => {
      checkKey(key);
      const url = this.#signer.sign({ key, ...upload });
      return { url, method: 'PUT', headers: { 'Content-Type': upload.contentType }, expiresAt: upload.expiresAt };
    });
  }

  #find(key: string): { readonly path: string } {
    checkKey(key);
    const blob = findBlob(this.#stored, key);
    if (blob === undefined) throw notFound(key);
    return blob;
  }

  async #checkRoom(size: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#incoming);
    if (bavail * bsize - size < this.#reserveBytes) throw new StorageFullError();
  }

  /** One placement per key at a time: two with different content types would delete each other's file. */
  async #oneAtATime(key: string, place: () => Promise<BlobInfo>): Promise<BlobInfo> {
    const placed = (this.#placing.get(key) ?? Promise.resolve()).then(place);
    const settled = placed.then(
      () => undefined,
      () => undefined,
    );
    this.#placing.set(key, settled);
    try {
      return await placed;
    } finally {
      if (this.#placing.get(key) === settled) this.#placing.delete(key);
    }
  }

  async #writeAtomically(
    key: string,
    contentType: string,
    write: (incoming: string) => Promise<void>,
  ): Promise<BlobInfo> {
    const incoming = join(this.#incoming, randomUUID());
    try {
      await write(incoming);
      return await this.#oneAtATime(key, () => placeBlob(this.#stored, key, incoming, contentType));
    } catch (error) {
      await rm(incoming, { force: true });
      throw namedIfStorageFull(error);
    }
  }
}

const notFound = (key: string): BlobNotFoundError => new BlobNotFoundError(`There is no blob ${key}.`);

/** Opens the file of exactly this version of a blob; synchronous as findBlob. @throws BlobNotFoundError */
const openStored = (path: string, { key, etag }: BlobInfo): number => {
  const fd = openPresent(path, key);
  if (etagOf(fstatSync(fd, { bigint: true })) === etag) return fd;
  closeSync(fd);
  throw notFound(key);
};

const openPresent = (path: string, key: string): number => {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw notFound(key);
    throw error;
  }
};

/** @throws RangeError where the file has fewer bytes */
const readRange = async (path: string, { offset, length }: ByteRange): Promise<Uint8Array> => {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset);
    if (bytesRead < length) throw new RangeError(`The blob has fewer than ${offset + length} bytes.`);
    return buffer;
  } finally {
    await file.close();
  }
};

/** Renames; across file systems, copies and deletes. */
const moveFile = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from, { force: true });
  }
};
