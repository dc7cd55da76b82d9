import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageJson, PageRecord } from '../../core/documents/page-record.ts';
import { TemporarilyUnavailableError } from '../../core/errors.ts';
import { scoreInWindows, WINDOW_OVERLAP, windowsOf } from '../../core/splitting/score-in-windows.ts';
import { CONTEXT_PAGES } from '../../model-container/features/gap-features.ts';
import { makePageJson } from '../contract/page-record.ts';

const pagesOf = (count: number): PageJson[] => Array.from({ length: count }, (_, index) => makePageJson(index + 1, 1));
const pageNumbers = (pagesJson: readonly PageJson[]): number[] =>
  pagesJson.map((json) => (JSON.parse(json.toString()) as PageRecord).page);
const PAGE_BYTES = makePageJson(1, 1).length + 40;

describe('scoring in windows', () => {
  it('asks once where everything fits', async () => {
    let calls = 0;
    const scores = await scoreInWindows(pagesOf(5), (pagesJson) => {
      calls += 1;
      return Promise.resolve({
        probabilities: pageNumbers(pagesJson)
          .slice(1)
          .map((page) => page / 10),
        modelVersion: 'v1',
      });
    });
    expect(calls).toBe(1);
    expect(scores).toEqual({ probabilities: [0.2, 0.3, 0.4, 0.5], modelVersion: 'v1' });
  });

  it('takes each gap from the window in which it is furthest from an end', async () => {
    // Each window answers with the number of its first page: the result tells which window each gap came from.
    const windows: number[][] = [];
    const { probabilities } = await scoreInWindows(
      pagesOf(20),
      (pagesJson) => {
        const pages = pageNumbers(pagesJson);
        windows.push(pages);
        return Promise.resolve({ probabilities: pages.slice(1).map(() => pages[0] ?? 0), modelVersion: 'v1' });
      },
      { maxBytes: PAGE_BYTES * 8, overlap: 4 },
    );
    expect(windows.length).toBeGreaterThan(2);
    const [first = [], second = []] = windows;
    const lastOfFirst = first.at(-1) ?? 0;
    expect(second[0]).toBe(lastOfFirst - 3);
    // Of the three gaps between the four shared pages, the first two are no nearer to the end of the first window.
    expect(probabilities.slice(lastOfFirst - 4, lastOfFirst - 1)).toEqual([1, 1, second[0]]);
  });

  it('covers every gap, whatever the sizes of the pages', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 500, max: 20_000 }),
        fc.integer({ min: 1, max: 5 }),
        (sizes, maxBytes, overlap) => {
          const windows = [
            ...windowsOf(
              sizes.map((words, index) => makePageJson(index + 1, words)),
              maxBytes,
              overlap,
            ),
          ];
          const gaps = new Set(
            windows.flatMap(({ from, to }) =>
              Array.from({ length: Math.max(0, to - from - 1) }, (_, index) => from + index),
            ),
          );
          expect(gaps.size).toBe(sizes.length - 1);
          for (const { from, to, pages: pagesJson } of windows) {
            expect(pageNumbers(pagesJson)).toEqual(Array.from({ length: to - from }, (_, index) => from + index + 1));
            const fits = pagesJson.reduce((sum, json) => sum + json.length + 1, 0) <= maxBytes;
            expect(fits || to - from <= 2).toBe(true);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('shares as many pages as the model looks around, both ways', () => {
    expect(WINDOW_OVERLAP).toBeGreaterThanOrEqual(2 * CONTEXT_PAGES);
  });

  it('gives the same as one window would, for a model that looks at the pages around a gap', async () => {
    // Each gap answers with the numbers of all pages that the model may look at there.
    const looking = (pagesJson: readonly PageJson[]) => {
      const pages = pageNumbers(pagesJson);
      const seen = (gap: number) =>
        pages
          .slice(Math.max(0, gap + 1 - CONTEXT_PAGES), gap + 1 + CONTEXT_PAGES)
          .reduce((sum, page) => sum + page ** 2, 0);
      return Promise.resolve({ probabilities: pages.slice(1).map((_, gap) => seen(gap)), modelVersion: 'v1' });
    };
    const whole = await scoreInWindows(pagesOf(300), looking, { maxBytes: 1e9 });
    expect(await scoreInWindows(pagesOf(300), looking, { maxBytes: PAGE_BYTES * (2 * WINDOW_OVERLAP + 6) })).toEqual(
      whole,
    );
  });

  it('sends pages as they were written', () => {
    const pages = pagesOf(3);
    const [window] = windowsOf(pages);
    expect(window?.pages).toEqual(pages);
  });

  it('fails where the model answers with another number of probabilities', async () => {
    await expect(
      scoreInWindows(pagesOf(3), () => Promise.resolve({ probabilities: [0.5], modelVersion: 'v1' })),
    ).rejects.toThrow('1 probabilities for 2 gaps');
  });

  it('is to be tried again where another model takes over between two windows', async () => {
    let version = 0;
    const changing = (pagesJson: readonly PageJson[]): Promise<{ probabilities: number[]; modelVersion: string }> => {
      version += 1;
      return Promise.resolve({ probabilities: pagesJson.slice(1).map(() => 0), modelVersion: String(version) });
    };
    await expect(scoreInWindows(pagesOf(20), changing, { maxBytes: PAGE_BYTES * 8 })).rejects.toThrow(
      TemporarilyUnavailableError,
    );
  });
});
