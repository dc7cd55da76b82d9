import { describe, expect, it } from 'vitest';
import { pageRecordSchema } from '../../../core/documents/page-record.ts';
import { readPageLines } from '../../../core/requests/pages/page-records.ts';
import { processingBlobs } from '../../../core/requests/processing-blobs.ts';
import { makePageJson, makePageRecord } from '../../contract/page-record.ts';
import { MemoryBlobStore } from '../../fakes/memory-blob-store.ts';

const KEY = { account_id: 'a', processing_id: 'p' };

/**
 * A store with chunks of records: `from` and `to` are the pages in the name of a chunk, `pages` those in its contents.
 */
const storeOf = async (
  chunks: readonly { from: number; to: number; pages: readonly number[] }[],
): Promise<MemoryBlobStore> => {
  const blobs = new MemoryBlobStore({ now: () => new Date() });
  for (const { from, to, pages } of chunks) {
    await blobs.put(
      processingBlobs('a', 'p').recordsOf({ from, to }),
      pages.map((page) => `${makePageJson(page).toString()}\n`).join(''),
      'application/jsonl',
    );
  }
  return blobs;
};

/** A record as ReadPages writes it: the number of the crop follows that of the page. */
const cropJson = (page: number, crop: number | undefined): string => {
  const { schema_version, page: number, ...rest } = makePageRecord(page);
  return JSON.stringify({ schema_version, page: number, ...(crop === undefined ? {} : { crop }), ...rest });
};

const all = async (lines: AsyncIterable<Buffer>): Promise<string[]> => {
  const read: string[] = [];
  for await (const line of lines) read.push(line.toString());
  return read;
};

describe('readPageLines', () => {
  it('yields every page as it was written, in page order', async () => {
    const blobs = await storeOf([
      { from: 11, to: 12, pages: [11, 12] },
      { from: 1, to: 10, pages: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
    ]);
    expect(await all(readPageLines(blobs, KEY, 12))).toEqual(
      Array.from({ length: 12 }, (_, index) => makePageJson(index + 1).toString()),
    );
  });

  it.each([
    ['a page is repeated', [1, 1], 2, 'Expected the record of page 2, but found page 1.'],
    ['a page is missing', [1, 3], 2, 'Expected the record of page 2, but found page 3.'],
    ['the last page is missing', [1, 2], 3, 'Expected records of 3 pages, but found 2.'],
  ])('throws if %s', async (_, pages, pageCount, message) => {
    const blobs = await storeOf([{ from: 1, to: 3, pages }]);
    await expect(all(readPageLines(blobs, KEY, pageCount))).rejects.toThrow(message);
  });

  it('yields the crops of a page in their order, as pages of their own', async () => {
    const blobs = new MemoryBlobStore({ now: () => new Date() });
    const lines = [
      [1, undefined],
      [2, 1],
      [2, 2],
      [3, undefined],
    ].map(([page = 0, crop]) => cropJson(page, crop));
    await blobs.put(processingBlobs('a', 'p').recordsOf({ from: 1, to: 3 }), lines.join('\n'), 'application/jsonl');
    expect(await all(readPageLines(blobs, KEY, 3))).toEqual(lines);
  });

  it.each<[string, [number, number?][]]>([
    [
      'a crop is missing',
      [
        [1, 1],
        [1, 3],
      ],
    ],
    ['the first crop is missing', [[1, 2]]],
    [
      'a crop is repeated',
      [
        [1, 1],
        [1, 1],
      ],
    ],
    ['a whole page is repeated', [[1], [1]]],
  ])('throws if %s', async (_, pages) => {
    const blobs = new MemoryBlobStore({ now: () => new Date() });
    const lines = pages.map(([page, crop]) => cropJson(page, crop)).join('\n');
    await blobs.put(processingBlobs('a', 'p').recordsOf({ from: 1, to: 1 }), lines, 'application/jsonl');
    await expect(all(readPageLines(blobs, KEY, 1))).rejects.toThrow('Expected the record of page');
  });

  it('throws for a line that is not a page record', async () => {
    const blobs = new MemoryBlobStore({ now: () => new Date() });
    await blobs.put(processingBlobs('a', 'p').recordsOf({ from: 1, to: 1 }), '{"page":1}\n', 'application/jsonl');
    await expect(all(readPageLines(blobs, KEY, 1))).rejects.toThrow('page unknown');
  });
});

describe('A page record', () => {
  it('is valid with and without what was left unread, which older records lack', () => {
    const older = makePageRecord(1);
    expect(pageRecordSchema.parse(older)).toEqual(older);
    const newer = { ...older, unread_ink: 0.25, unread_script: true };
    expect(pageRecordSchema.parse(newer)).toEqual(newer);
  });

  it.each([-0.01, 1.01])('is refused with %d of its ink unread', (unread_ink) => {
    expect(pageRecordSchema.safeParse({ ...makePageRecord(1), unread_ink }).success).toBe(false);
  });
});
