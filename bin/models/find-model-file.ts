/** Finds a model's file where the user has it, or fetches it from where its publishers keep it. */
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { unzip } from 'fflate';
import { checkModelFile, checkModelSize, ModelFilesError, type ModelFile } from '../../core/ocr/ppocr/model-files.ts';
import { UsageError } from '../exit-codes.ts';

/** Bytes of an archive that is looked into. */
const MAX_ARCHIVE = 512 * 1024 * 1024;
/** Milliseconds for the whole file. */
const FETCH_LIMIT_MS = 10 * 60_000;
const ARCHIVES = ['.zip', '.whl'];

/** The model's file could not be fetched. */
export class ModelDownloadError extends Error {
  override readonly name = 'ModelDownloadError';
}

/**
 * Reads a model's file from the file itself, a folder (and the folders in it), a zip archive or a Python wheel.
 * @throws UsageError where it is not in there; ModelFilesError where it is damaged or another version
 */
export const findModelFile = async (from: string, file: ModelFile): Promise<Uint8Array> => {
  const found = await stat(from).catch(() => undefined);
  if (found === undefined) throw new UsageError(`There is no file or folder ${from} (--from).`);
  const bytes = found.isDirectory()
    ? await fromFolder(from, file)
    : ARCHIVES.includes(extname(from).toLowerCase())
      ? await fromArchive(from, found.size, file)
      : await readWhole(from, file);
  if (bytes === undefined) throw new UsageError(`${file.name} is not in ${from} (--from).`);
  checkModelFile(bytes, file);
  return bytes;
};

/** A file of another size is not read: it may be larger than memory. */
const readWhole = async (path: string, file: ModelFile): Promise<Uint8Array> => {
  checkModelSize((await stat(path)).size, file);
  return readFile(path);
};

const fromFolder = async (folder: string, file: ModelFile): Promise<Uint8Array | undefined> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const entry = entries.find((one) => one.isFile() && one.name === file.name);
  return entry === undefined ? undefined : readWhole(join(entry.parentPath, entry.name), file);
};

/** Only the wanted file is unpacked, and only where its size is the expected one. */
const fromArchive = async (path: string, size: number, file: ModelFile): Promise<Uint8Array | undefined> => {
  if (size > MAX_ARCHIVE) throw new UsageError(`${path} is too large to look for ${file.name} in it (--from).`);
  const archive = await buffer(createReadStream(path));
  const entries = await new Promise<Readonly<Record<string, Uint8Array>>>((resolve, reject) => {
    const filter = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }): boolean =>
      basename(name) === file.name && originalSize === file.bytes;
    unzip(archive, { filter }, (error, unpacked) => {
      if (error === null) resolve(unpacked);
      else reject(new UsageError(`${path} is no zip archive that can be read: ${error.message} (--from).`));
    });
  });
  return Object.values(entries)[0];
};

/**
 * Fetches a model's file.
 * @param hub  base URL of another server that has the files by their names
 * @throws ModelDownloadError; ModelFilesError where the answer is not the pinned file
 */
export const fetchModelFile = async (file: ModelFile, hub?: string): Promise<Uint8Array> => {
  const url = hub === undefined ? file.url : `${hub.replace(/\/$/, '')}/${file.name}`;
  const advice = `Fetch it in another way, for example with pip download rapidocr==3.10.0 --no-deps, and name it with --from.`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_LIMIT_MS) });
    if (!answer.ok) throw new ModelDownloadError(`${url} answered with ${answer.status}. ${advice}`);
    const bytes = await readBounded(answer, file);
    checkModelFile(bytes, file);
    return bytes;
  } catch (error) {
    if (error instanceof ModelDownloadError || error instanceof ModelFilesError) throw error;
    throw new ModelDownloadError(`${url} could not be fetched. ${advice}`, { cause: error });
  }
};

/** Reads no more than the file has. */
const readBounded = async ({ body }: Response, { name, bytes: size }: ModelFile): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  // Bytes, by the fetch standard.
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > size) throw new ModelFilesError(`${name} is larger than ${size} bytes: it is another version.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
};
