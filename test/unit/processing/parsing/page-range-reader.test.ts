/** Ranges of pages at some of which a parser process is stopped: a job runner that is stopped at given pages. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DocumentUnreadableError, ParserStoppedError } from '../../../../core/errors.ts';
import type { PageRange } from '../../../../core/documents/formats/document-file.ts';
import type { PageRecord } from '../../../../core/documents/page-record.ts';
import type { ParserJobs } from '../../../../core/parser-jobs.ts';
import { PageRangeReader } from '../../../../core/processing/parsing/page-range-reader.ts';
import { PAGE_FILES } from '../../../../core/results/page-files.ts';
import { FakeParsers } from '../../../fakes/documents/fake-parsers.ts';
import { writePageFiles } from '../../../fakes/documents/page-files.ts';
import { recordOf } from '../../../service/harness/pipeline-harness.ts';

type RangeInput = ParserJobs['readPageRange']['input'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'page-range-reader-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const stopped = (): DocumentUnreadableError =>
  new DocumentUnreadableError('It takes too long to read.', { cause: new ParserStoppedError('Too slow.') });

interface StoppedPages {
  /** Pages at which a process is stopped while it reads their text. */
  readonly atText?: readonly number[];
  /** The same while it renders their picture. */
  readonly atPicture?: readonly number[];
  readonly errorOf?: () => Error;
}

/** Reads ranges as long as it is not stopped; its jobs are recorded as `2-3` or `2 without text`. */
const runnerOf = ({ atText = [], atPicture = [], errorOf = stopped }: StoppedPages) => {
  const jobs: string[] = [];
  const readPageRange = (
    { range: { from, to }, unread, folder: into }: RangeInput,
    onPage: ((page: number) => void) | undefined,
  ): ParserJobs['readPageRange']['output'] => {
    jobs.push(unread === undefined ? `${from}-${to}` : `${from} without ${unread}`);
    const records: PageRecord[] = [];
    for (let page = from; page <= to; page += 1) {
      const at = unread === 'page' ? [] : unread === 'text' ? atPicture : [...atText, ...atPicture];
      if (at.includes(page)) throw errorOf();
      records.push({ ...recordOf(page), ...(unread === undefined ? {} : { unread: true, text_source: 'none' }) });
      onPage?.(page);
    }
    writePageFiles(into, records);
    return { pages: records.length, ocrPages: unread === undefined ? records.length : 0 };
  };
  // `async`, so that what it throws rejects.
  const runner = new FakeParsers({
    readPageRange: async (input, options) => Promise.resolve(readPageRange(input, options?.onPage)),
  });
  return { runner, jobs };
};

const read = async (stops: StoppedPages, ranges: readonly PageRange[], mostUnread: number) => {
  const { runner, jobs } = runnerOf(stops);
  const progress: number[] = [];
  const count = (ranges.at(-1)?.to ?? 0) - (ranges[0]?.from ?? 0) + 1;
  const pages = Array.from({ length: count }, () => ({ width_mm: 210, height_mm: 297, text_layer: 'none' as const }));
  const document = { path: 'a.pdf', kind: 'pdf' as const, ranges, pages, languages: [], mostUnread };
  const reader = new PageRangeReader(runner, document, { onPage: (page) => progress.push(page) });
  await reader.read(folder);
  const lines = readFileSync(join(folder, PAGE_FILES.records.name), 'utf8').trim().split('\n');
  const records = lines.map((line) => JSON.parse(line) as PageRecord);
  return {
    jobs,
    progress,
    pages: records.map(({ page }) => page),
    unread: records.flatMap((record) => (record.unread === true ? [record.page] : [])),
    counted: [reader.ocrPages, reader.unreadPages],
  };
};

describe('A range of pages', () => {
  it('is read by one job where no process is stopped', async () => {
    expect(await read({}, [{ from: 3, to: 6 }], 2)).toEqual({
      jobs: ['3-6'],
      progress: [3, 4, 5, 6],
      pages: [3, 4, 5, 6],
      unread: [],
      counted: [4, 0],
    });
  });

  it('keeps all other pages where a process is stopped at one, which is read without its text', async () => {
    expect(await read({ atText: [4] }, [{ from: 3, to: 6 }], 1)).toEqual({
      jobs: ['3-6', '3-3', '4 without text', '5-6'],
      progress: [3, 4, 5, 6],
      pages: [3, 4, 5, 6],
      unread: [4],
      counted: [3, 1],
    });
  });

  it('starts its parts in page order', async () => {
    const ranges = Array.from({ length: 200 }, (_, at) => ({ from: at + 1, to: at + 1 }));
    expect((await read({}, ranges, 0)).jobs).toEqual(ranges.map(({ from, to }) => `${from}-${to}`));
  });

  it.each([
    { at: 3, jobs: ['3-4', '3 without text', '4-4'] },
    { at: 4, jobs: ['3-4', '3-3', '4 without text'] },
  ])('has no job without pages where that is page $at of two', async ({ at, jobs }) => {
    expect(await read({ atText: [at] }, [{ from: 3, to: 4 }], 1)).toMatchObject({ jobs, pages: [3, 4], unread: [at] });
  });

  it('has a blank page where a process is stopped at its picture, too', async () => {
    expect(await read({ atPicture: [5] }, [{ from: 5, to: 5 }], 1)).toMatchObject({
      jobs: ['5-5', '5 without text', '5 without page'],
      pages: [5],
      unread: [5],
      counted: [0, 1],
    });
  });

  it('may have as many unread pages as it is told', async () => {
    expect(await read({ atText: [3, 5] }, [{ from: 3, to: 6 }], 2)).toMatchObject({
      pages: [3, 4, 5, 6],
      unread: [3, 5],
      counted: [2, 2],
    });
    rmSync(folder, { recursive: true });
    folder = mkdtempSync(join(tmpdir(), 'page-range-reader-'));
    await expect(read({ atText: [3, 5] }, [{ from: 3, to: 6 }], 1)).rejects.toThrow('takes too long');
  });

  it('counts the unread pages of ranges beside it', async () => {
    const ranges = [
      { from: 1, to: 2 },
      { from: 3, to: 4 },
    ];
    await expect(read({ atText: [1, 4] }, ranges, 1)).rejects.toThrow('takes too long');
  });

  it('fails at once where none may stay unread', async () => {
    await expect(read({ atText: [1] }, [{ from: 1, to: 1 }], 0)).rejects.toThrow('takes too long');
  });

  it('fails with an error that is not of one page', async () => {
    const errorOf = (): Error => new DocumentUnreadableError('No page can be read.');
    await expect(read({ atText: [2], errorOf }, [{ from: 1, to: 2 }], 1)).rejects.toThrow('No page can be read.');
  });
});
