/**
 * Blobs in S3.
 *
 * As the port requires, a write is atomic and visible to every later read. Presigned uploads differ in two ways: where
 * two bodies are sent to one URL at the same time, S3 may reject one with 409 instead of 412; and it rejects a body of
 * another size or content type with 403 (wrong signature) without naming the reason.
 *
 * IAM, on `accounts/*` of the bucket: s3:PutObject (put, putFile, presignUpload), s3:AbortMultipartUpload (putFile),
 * s3:GetObject (get, head, file), s3:DeleteObject (deleteAll); on the bucket: s3:ListBucket for that prefix (list,
 * deleteAll, and to distinguish an absent blob from a forbidden one). With a KMS key: kms:Decrypt, kms:GenerateDataKey.
 */
import { readFile, stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { addAbortSignal, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { checkKey, checkKeyOrFolder, checkPrefix, isDeletedWith } from '../../../core/storage/blob-keys.ts';
import { BlobNotFoundError } from '../../../core/errors.ts';
import type { BlobFile, BlobInfo, BlobStore, ByteRange, PresignedUpload } from '../../../core/ports.ts';
import { BlobCopies } from './blob-copies.ts';
import { callAws, untilDone, untilWhole } from '../call-aws.ts';
import type { CallOptions } from '../call-aws.ts';
import { presignPut } from './presign-put.ts';

export interface S3BlobStoreOptions {
  readonly client: S3Client;
  readonly bucket: string;
}

const SERVICE = 'The document store';
const MEGABYTE = 1024 * 1024;
/** Larger files are uploaded in parts of this size: a file is never wholly in memory, and a retry repeats one part. */
const PART_BYTES = 16 * MEGABYTE;
const CONCURRENT_PARTS = 3;
/** S3's limit for the keys of one DeleteObjects. */
const KEYS_PER_DELETE = 1000;
/** Milliseconds for a call with all its attempts, and additional milliseconds per megabyte. */
const LIMIT_MS = 20_000;
const LIMIT_MS_PER_MEGABYTE = 1_000;
const MAX_BLOB_MEGABYTES = 100;

const notFound = (key: string, cause?: unknown): BlobNotFoundError =>
  new BlobNotFoundError(`There is no blob ${key}.`, { cause });
const isNotFound = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
const isForbidden = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 403;
const etagOf = (etag = ''): string => etag.replaceAll('"', '');
const limitFor = (bytes: number): number => LIMIT_MS + Math.ceil(bytes / MEGABYTE) * LIMIT_MS_PER_MEGABYTE;

export class S3BlobStore implements BlobStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #copies: BlobCopies;

  constructor({ client, bucket }: S3BlobStoreOptions) {
    this.#client = client;
    this.#bucket = bucket;
    this.#copies = new BlobCopies((key, write) => this.#read({ key }, write));
  }

  /** @throws TemporarilyUnavailableError: the blob was written completely or not at all */
  async put(key: string, body: Uint8Array | string, contentType: string): Promise<BlobInfo> {
    checkKey(key);
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const command = new PutObjectCommand({ ...this.#object(key), Body: bytes, ContentType: contentType });
    const { ETag } = await callAws(SERVICE, (options) => this.#client.send(command, options), limitFor(bytes.length));
    return { key, size: bytes.length, contentType, etag: etagOf(ETag) };
  }

  /** @throws TemporarilyUnavailableError: the blob was written completely or not at all */
  async putFile(key: string, path: string, contentType: string): Promise<BlobInfo> {
    checkKey(key);
    const { size } = await stat(path);
    if (size <= PART_BYTES) return this.put(key, await readFile(path), contentType);
    const etag = await callAws(SERVICE, (options) => this.#putInParts(key, path, contentType, options), limitFor(size));
    return { key, size, contentType, etag };
  }

  async get(key: string, range?: ByteRange): Promise<Uint8Array> {
    return this.#read(range === undefined ? { key } : { key, range }, (body) => buffer(body));
  }

  async head(key: string): Promise<BlobInfo | undefined> {
    checkKey(key);
    try {
      const {
        ContentLength: size = 0,
        ContentType: contentType = '',
        ETag,
      } = await callAws(SERVICE, (options) => this.#client.send(new HeadObjectCommand(this.#object(key)), options));
      return { key, size, contentType, etag: etagOf(ETag) };
    } catch (error) {
      if (await this.#isAbsent(key, error)) return undefined;
      throw error;
    }
  }

  /** A copy in the temporary folder, which concurrent callers share. The last `release` deletes it. */
  async file(key: string): Promise<BlobFile> {
    const info = await this.head(key);
    if (info === undefined) throw notFound(key);
    return this.#copies.take(key, info.etag);
  }

  async list(prefix: string): Promise<readonly string[]> {
    checkPrefix(prefix);
    const keys: string[] = [];
    let from: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        Bucket: this.#bucket,
        Prefix: prefix,
        ...(from === undefined ? {} : { ContinuationToken: from }),
      });
      const page = await callAws(SERVICE, (options) => this.#client.send(command, options));
      keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
      from = page.NextContinuationToken;
    } while (from !== undefined);
    return keys;
  }

  /** @throws TemporarilyUnavailableError: some of the blobs may remain; another call deletes them */
  async deleteAll(keyOrFolder: string): Promise<void> {
    checkKeyOrFolder(keyOrFolder);
    const keys = (await this.list(keyOrFolder)).filter((key) => isDeletedWith(keyOrFolder, key));
    for (let at = 0; at < keys.length; at += KEYS_PER_DELETE)
      await callAws(SERVICE, (options) => this.#deleteBatch(keys.slice(at, at + KEYS_PER_DELETE), options));
  }

  async presignUpload(
    key: string,
    upload: { contentType: string; size: number; expiresAt: Date },
  ): Promise<PresignedUpload> {
    checkKey(key);
    return presignPut(this.#client, { ...this.#object(key), ...upload });
  }

  #object(key: string) {
    return { Bucket: this.#bucket, Key: key };
  }

  /** Reads a blob's body; a retry begins again at the first byte. */
  async #read<Result>(
    { key, range }: { readonly key: string; readonly range?: ByteRange },
    read: (body: Readable) => Promise<Result>,
  ): Promise<Result> {
    checkKey(key);
    const command = new GetObjectCommand({
      ...this.#object(key),
      ...(range === undefined ? {} : { Range: `bytes=${range.offset}-${range.offset + range.length - 1}` }),
    });
    const attempt = async (options: CallOptions): Promise<Result> => {
      const { Body } = await this.#client.send(command, options);
      if (!(Body instanceof Readable)) throw new TypeError('S3 sent no body.');
      return read(addAbortSignal(options.abortSignal, Body));
    };
    try {
      return await callAws(
        SERVICE,
        (options) => untilWhole(() => attempt(options), options),
        limitFor(MAX_BLOB_MEGABYTES * MEGABYTE),
      );
    } catch (error) {
      throw (await this.#isAbsent(key, error)) ? notFound(key, error) : error;
    }
  }

  /**
   * Whether a read failed because the blob is absent. S3 answers 403 for an absent blob where the caller may list only
   * a prefix; listing the key then decides.
   * @throws where listing is forbidden too
   */
  async #isAbsent(key: string, error: unknown): Promise<boolean> {
    if (isNotFound(error)) return true;
    return isForbidden(error) && !(await this.list(key)).includes(key);
  }

  /** A failed upload deletes its parts. The bucket's lifecycle deletes those of a function that was killed. */
  async #putInParts(key: string, path: string, contentType: string, { abortSignal }: CallOptions): Promise<string> {
    abortSignal.throwIfAborted();
    const abortController = new AbortController();
    abortSignal.addEventListener(
      'abort',
      () => {
        abortController.abort();
      },
      { once: true },
    );
    const body = createReadStream(path);
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#object(key), Body: body, ContentType: contentType },
      partSize: PART_BYTES,
      queueSize: CONCURRENT_PARTS,
      abortController,
    });
    try {
      const { ETag } = await upload.done();
      return etagOf(ETag);
    } finally {
      // An aborted upload reads no further, but its file would stay open until its requests end.
      body.destroy();
    }
  }

  /** S3 may delete some keys and fail for others: those are retried. */
  async #deleteBatch(keys: readonly string[], options: CallOptions): Promise<void> {
    let remaining = keys;
    await untilDone(async () => {
      const { Errors = [] } = await this.#client.send(
        new DeleteObjectsCommand({
          Bucket: this.#bucket,
          Delete: { Objects: remaining.map((Key) => ({ Key })), Quiet: true },
        }),
        options,
      );
      const refused = Errors.find(({ Code }) => Code === 'AccessDenied' || Code === 'MalformedXML');
      if (refused !== undefined)
        throw new Error(`S3 did not delete ${refused.Key ?? 'a blob'}: ${refused.Code ?? ''} ${refused.Message ?? ''}`);
      remaining = Errors.flatMap(({ Key }) => Key ?? []);
      return remaining.length === 0 ? true : undefined;
    }, options);
  }
}
