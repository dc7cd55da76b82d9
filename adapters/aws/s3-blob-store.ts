/**
 * Blobs in S3.
 *
 * What S3 keeps of the port: a write is whole or not at all, and after it every reader sees it. What it cannot keep: of two
 * bodies sent to one presigned address at the same moment one may be refused with 409 instead of 412; and it answers a body
 * of another size or type with 403 (the signature does not fit), not with a sentence that says so.
 *
 * IAM, on `accounts/*` of the bucket: s3:PutObject (put, putFile, presignUpload), s3:AbortMultipartUpload (putFile),
 * s3:GetObject (get, head, file), s3:DeleteObject (deleteAll); on the bucket: s3:ListBucket for that prefix (list, deleteAll,
 * and to tell what is not there from what is not allowed). With a KMS key: kms:Decrypt, kms:GenerateDataKey.
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
import { checkKey, checkPrefix } from '../../core/storage/blob-keys.ts';
import { BlobNotFoundError } from '../../core/errors.ts';
import type { BlobFile, BlobInfo, BlobStore, PresignedUpload } from '../../core/ports.ts';
import { BlobCopies } from './blob-copies.ts';
import { callAws, untilDone, untilWhole } from './call-aws.ts';
import type { CallOptions } from './call-aws.ts';
import { presignPut } from './presign-put.ts';

export interface S3BlobStoreOptions {
  readonly client: S3Client;
  readonly bucket: string;
}

const SERVICE = 'The document store';
const MEGABYTE = 1024 * 1024;
/** Larger files are sent in parts of this size, so that not all of a file is in memory, and a broken connection costs one part. */
const PART_BYTES = 16 * MEGABYTE;
const PARTS_AT_A_TIME = 3;
/** Keys of one DeleteObjects. */
const BATCH = 1000;
/** Milliseconds for a call with all its attempts, and what each megabyte adds. */
const LIMIT_MS = 20_000;
const LIMIT_MS_PER_MEGABYTE = 1_000;
const LARGEST_MEGABYTES = 100;

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
    this.#copies = new BlobCopies((key, write) => this.#read(key, write));
  }

  /** @throws TemporarilyUnavailableError: the blob is there whole, or not at all */
  async put(key: string, body: Uint8Array | string, contentType: string): Promise<BlobInfo> {
    checkKey(key);
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const command = new PutObjectCommand({ ...this.#of(key), Body: bytes, ContentType: contentType });
    const { ETag } = await callAws(SERVICE, (options) => this.#client.send(command, options), limitFor(bytes.length));
    return { key, size: bytes.length, contentType, etag: etagOf(ETag) };
  }

  /** @throws TemporarilyUnavailableError: the blob is there whole, or not at all */
  async putFile(key: string, path: string, contentType: string): Promise<BlobInfo> {
    checkKey(key);
    const { size } = await stat(path);
    if (size <= PART_BYTES) return this.put(key, await readFile(path), contentType);
    const etag = await callAws(SERVICE, (options) => this.#putInParts(key, path, contentType, options), limitFor(size));
    return { key, size, contentType, etag };
  }

  async get(key: string): Promise<Uint8Array> {
    return this.#read(key, (body) => buffer(body));
  }

  async head(key: string): Promise<BlobInfo | undefined> {
    checkKey(key);
    try {
      const {
        ContentLength: size = 0,
        ContentType: contentType = '',
        ETag,
      } = await callAws(SERVICE, (options) => this.#client.send(new HeadObjectCommand(this.#of(key)), options));
      return { key, size, contentType, etag: etagOf(ETag) };
    } catch (error) {
      if (await this.#isAbsent(key, error)) return undefined;
      throw error;
    }
  }

  /** A copy in the temporary folder; who asks for the same blob while it is there shares it. The last `release` deletes it. */
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

  /** @throws TemporarilyUnavailableError: then some of the blobs are deleted; a repetition deletes the rest */
  async deleteAll(prefix: string): Promise<void> {
    const keys = await this.list(prefix);
    for (let at = 0; at < keys.length; at += BATCH)
      await callAws(SERVICE, (options) => this.#deleteBatch(keys.slice(at, at + BATCH), options));
  }

  async presignUpload(
    key: string,
    upload: { contentType: string; size: number; expiresAt: Date },
  ): Promise<PresignedUpload> {
    checkKey(key);
    return presignPut(this.#client, { ...this.#of(key), ...upload });
  }

  #of(key: string) {
    return { Bucket: this.#bucket, Key: key };
  }

  /** Reads a blob's body, again from its beginning where it broke off. */
  async #read<Result>(key: string, read: (body: Readable) => Promise<Result>): Promise<Result> {
    checkKey(key);
    const attempt = async (options: CallOptions): Promise<Result> => {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#of(key)), options);
      if (!(Body instanceof Readable)) throw new TypeError('S3 gave no body.');
      return read(addAbortSignal(options.abortSignal, Body));
    };
    try {
      return await callAws(
        SERVICE,
        (options) => untilWhole(() => attempt(options), options),
        limitFor(LARGEST_MEGABYTES * MEGABYTE),
      );
    } catch (error) {
      throw (await this.#isAbsent(key, error)) ? notFound(key, error) : error;
    }
  }

  /** Who may list only below a prefix is told 403 of a blob that is not there: the list says it. @throws where that is refused too */
  async #isAbsent(key: string, error: unknown): Promise<boolean> {
    if (isNotFound(error)) return true;
    return isForbidden(error) && !(await this.list(key)).includes(key);
  }

  /** Nothing is left behind where it fails: the parts are deleted (what a killed function leaves, the bucket's lifecycle deletes). */
  async #putInParts(key: string, path: string, contentType: string, { abortSignal }: CallOptions): Promise<string> {
    const abortController = new AbortController();
    abortSignal.addEventListener(
      'abort',
      () => {
        abortController.abort();
      },
      { once: true },
    );
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#of(key), Body: createReadStream(path), ContentType: contentType },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_A_TIME,
      abortController,
    });
    const { ETag } = await upload.done();
    return etagOf(ETag);
  }

  /** S3 may delete some and refuse others for a moment: those are tried again. */
  async #deleteBatch(keys: readonly string[], options: CallOptions): Promise<void> {
    let left = keys;
    await untilDone(async () => {
      const { Errors = [] } = await this.#client.send(
        new DeleteObjectsCommand({
          Bucket: this.#bucket,
          Delete: { Objects: left.map((Key) => ({ Key })), Quiet: true },
        }),
        options,
      );
      const refused = Errors.find(({ Code }) => Code === 'AccessDenied' || Code === 'MalformedXML');
      if (refused !== undefined)
        throw new Error(`S3 did not delete ${refused.Key ?? 'a blob'}: ${refused.Code ?? ''} ${refused.Message ?? ''}`);
      left = Errors.flatMap(({ Key }) => Key ?? []);
      return left.length === 0 ? true : undefined;
    }, options);
  }
}
