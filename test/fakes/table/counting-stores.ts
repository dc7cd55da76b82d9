/**
 * Stores that count the requests which adapters/aws would send to S3 and DynamoDB. A file is a HEAD and a GET; deleting
 * a prefix is a LIST and a DELETE, which is free.
 */
import type { Requests } from '../../../bench/cost/document-requests.ts';
import type {
  BlobFile,
  BlobInfo,
  BlobStore,
  ByteRange,
  Item,
  Key,
  PresignedUpload,
  Query,
  Table,
  WriteOperation,
} from '../../../core/ports.ts';
import { keyOf } from '../../../core/storage/operation-key.ts';

type Counted = { -readonly [Kind in keyof Requests]: number };

const none = (): Counted => ({ blobReads: 0, blobWrites: 0, rowReads: 0, rowWrites: 0, indexWrites: 0 });

export class RequestCount {
  #counted = none();

  add(kind: keyof Requests, count = 1): void {
    this.#counted[kind] += count;
  }

  /** Counts since the last call. */
  take(): Requests {
    const counted = this.#counted;
    this.#counted = none();
    return counted;
  }
}

export class CountingBlobs implements BlobStore {
  protected readonly inner: BlobStore;
  readonly #count: RequestCount;

  constructor(inner: BlobStore, count: RequestCount) {
    this.inner = inner;
    this.#count = count;
  }

  put(key: string, body: Uint8Array | string, contentType: string): Promise<BlobInfo> {
    this.#count.add('blobWrites');
    return this.inner.put(key, body, contentType);
  }

  putFile(key: string, path: string, contentType: string): Promise<BlobInfo> {
    this.#count.add('blobWrites');
    return this.inner.putFile(key, path, contentType);
  }

  get(key: string, range?: ByteRange): Promise<Uint8Array> {
    this.#count.add('blobReads');
    return this.inner.get(key, range);
  }

  head(key: string): Promise<BlobInfo | undefined> {
    this.#count.add('blobReads');
    return this.inner.head(key);
  }

  file(key: string): Promise<BlobFile> {
    this.#count.add('blobReads', 2);
    return this.inner.file(key);
  }

  list(prefix: string): Promise<readonly string[]> {
    this.#count.add('blobWrites');
    return this.inner.list(prefix);
  }

  deleteAll(keyOrFolder: string): Promise<void> {
    this.#count.add('blobWrites');
    return this.inner.deleteAll(keyOrFolder);
  }

  presignUpload(key: string, upload: { contentType: string; size: number; expiresAt: Date }): Promise<PresignedUpload> {
    return this.inner.presignUpload(key, upload);
  }
}

export class CountingTable implements Table {
  readonly #inner: Table;
  readonly #count: RequestCount;

  constructor(inner: Table, count: RequestCount) {
    this.#inner = inner;
    this.#count = count;
  }

  get(key: Key): Promise<Item | undefined> {
    this.#count.add('rowReads');
    return this.#inner.get(key);
  }

  query(query: Query): Promise<{ readonly items: readonly Item[]; readonly next?: string }> {
    return this.#inner.query(query);
  }

  /** Index writes: one where the item is in the index before or after, two where its position changes. */
  async write(operations: readonly WriteOperation[]): Promise<void> {
    const before = await Promise.all(operations.map((operation) => this.#inner.get(keyOf(operation))));
    await this.#inner.write(operations);
    const after = await Promise.all(operations.map((operation) => this.#inner.get(keyOf(operation))));
    this.#count.add('rowWrites', operations.length);
    operations.forEach((_, at) => {
      const places = new Set([placeOf(before[at]), placeOf(after[at])]);
      places.delete(undefined);
      this.#count.add('indexWrites', places.size);
    });
  }
}

const placeOf = (item: Item | undefined): string | undefined =>
  item?.index_pk === undefined ? undefined : `${item.index_pk} ${item.index_sk ?? ''}`;
