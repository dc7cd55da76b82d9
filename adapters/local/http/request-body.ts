/**
 * Receives request bodies. Small ones stay in memory; larger ones are written to a file while they are received, so
 * that many slow clients take disk space but no memory.
 */
import { randomUUID } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DocumentTooLargeError, StorageFullError } from '../../../core/errors.ts';
import { malformedRequest } from './host-problem.ts';
import { isStorageFull } from '../storage-full.ts';

/** Bytes up to which a body is kept in memory. */
const IN_MEMORY = 256 * 1024;

export interface ReceivedBody {
  /** Bytes. */
  readonly size: number;
  read(): Promise<Buffer>;
  /** Deletes the file, if any. */
  discard(): Promise<void>;
}

export const EMPTY_BODY: ReceivedBody = {
  size: 0,
  read: () => Promise.resolve(Buffer.alloc(0)),
  discard: () => Promise.resolve(),
};

const tooLarge = (maxBytes: number): DocumentTooLargeError =>
  new DocumentTooLargeError(`A request may have ${maxBytes} bytes. Send a smaller file.`);

/** Checks the Content-Length header, if any. @throws DocumentTooLargeError */
export const checkDeclaredSize = (contentLength: string | undefined, maxBytes: number): void => {
  if (contentLength !== undefined && Number(contentLength) > maxBytes) throw tooLarge(maxBytes);
};

class Spool {
  readonly #path: string;
  #chunks: Buffer[] = [];
  #file: FileHandle | undefined;
  #size = 0;

  constructor(folder: string) {
    this.#path = join(folder, randomUUID());
  }

  get size(): number {
    return this.#size;
  }

  async add(chunk: Buffer): Promise<void> {
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#size <= IN_MEMORY) return;
    this.#file ??= await open(this.#path, 'wx', 0o600);
    const waiting = this.#chunks;
    this.#chunks = [];
    await this.#file.appendFile(Buffer.concat(waiting));
  }

  async finish(): Promise<ReceivedBody> {
    if (this.#file === undefined) {
      const bytes = Buffer.concat(this.#chunks);
      return { size: bytes.length, read: () => Promise.resolve(bytes), discard: () => Promise.resolve() };
    }
    await this.#file.close();
    return { size: this.#size, read: () => readFile(this.#path), discard: () => rm(this.#path, { force: true }) };
  }

  async discard(): Promise<void> {
    if (this.#file === undefined) return;
    await this.#file.close();
    await rm(this.#path, { force: true });
  }
}

/**
 * The bytes of a body as they arrive.
 * @throws HostProblem 400 where the client disconnected before the end
 */
export async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    // A request stream without an encoding yields Buffers.
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw body.destroyed ? malformedRequest('The request ended before its body did.') : error;
  }
}

/**
 * Reads a body to its end.
 * @throws DocumentTooLargeError above `maxBytes`
 * @throws StorageFullError
 * @throws HostProblem 400 where the client disconnected before the end; the partial body is deleted
 */
export const receiveBody = async (
  stream: Readable,
  limits: { maxBytes: number; folder: string },
): Promise<ReceivedBody> => {
  const spool = new Spool(limits.folder);
  try {
    for await (const chunk of chunksOf(stream)) {
      await spool.add(chunk);
      if (spool.size > limits.maxBytes) throw tooLarge(limits.maxBytes);
    }
    return await spool.finish();
  } catch (error) {
    await spool.discard();
    throw isStorageFull(error) ? new StorageFullError({ cause: error }) : error;
  }
};
