import { expect, it } from 'vitest';
import { cutSubDocuments } from '../../../core/results/pdf/cut-sub-documents.ts';
import type { Parsers } from '../../../core/parser-jobs.ts';

/** Number of pages that each job cuts, of a document whose sub-documents have two pages each. */
const pagesOfJobs = async (pageCount: number): Promise<number[]> => {
  const jobs: number[] = [];
  const run = (_: string, { writes }: { readonly writes: readonly unknown[] }): Promise<unknown> => {
    jobs.push(2 * writes.length);
    return Promise.resolve({ cut: writes.length });
  };
  // Only `run` is called, whose output is not used.
  const service = { parsers: { run } as unknown as Parsers };
  const cuts = Array.from({ length: pageCount / 2 }, (_, index) => ({
    key: `accounts/a/${index}`,
    pages: [2 * index + 1, 2 * index + 2],
  }));
  await cutSubDocuments(service, { key: 'accounts/a/upload', kind: 'pdf', pageCount }, cuts);
  return jobs;
};

it('Sub-documents are cut by jobs of 50 pages, of a long document by few jobs, since each opens the file', async () => {
  expect(await pagesOfJobs(100)).toEqual([50, 50]);
  expect(await pagesOfJobs(800)).toEqual(Array(8).fill(100));
  expect(await pagesOfJobs(2000)).toEqual(Array(10).fill(200));
});
