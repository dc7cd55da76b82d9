/**
 * Where a blob's bytes lie. Each blob has a folder that is named by its key, and in it one file whose name says
 * the content type: `accounts/a/upload` as PDF is `accounts/a/upload/=application%2Fpdf`. So bytes and type
 * appear together by one rename, and a blob `a` does not stand in the way of a blob `a/b` (`=` is in no key).
 */
import type { BigIntStats } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import type { BlobInfo } from '../../core/ports.ts';
import { settleAll } from '../../core/settle-all.ts';
import { errorCode } from './storage-full.ts';

const MARK = '=';
/** Bytes of a file's name, which holds the content type. */
const MAX_NAME = 200;
const RENAME_ATTEMPTS = 5;
/** Folders that one listing reads at the same time. */
const FOLDERS_AT_ONCE = 16;
/** Blobs of one prefix that are deleted at the same time: each takes several turns of the event loop. */
const DELETED_AT_ONCE = 32;

const nameOf = (contentType: string): string => {
  const name = MARK + encodeURIComponent(contentType);
  if (contentType === '' || name.length > MAX_NAME)
    throw new RangeError(`Not a content type: ${JSON.stringify(contentType.slice(0, MAX_NAME))}.`);
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

/** Flushes the names: the folder's own, and that of each folder above it that was made on the way. */
const syncNames = async (folder: string, firstMade: string | undefined): Promise<void> => {
  await syncFolder(folder);
  if (firstMade === undefined) return;
  for (let made = folder; made.length >= firstMade.length; made = dirname(made)) await syncFolder(dirname(made));
};

/** Moves a whole file to its place. A deletion of the folder at the same moment makes it begin again. */
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
 * The etag is the file's identity: a write makes a new file (inode) at a new time, so it changes with the bytes,
 * and a hundred megabytes need not be read for it.
 */
const describeFile = (key: string, name: string, { size, ino, ctimeNs }: BigIntStats): BlobInfo => ({
  key,
  size: Number(size),
  contentType: decodeURIComponent(name.slice(MARK.length)),
  etag: [size, ino, ctimeNs].map((part) => part.toString(36)).join('-'),
});

const inspectFile = async (
  key: string,
  path: string,
  name: string,
): Promise<(StoredBlob & { changed: bigint }) | undefined> => {
  try {
    const stats = await stat(path, { bigint: true });
    return { path, changed: stats.ctimeNs, info: describeFile(key, name, stats) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/** The blob of a key. Two files are there only where a crash came between a write with another type and its tidying: the later one counts. */
export const findBlob = async (root: string, key: string): Promise<StoredBlob | undefined> => {
  const folder = join(root, key);
  const names = (await namesIn(folder)).filter(isBlobFile);
  const found = await Promise.all(names.map((name) => inspectFile(key, join(folder, name), name)));
  return found.filter((blob) => blob !== undefined).sort((a, b) => Number(b.changed - a.changed))[0];
};

/**
 * Flushes a whole file and gives it to a key, in place of what the key had. One call at a time for a key.
 * The file is described through its handle: it may be deleted or replaced as soon as it is in its place.
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
    return describeFile(key, name, await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
};

interface KeyFolder {
  readonly key: string;
  readonly path: string;
  /** Names of its blob files: one, but for a moment or after a crash. */
  readonly files: readonly string[];
}

const findFolders = async (root: string, prefix: string): Promise<readonly KeyFolder[]> => {
  const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const folders: KeyFolder[] = [];
  const limit = pLimit(FOLDERS_AT_ONCE);
  const visit = async (key: string): Promise<void> => {
    const path = join(root, key);
    const names = await limit(namesIn, path);
    const files = names.filter(isBlobFile);
    if (files.length > 0) folders.push({ key, path, files });
    const below = names.filter((name) => !isBlobFile(name)).map((name) => (key === '' ? name : `${key}/${name}`));
    const wanted = below.filter((folder) => folder.startsWith(prefix) || prefix.startsWith(`${folder}/`));
    await Promise.all(wanted.map(visit));
  };
  await visit(start.slice(0, -1));
  return folders.filter(({ key }) => key.startsWith(prefix));
};

/** Every key that begins with the prefix, in the order of its characters. */
export const listKeys = async (root: string, prefix: string): Promise<readonly string[]> =>
  (await findFolders(root, prefix)).map(({ key }) => key).sort();

/** Deletes the blob of every key that begins with the prefix, and the folders that held nothing else. */
export const removeBlobs = async (root: string, prefix: string): Promise<void> => {
  const limit = pLimit(DELETED_AT_ONCE);
  const folders = await findFolders(root, prefix);
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
    if (errorCode(error) !== 'ENOENT') throw error; // Else somebody was faster.
  }
};

const removeEmptyFolders = async (root: string, lowest: string): Promise<void> => {
  let folder = lowest;
  while (folder.length > root.length && (await removeEmpty(folder))) folder = dirname(folder);
};

/** Says whether it was empty and is gone by this call; else something else lies there, or somebody else deleted it. */
const removeEmpty = async (folder: string): Promise<boolean> => {
  try {
    await rmdir(folder);
    return true;
  } catch {
    return false;
  }
};
