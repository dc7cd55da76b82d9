/** What a reader of a public benchmark yields: page streams with the true document of each page. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of a benchmark that is read as an upload: an image or a PDF. */
export interface BenchmarkFile {
  /** Unique in the benchmark, and the same in every run. The page records are cached under it. */
  readonly key: string;
  /** Path of the file, or its bytes where it is stored inside another file. */
  readonly content: string | (() => Promise<Uint8Array>);
}

export interface PageStream {
  readonly name: string;
  /** In the order of the stream. The pages of all files together are the stream. */
  readonly files: readonly BenchmarkFile[];
  /**
   * The document of each page: equal for pages of one document, in whatever order they are. Where there is one for each
   * file, it is that of all pages of the file.
   */
  readonly documents: readonly string[];
}

/** A benchmark that is not as its documentation describes it. The message names the file and the reason. */
export class BenchmarkDataError extends Error {
  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`${file}: ${reason}`, options);
    this.name = 'BenchmarkDataError';
  }
}

/** @throws BenchmarkDataError where the file cannot be read */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new BenchmarkDataError(path, 'the file cannot be read', { cause: error });
  }
}

/**
 * The files below a folder whose names end in one of `endings` (lower case), as paths relative to it, sorted.
 * @throws BenchmarkDataError where the folder cannot be read
 */
export async function listFiles(folder: string, ...endings: readonly string[]): Promise<string[]> {
  try {
    const names = await readdir(folder, { recursive: true });
    return names.filter((name) => endings.some((ending) => name.toLowerCase().endsWith(ending))).sort();
  } catch (error) {
    throw new BenchmarkDataError(folder, 'the folder cannot be read', { cause: error });
  }
}

/** Files below a folder by their names without folders. @throws BenchmarkDataError also where a name occurs twice */
export async function filesByName(folder: string, ...endings: readonly string[]): Promise<Map<string, string>> {
  const byName = new Map<string, string>();
  for (const path of await listFiles(folder, ...endings)) {
    const name = path.split(/[/\\]/u).at(-1) ?? path;
    if (byName.has(name)) throw new BenchmarkDataError(join(folder, path), 'two files have this name');
    byName.set(name, join(folder, path));
  }
  return byName;
}

/** The number at the end of a page's name. @throws BenchmarkDataError where there is none */
export function pageNumber(text: string | undefined, file: string): number {
  if (text === undefined || !/^\d+$/u.test(text)) throw new BenchmarkDataError(file, 'the page has no whole number');
  return Number(text);
}
