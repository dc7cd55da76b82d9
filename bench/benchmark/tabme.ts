/**
 * TABME and TABME++. A folder (page stream) is a list of documents, one line each: `<document> <folder>`.
 *
 * TABME (Mungmeeprued et al., DocEng 2022; github.com/aldolipani/TABME, README.md, data/preprocess_pdfs.sh,
 * utils/dataset.py): `data/test_folders.txt`, and `data/test/<document>/` with `<document>-<page>.jpg`, pages from 0, or
 * `<document>.jpg` where there is one page. The test set has 1,000 folders.
 *
 * TABME++ (Heidenreich et al., arXiv:2408.11981; dataset rootsautomation/TABMEpp): `streams/test_folders.txt`, and
 * `data/test-*.parquet` with a row a page: `doc_id`, `pg_id` from 0, `ocr` (not used), `img` (the bytes of a JPEG).
 */
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { z } from 'zod';
import { BenchmarkDataError, listFiles, pageNumber, readText } from './page-streams.ts';
import type { BenchmarkFile, PageStream } from './page-streams.ts';

/** The pages of each document, in page order. */
type Documents = ReadonlyMap<string, readonly BenchmarkFile[]>;

/** @throws BenchmarkDataError */
export async function readTabme(folder: string): Promise<PageStream[]> {
  const images = new Map<string, { readonly page: number; readonly file: BenchmarkFile }[]>();
  for (const path of await listFiles(join(folder, 'test'), '.jpg')) {
    const [, document = '', page = '0'] = /([^/\\-]+)(?:-(\d+))?\.jpg$/iu.exec(path) ?? [];
    const pages = images.get(document) ?? [];
    pages.push({ page: pageNumber(page, path), file: { key: path, content: join(folder, 'test', path) } });
    images.set(document, pages);
  }
  return streamsOf(join(folder, 'test_folders.txt'), inPageOrder(images));
}

const rowSchema = z.object({ doc_id: z.string(), pg_id: z.number() });

/** @throws BenchmarkDataError */
export async function readTabmePlusPlus(folder: string): Promise<PageStream[]> {
  const names = (await listFiles(join(folder, 'data'), '.parquet')).filter((name) => /^test\b/u.test(name));
  if (names.length === 0) throw new BenchmarkDataError(join(folder, 'data'), 'there is no file test-*.parquet');
  const pages = new Map<string, { readonly page: number; readonly file: BenchmarkFile }[]>();
  for (const name of names) {
    const path = join(folder, 'data', name);
    for (const [row, { doc_id: document, pg_id: page }] of (await readRows(path)).entries()) {
      const of = pages.get(document) ?? [];
      of.push({ page, file: { key: `${document}-${page}`, content: () => readImage(path, row) } });
      pages.set(document, of);
    }
  }
  return streamsOf(join(folder, 'streams/test_folders.txt'), inPageOrder(pages));
}

async function readRows(path: string): Promise<z.infer<typeof rowSchema>[]> {
  try {
    const file = await asyncBufferFromFile(path);
    const rows = await parquetReadObjects({ file, columns: ['doc_id', 'pg_id'] });
    return z.array(rowSchema).parse(rows);
  } catch (error) {
    throw new BenchmarkDataError(path, 'it is not Parquet with the columns doc_id and pg_id', { cause: error });
  }
}

async function readImage(path: string, row: number): Promise<Uint8Array> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const rows = await parquetReadObjects({
    file,
    metadata,
    columns: ['img'],
    rowStart: row,
    rowEnd: row + 1,
    utf8: false,
  });
  const image: unknown = rows[0]?.['img'];
  if (!(image instanceof Uint8Array)) throw new BenchmarkDataError(path, `row ${row + 1} has no bytes in img`);
  return image;
}

const inPageOrder = (
  documents: ReadonlyMap<string, readonly { readonly page: number; readonly file: BenchmarkFile }[]>,
): Documents =>
  new Map(
    [...documents].map(([name, pages]) => [name, pages.toSorted((a, b) => a.page - b.page).map(({ file }) => file)]),
  );

async function streamsOf(list: string, documents: Documents): Promise<PageStream[]> {
  const streams = new Map<string, { files: BenchmarkFile[]; documents: string[] }>();
  for (const [at, line] of (await readText(list)).split('\n').entries()) {
    if (line.trim() === '') continue;
    const [document, stream, ...rest] = line.trim().split(/\s+/u);
    if (document === undefined || stream === undefined || rest.length > 0)
      throw new BenchmarkDataError(list, `line ${at + 1} is not a document and a folder`);
    const pages = documents.get(document);
    if (pages === undefined) throw new BenchmarkDataError(list, `line ${at + 1}: there are no pages of ${document}`);
    const of = streams.get(stream) ?? { files: [], documents: [] };
    of.files.push(...pages);
    // Documents are drawn with replacement: the line tells two copies apart.
    of.documents.push(...pages.map(() => `${document} ${at + 1}`));
    streams.set(stream, of);
  }
  return [...streams].map(([name, of]) => ({ name, ...of }));
}
