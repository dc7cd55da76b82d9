/**
 * The files of the blob store. Each blob has a folder named by its key with one file whose name encodes the content
 * type: the PDF `accounts/a/upload` is `accounts/a/upload/=application%2Fpdf`. One rename therefore writes bytes and
 * type atomically, and the blobs `a` and `a/b` can both exist (no key contains `=`).
 */
import { hash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import type { BlobInfo } from '../../../core/ports.ts';
import { settleAll } from '../../../core/settle-all.ts';
import { errorCode } from '../storage-full.ts';

const MARK = '=';
/** Bytes of a file name at most; it encodes the content type. */
const MAX_NAME = 200;
const RENAME_ATTEMPTS = 5;
/** Folders that one listing reads at the same time. */
const FOLDERS_AT_ONCE = 16;
/** Blobs of one prefix that are deleted at the same time: each takes several turns of the event loop. */
const DELETED_AT_ONCE = 32;

const nameOf = (contentType: string): string => {
  const name = MARK + encodeURIComponent(contentType);
  if (contentType === '' || name.length > MAX_NAME)
    throw new RangeError(`Invalid content type: ${JSON.stringify(contentType.slice(0, MAX_NAME))}.`);
  return name;
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Flushes the directory entries in the folder and of each folder that was created. */
const syncNames = async (folder: string, firstMade: string | undefined): Promise<void> => {
  await syncFolder(folder);
  if (firstMade === undefined) return;
  for (let made = folder; made.length >= firstMade.length; made = dirname(made)) await syncFolder(dirname(made));
};

/** Moves a complete file to its place. Repeated where the folder is deleted concurrently. */
const moveInto = async (folder: string, source: string, name: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await rename(source, join(folder, name));
      await syncNames(folder, firstMade);
      return;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || attempt === RENAME_ATTEMPTS) throw error;
    }
  }
};

interface StoredBlob {
  readonly path: string;
  readonly info: BlobInfo;
}

const isBlobFile = (name: string): boolean => name.startsWith(MARK);

const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
};

/**
 * The ETag is a hash of size, inode and change time, which clients need not know. Every write creates a new file, so
 * the ETag changes with the bytes, and computing it needs no read of the file.
 */
export const etagOf = ({ size, ino, ctimeNs }: BigIntStats): string =>
  hash('sha256', `${size} ${ino} ${ctimeNs}`, 'base64url');

const describeFile = (key: string, contentType: string, stats: BigIntStats): BlobInfo => ({
  key,
  size: Number(stats.size),
  contentType,
  etag: etagOf(stats),
});

const contentTypeOf = (name: string): string => decodeURIComponent(name.slice(MARK.length));

/** The value of `read`, or undefined where there is no such file. */
const ifPresent = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};

const inspectFile = (folder: string, key: string, name: string): (StoredBlob & { changed: bigint })[] => {
  const path = join(folder, name);
  const stats = ifPresent(() => statSync(path, { bigint: true }));
  return stats === undefined
    ? []
    : [{ path, changed: stats.ctimeNs, info: describeFile(key, contentTypeOf(name), stats) }];
};

/**
 * The blob of a key. Two files exist only after a crash between a write with another content type and the deletion of
 * the old file; the later one counts. Every response asks this, and the two system calls take 10 µs, a fraction of
 * their way through the thread pool; therefore they are synchronous, like the table's reads.
 */
export const findBlob = (root: string, key: string): StoredBlob | undefined => {
  const folder = join(root, key);
  return (ifPresent(() => readdirSync(folder)) ?? [])
    .filter(isBlobFile)
    .flatMap((name) => inspectFile(folder, key, name))
    .sort((a, b) => Number(b.changed - a.changed))[0];
};

/**
 * Flushes a complete file and makes it the blob of a key, replacing an existing one. Not concurrently for one key.
 * Reads the file's metadata through its handle, because the file may be deleted or replaced after the move.
 */
export const placeBlob = async (root: string, key: string, source: string, contentType: string): Promise<BlobInfo> => {
  const folder = join(root, key);
  const name = nameOf(contentType);
  const file = await open(source, 'r+');
  try {
    await file.sync();
    await moveInto(folder, source, name);
    for (const other of await namesIn(folder))
      if (isBlobFile(other) && other !== name) await rm(join(folder, other), { force: true });
    return describeFile(key, contentType, await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
};

interface KeyFolder {
  readonly key: string;
  readonly path: string;
  /** Names of its blob files: one, except during a write or after a crash. */
  readonly files: readonly string[];
}

/** The folders of the keys that begin with the prefix: at `start`, which has to lead to all of them, and below it. */
const findFolders = async (root: string, start: string, prefix: string): Promise<readonly KeyFolder[]> => {
  const folders: KeyFolder[] = [];
  const limit = pLimit(FOLDERS_AT_ONCE);
  const visit = async (key: string): Promise<void> => {
    const path = join(root, key);
    const names = await limit(namesIn, path);
    const files = names.filter(isBlobFile);
    if (files.length > 0) folders.push({ key, path, files });
    const below = names.filter((name) => !isBlobFile(name)).map((name) => (key === '' ? name : `${key}/${name}`));
    await Promise.all(below.filter((folder) => folder.startsWith(prefix)).map(visit));
  };
  await visit(start);
  return folders.filter(({ key }) => key.startsWith(prefix));
};

/** Every key that begins with the prefix, in UTF-16 order. */
export const listKeys = async (root: string, prefix: string): Promise<readonly string[]> =>
  (await findFolders(root, prefix.slice(0, Math.max(0, prefix.lastIndexOf('/'))), prefix)).map(({ key }) => key).sort();

/**
 * Deletes the blob of a key and those below it, or only those below a folder `<key>/`, and the folders that are empty
 * then. Reads no names of other keys: an account may have many uploads.
 */
export const removeBlobs = async (root: string, keyOrFolder: string): Promise<void> => {
  const limit = pLimit(DELETED_AT_ONCE);
  const folders = await findFolders(root, keyOrFolder.replace(/\/$/, ''), keyOrFolder);
  await settleAll(folders.map((folder) => limit(removeFolder, folder)));
  for (const above of new Set(folders.map(({ path }) => dirname(path)))) await removeEmptyFolders(root, above);
};

const removeFolder = async ({ path, files }: KeyFolder): Promise<void> => {
  for (const name of files) await removeFile(join(path, name));
  await removeEmpty(path);
};

const removeFile = async (path: string): Promise<void> => {
  try {
    await unlink(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error; // Else a concurrent call deleted it.
  }
};

/** Removes a folder and those above it, up to but not including `root`, as far as they are empty. */
export const removeEmptyFolders = async (root: string, lowest: string): Promise<void> => {
  let folder = lowest;
  while (folder.length > root.length && (await removeEmpty(folder))) folder = dirname(folder);
};

/** @returns false where the folder is not empty or a concurrent call deleted it */
const removeEmpty = async (folder: string): Promise<boolean> => {
  try {
    await rmdir(folder);
    return true;
  } catch {
    return false;
  }
};
