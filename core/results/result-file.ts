/** A result that the API returns as a file: a blob with a name. Some are created on the first request and then stored. */
import type { BlobInfo, BlobStore } from '../ports.ts';
import { BlobNotFoundError, TemporarilyUnavailableError } from '../errors.ts';
import type { BlobToWrite } from '../parser-jobs.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { unlessDeleted } from '../requests/rows/deleted-requests.ts';
import { processingBlobs } from '../requests/processing-blobs.ts';
import type { Service } from '../service.ts';
import { withScratchFolder } from '../storage/scratch-folder.ts';

export interface ResultFile extends BlobInfo {
  /** Under which a client stores the file, with its extension. */
  readonly fileName: string;
}

/** The blob keys of a request's results: those of its correction, where a reviewer has corrected the splitting. */
export const blobsOf = (request: ProcessingRequest) =>
  processingBlobs(request.account_id, request.processing_id, request.correction_id);

/** Returns the blob of a result without reading it. @throws BlobNotFoundError if the results have been deleted */
export async function findResult(blobs: Pick<BlobStore, 'head'>, key: string): Promise<BlobInfo> {
  const info = await blobs.head(key);
  if (info === undefined) throw new BlobNotFoundError(`There is no result at ${key}.`);
  return info;
}

/**
 * Files that are kept of those that differ only in what their readers choose: the options of a PDF, the size of an image.
 * Holders of a share link choose too, and could fill the storage. Any of them go, before another one is made: those that
 * are asked for at the same time are all made, also where they are more.
 */
const MOST_ALIKE = 50;

/** The blobs of each store that this process is creating. */
const creating = new WeakMap<BlobStore, Map<string, Promise<BlobInfo>>>();

/** Creates a blob, or joins the creation that has begun: whoever asks again, since it takes minutes, begins no second one. */
const createOnce = (blobs: BlobStore, key: string, create: () => Promise<BlobInfo>): Promise<BlobInfo> => {
  const begun = creating.get(blobs) ?? new Map<string, Promise<BlobInfo>>();
  creating.set(blobs, begun);
  const created = begun.get(key) ?? create().finally(() => begun.delete(key));
  begun.set(key, created);
  return created;
};

/**
 * Returns the blob `key`, and creates it first if it does not exist.
 * @param make stores the blob
 * @param alike  prefix of the keys that differ only in what their readers choose; absent: there are none
 * @throws ProcessingNotAccessibleError where the request was deleted meanwhile
 * @throws TemporarilyUnavailableError where it is one of too many that are alike
 */
export async function getOrCreateResult(
  service: Service,
  request: ProcessingRequest,
  key: string,
  make: () => Promise<unknown>,
  alike?: string,
): Promise<BlobInfo> {
  const existing = await service.blobs.head(key);
  if (existing !== undefined) return existing;
  return createOnce(service.blobs, key, () =>
    unlessDeleted(service, request, async () => {
      if (alike !== undefined) await makeRoom(service.blobs, alike);
      await make();
      return alike === undefined ? findResult(service.blobs, key) : findOneOfMany(service.blobs, key);
    }),
  );
}

/** The blob that has just been made. @throws TemporarilyUnavailableError where room was made for another one meanwhile */
const findOneOfMany = async (blobs: BlobStore, key: string): Promise<BlobInfo> => {
  const info = await blobs.head(key);
  if (info !== undefined) return info;
  throw new TemporarilyUnavailableError(
    'The file is asked for in too many ways at the same time. Ask for it again later.',
  );
};

/** Deletes blobs with the prefix until there is room for one more. */
const makeRoom = async (blobs: BlobStore, prefix: string): Promise<void> => {
  const keys = await blobs.list(prefix);
  await Promise.all(keys.slice(0, Math.max(0, keys.length + 1 - MOST_ALIKE)).map((key) => blobs.deleteAll(key)));
};

/** Stores a file that `write` writes to the given path on the local disk. */
export const storeFile = (
  { blobs }: Pick<Service, 'blobs'>,
  { key, contentType }: BlobToWrite,
  write: (outPath: string) => Promise<void>,
): Promise<BlobInfo> =>
  withScratchFolder(async (folder) => {
    const outPath = `${folder}/result`;
    await write(outPath);
    return blobs.putFile(key, outPath, contentType);
  });
