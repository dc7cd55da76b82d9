import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FORMATS } from '../../../../bench/benchmark/formats.ts';
import type { FormatName } from '../../../../bench/benchmark/formats.ts';
import { BenchmarkDataError } from '../../../../bench/benchmark/page-streams.ts';
import type { BenchmarkFile, PageStream } from '../../../../bench/benchmark/page-streams.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchmark-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes files below the folder; the text of an image is its name, so that a test sees which one is read. */
async function write(...files: readonly (readonly [path: string, text?: string])[]): Promise<void> {
  for (const [path, text = path] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

const contentOf = async ({ content }: BenchmarkFile): Promise<string> =>
  typeof content === 'string' ? readFile(content, 'utf8') : Buffer.from(await content()).toString();

const contentsOf = async (stream: PageStream | undefined): Promise<string[]> =>
  Promise.all((stream?.files ?? []).map(contentOf));

/** The lengths of the documents of each stream. */
const lengthsOf = (streams: readonly PageStream[]): number[][] =>
  streams.map(({ documents }) => {
    const ends = documents.flatMap((document, page) => (document === documents[page + 1] ? [] : [page + 1]));
    return ends.map((end, at) => end - (ends[at - 1] ?? 0));
  });

const refusal = async (format: FormatName): Promise<string> => {
  const error: unknown = await FORMATS[format].read(folder).catch((thrown: unknown) => thrown);
  if (!(error instanceof BenchmarkDataError)) throw new Error('The damaged benchmark was read.', { cause: error });
  return error.message;
};

describe('TABME', () => {
  beforeEach(() =>
    write(
      ['test/ffab0001/ffab0001.jpg'],
      ...Array.from({ length: 11 }, (_, page) => [`test/ffcd0002/ffcd0002-${page}.jpg`] as const),
      ['test_folders.txt', 'ffcd0002 1\nffab0001 1\nffab0001 1\nffab0001 2\n'],
    ),
  );

  it('puts the documents of a folder together in the order of its list', async () => {
    const streams = await FORMATS.tabme.read(folder);
    expect(streams.map(({ name }) => name)).toEqual(['1', '2']);
    // A document that was drawn twice is two documents.
    expect(lengthsOf(streams)).toEqual([[11, 1, 1], [1]]);
    const contents = await contentsOf(streams[0]);
    // Page 10 is the last and not the second one.
    expect(contents.slice(9, 12)).toEqual([
      'test/ffcd0002/ffcd0002-9.jpg',
      'test/ffcd0002/ffcd0002-10.jpg',
      'test/ffab0001/ffab0001.jpg',
    ]);
  });

  it('names the line of a document that is not there', async () => {
    await write(['test_folders.txt', 'ffab0001 1\nffxx0009 1\n']);
    expect(await refusal('tabme')).toBe(`${folder}/test_folders.txt: line 2: there are no pages of ffxx0009`);
  });

  it('names a line that is none of its list', async () => {
    await write(['test_folders.txt', 'ffab0001\n']);
    expect(await refusal('tabme')).toBe(`${folder}/test_folders.txt: line 1 is not a document and a folder`);
  });
});

describe('TABME++', () => {
  const writeRows = async (path: string, rows: readonly (readonly [doc: string, page: number])[]): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    parquetWriteFile({
      filename: join(folder, path),
      columnData: [
        { name: 'doc_id', data: rows.map(([doc]) => doc), type: 'STRING' },
        { name: 'pg_id', data: rows.map(([, page]) => page), type: 'INT32' },
        // 0xff is no UTF-8: a reader that takes the column for text would change it.
        {
          name: 'img',
          data: rows.map(([doc, page]) => Uint8Array.of(0xff, page, doc.charCodeAt(0))),
          type: 'BYTE_ARRAY',
        },
      ],
    });
  };

  it('reads the images of all test files, in the order of the pages', async () => {
    await writeRows('data/test-00000-of-00002.parquet', [
      ['bbbb0002', 1],
      ['aaaa0001', 0],
    ]);
    await writeRows('data/test-00001-of-00002.parquet', [['bbbb0002', 0]]);
    await writeRows('data/train-00000-of-00001.parquet', [['bbbb0002', 2]]);
    await write(['streams/test_folders.txt', 'aaaa0001 7\nbbbb0002 7\n']);
    const streams = await FORMATS['tabme++'].read(folder);
    expect(lengthsOf(streams)).toEqual([[1, 2]]);
    const images = await Promise.all(
      (streams[0]?.files ?? []).map(async ({ content }) => (typeof content === 'string' ? [] : [...(await content())])),
    );
    expect(images).toEqual([
      [0xff, 0, 97],
      [0xff, 0, 98],
      [0xff, 1, 98],
    ]);
  });

  it('names a file that is cut off', async () => {
    await writeRows('data/test-00000-of-00001.parquet', [['aaaa0001', 0]]);
    const path = join(folder, 'data/test-00000-of-00001.parquet');
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, bytes.length / 2));
    expect(await refusal('tabme++')).toBe(`${path}: it is not Parquet with the columns doc_id and pg_id`);
  });
});

describe('Tobacco800', () => {
  it('is one stream in the order of names and page numbers', async () => {
    await write(['abc10e00-page02_2.tif'], ['abc10e00-page02_10.tif'], ['aaa06d00.tif'], ['abc10e00-page02_1.tif']);
    const streams = await FORMATS.tobacco800.read(folder);
    expect(lengthsOf(streams)).toEqual([[1, 3]]);
    expect(await contentsOf(streams[0])).toEqual([
      'aaa06d00.tif',
      'abc10e00-page02_1.tif',
      'abc10e00-page02_2.tif',
      'abc10e00-page02_10.tif',
    ]);
  });

  it('says where there is no image', async () => {
    expect(await refusal('tobacco800')).toBe(`${folder}: there is no .tif, .tiff or .png image`);
  });
});

describe('OpenPSS', () => {
  it('orders pages by number, and reads text with line breaks, commas and quotes', async () => {
    await write(
      ['dataframes/test.csv', 'page,text,label,name\n10,"a,\n""b""",1,s\n2,,0,s\n1,x,1,s\n1,x,1,t\n'],
      ['images/test/s-1.png'],
      ['images/test/s-2.png'],
      ['images/test/s-10.png'],
      ['images/test/t-1.png'],
    );
    const streams = await FORMATS.openpss.read(folder);
    expect(lengthsOf(streams)).toEqual([[2, 1], [1]]);
    expect(await contentsOf(streams[0])).toEqual([
      'images/test/s-1.png',
      'images/test/s-2.png',
      'images/test/s-10.png',
    ]);
  });

  it('names an image that is not there, and a row without a label', async () => {
    await write(['dataframes/test.csv', 'name,page,label\ns,1,1\n']);
    expect(await refusal('openpss')).toBe(`${folder}/dataframes/test.csv: there is no image s-1.png`);
    await write(['dataframes/test.csv', 'name,page,label\ns,1,\n']);
    expect(await refusal('openpss')).toBe(`${folder}/dataframes/test.csv: row 2 has no name or no label 0 or 1`);
    await write(['dataframes/test.csv', 'name,page,label\ns,1\n']);
    expect(await refusal('openpss')).toBe(`${folder}/dataframes/test.csv: row 2 has 2 fields, not 3`);
  });
});

describe('DocSplit', () => {
  const packet = (...parts: readonly (readonly number[])[]) =>
    JSON.stringify({
      doc_id: 'p',
      total_pages: parts.flat().length,
      subdocuments: parts.map((ordinals) => ({
        page_ordinals: ordinals,
        pages: ordinals.map((ordinal) => ({ image_path: `assets/${ordinal}.png` })),
      })),
    });

  it('puts the pages of interleaved documents in the order of the packet', async () => {
    await write(
      ['poly_int/ground_truth_json/test/p.json', packet([1, 4], [2, 3])],
      ['poly_int/ground_truth_json/train/q.json', '{}'],
      ...[1, 2, 3, 4].map((page) => [`assets/${page}.png`] as const),
    );
    const streams = await FORMATS.docsplit.read(folder);
    expect(streams.map(({ documents }) => documents)).toEqual([['0', '1', '1', '0']]);
    expect(await contentsOf(streams[0])).toEqual([1, 2, 3, 4].map((page) => `assets/${page}.png`));
  });

  it('names a packet with a page twice, and an image that is not there', async () => {
    await write(['ground_truth_json/test/p.json', packet([1, 2], [2])]);
    const path = join(folder, 'ground_truth_json/test/p.json');
    expect(await refusal('docsplit')).toBe(`${path}: page_ordinals are not the 3 pages of the packet, each once`);
    await write(['ground_truth_json/test/p.json', packet([0])]);
    expect(await refusal('docsplit')).toBe(`${path}: there is no image ${folder}/assets/0.png`);
  });
});

describe('PoliTax-Split', () => {
  const line = (count: number, ...ranges: readonly (readonly [number, number])[]) =>
    JSON.stringify({
      file_name: 'return 2009.pdf',
      page_count: count,
      sub_documents: ranges.map(([start, end]) => ({ type: 'Form', start_page: start, end_page: end })),
    });

  it('begins a document at each start and after each end', async () => {
    await write(['pdfs/someone/return 2009.pdf'], ['annotations.jsonl', `${line(7, [1, 2], [3, 4], [6, 7])}\n`]);
    const streams = await FORMATS['politax-split'].read(folder);
    expect(lengthsOf(streams)).toEqual([[2, 2, 1, 2]]);
    expect(streams[0]?.files).toHaveLength(1);
  });

  it('names the line of a range outside the file, of a missing file and of no JSON', async () => {
    await write(['pdfs/someone/return 2009.pdf'], ['annotations.jsonl', line(2, [1, 3])]);
    const path = join(folder, 'annotations.jsonl');
    expect(await refusal('politax-split')).toBe(`${path}: line 1: a sub-document is not within the 2 pages`);
    await write(['annotations.jsonl', `${line(2, [1, 2])}\n{`]);
    expect(await refusal('politax-split')).toBe(`${path}: line 2 is no annotation of a PDF`);
    await write(['annotations.jsonl', line(2, [1, 2]).replace('2009', '2010')]);
    expect(await refusal('politax-split')).toBe(`${path}: line 1: there is no return 2010.pdf below pdfs`);
  });
});
