import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cachedPages } from '../../../../bench/benchmark/cached-pages.ts';
import type { PageStream } from '../../../../bench/benchmark/page-streams.ts';
import { BenchmarkDataError } from '../../../../bench/benchmark/page-streams.ts';
import { scoreBenchmark } from '../../../../bench/benchmark/score-benchmark.ts';
import { unreadablePage } from '../../../../core/documents/read-page.ts';
import type { ParserPool } from '../../../../core/parsers/parser-pool.ts';

const blank = unreadablePage(1, { widthMm: 210, heightMm: 297 });

/** A stream of one-page files. */
const stream = (name: string, documents: string): PageStream => ({
  name,
  files: Array.from(documents).map((_, page) => ({ key: `${name}-${page}`, content: 'unused' })),
  documents: Array.from(documents),
});

const run = (
  streams: readonly PageStream[],
  probabilities: readonly (readonly number[])[],
  pagesOf: (key: string) => number = () => 1,
) => {
  let at = 0;
  return scoreBenchmark({
    format: 'tabme++',
    streams,
    readPages: ({ key }) => Promise.resolve(new Array<typeof blank>(pagesOf(key)).fill(blank)),
    score: () => probabilities[at++] ?? [],
    progress: () => undefined,
  });
};

describe('the score of a benchmark', () => {
  it("has this project's metrics and the published ones of the same decisions", async () => {
    // The first stream is right; the second misses its boundary.
    const result = await run(
      [stream('s', 'aab'), stream('t', 'aabb')],
      [
        [0.1, 0.9],
        [0, 0, 0],
      ],
    );
    expect(result).toMatchObject({ streams: 2, pages: 7, own: { pageF1: 2 / 3, exactMatchRate: 0.5 } });
    // The first page counts: F1 of the second stream is 2/3, and 2 of its pages are moved.
    expect(result.published['page F1']?.mean).toBeCloseTo((1 + 2 / 3) / 2, 12);
    expect(result.published['MNDD']?.mean).toBe(1);
    expect(result.published['STP']?.mean).toBe(0.5);
  });

  it('has intervals around the figures, and none by stream of a single stream', async () => {
    const two = await run(
      [stream('s', 'aab'), stream('t', 'aabb')],
      [
        [0.1, 0.9],
        [0, 0, 0],
      ],
    );
    expect(two.published['STP']?.interval).toEqual({ low: 0, high: 1 });
    const one = await run([stream('s', 'aab')], [[0.1, 0.9]]);
    expect(one.published['STP']).toEqual({ mean: 1, interval: null });
    expect(one.own.intervals.pageF1.high).toBe(1);
  });

  it('leaves out streams of one page', async () => {
    expect((await run([stream('s', 'a'), stream('t', 'ab')], [[0.9]])).streams).toBe(1);
    await expect(run([stream('s', 'a')], [])).rejects.toThrow(BenchmarkDataError);
  });

  it('has the document of a file for all of its pages', async () => {
    const result = await run([stream('s', 'ab')], [[0.1, 0.9]], (key) => (key === 's-0' ? 2 : 1));
    expect(result).toMatchObject({ pages: 3, own: { pageF1: 1, exactMatchRate: 1 } });
  });

  it('names a stream whose files have other pages than the benchmark says', async () => {
    const short = { ...stream('s', 'ab'), documents: ['a', 'b', 'b'] };
    await expect(run([short], [[0.9]])).rejects.toThrow('s: it has 2 pages, not 3');
  });
});

describe('the kept page records of a benchmark', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'benchmark-records-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A pool that reads each file as one blank page and counts. */
  const poolThatCounts = (fails: () => boolean = () => false) => {
    const counts = { read: 0 };
    const jobs = {
      inspect: () =>
        Promise.resolve({ kind: 'png', page_count: 1, pages: [{ width_mm: 210, height_mm: 297, text_layer: 'none' }] }),
      readPageRange: async ({ folder: to }: { folder: string }) => {
        counts.read += 1;
        if (fails()) throw new Error('The image is cut off.');
        await writeFile(join(to, 'records.jsonl'), `${JSON.stringify(blank)}\n`);
      },
    };
    const pool = {
      // The cast holds: cachedPages runs these two jobs and uses what they return here.
      run: ((job: keyof typeof jobs, input: never) => jobs[job](input)) as unknown as ParserPool['run'],
    };
    return { pool, counts };
  };

  it('are read once', async () => {
    const { pool, counts } = poolThatCounts();
    const first = await cachedPages(pool, folder)({ key: 'a', content: 'a.png' });
    const second = await cachedPages(pool, folder)({ key: 'a', content: 'a.png' });
    expect(second).toEqual(first);
    expect(counts.read).toBe(1);
    await cachedPages(pool, folder)({ key: 'b', content: () => Promise.resolve(Uint8Array.of(1)) });
    expect(counts.read).toBe(2);
  });

  it('are not kept of a file that cannot be read, whose name and reason the error says', async () => {
    let broken = true;
    const { pool } = poolThatCounts(() => broken);
    const read = () => cachedPages(pool, folder)({ key: 'a', content: 'scans/a.png' });
    await expect(read()).rejects.toThrow('scans/a.png: The image is cut off.');
    expect(await readdir(folder)).toEqual([]);
    broken = false;
    expect(await read()).toHaveLength(1);
  });

  it('are refused where they are damaged', async () => {
    const { pool } = poolThatCounts();
    await cachedPages(pool, folder)({ key: 'a', content: 'a.png' });
    const [name = ''] = await readdir(folder);
    await writeFile(join(folder, name), '{"schema_version":1');
    await expect(cachedPages(pool, folder)({ key: 'a', content: 'a.png' })).rejects.toThrow(
      `${join(folder, name)}: these are not page records; delete the file`,
    );
  });
});
