/** Sizes of a package by part. Lambda's limit is 250 MB unzipped. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';

/** Lambda's limit for code and layers, in bytes unzipped. */
export const MAX_UNZIPPED_BYTES = 250 * 1024 * 1024;

export interface PartSize {
  /** `code`, or a part of package-contents.ts. */
  readonly part: string;
  readonly files: number;
  /** Bytes. */
  readonly unzipped: number;
  readonly zipped: number;
}

/** Bytes of ZIP headers per file, without the name, which occurs twice. */
const ZIP_HEADERS = 30 + 46;

const zippedBytes = async (name: string, bytes: Buffer): Promise<number> =>
  (await promisify(deflateRaw)(bytes)).length + ZIP_HEADERS + 2 * Buffer.byteLength(name);

/** @param partOf  returns the part of a file by its path in the package, with `/` as separator */
export const measurePackage = async (
  folder: string,
  partOf: (path: string) => string,
): Promise<readonly PartSize[]> => {
  const sizes = new Map<string, PartSize>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    const bytes = await readFile(join(folder, path));
    const part = partOf(path);
    const { files, unzipped, zipped } = sizes.get(part) ?? { files: 0, unzipped: 0, zipped: 0 };
    sizes.set(part, {
      part,
      files: files + 1,
      unzipped: unzipped + bytes.length,
      zipped: zipped + (await zippedBytes(path, bytes)),
    });
  }
  return [...sizes.values()].sort((a, b) => b.unzipped - a.unzipped);
};

/** All parts together. */
export const totalOf = (parts: readonly PartSize[]): PartSize => ({
  part: 'total',
  files: parts.reduce((sum, { files }) => sum + files, 0),
  unzipped: parts.reduce((sum, { unzipped }) => sum + unzipped, 0),
  zipped: parts.reduce((sum, { zipped }) => sum + zipped, 0),
});
