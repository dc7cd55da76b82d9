import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageJson, PageRecord } from '../../../core/documents/page-record.ts';
import { pageWindows, WINDOW_OVERLAP } from '../../../core/splitting/page-windows.ts';
import type { PageWindow } from '../../../core/splitting/page-windows.ts';
import { CONTEXT_PAGES } from '../../../model-container/features/gap-features.ts';
import { makePageJson } from '../../contract/page-record.ts';

const bytesOf = (pages: readonly PageJson[]): number => pages.reduce((sum, json) => sum + json.length + 1, 0);
const pageNumbers = (pages: readonly PageJson[]): number[] =>
  pages.map((json) => (JSON.parse(json.toString()) as PageRecord).page);
const collect = async (windows: AsyncIterable<PageWindow>): Promise<PageWindow[]> => {
  const collected: PageWindow[] = [];
  for await (const window of windows) collected.push(window);
  return collected;
};

describe('the windows over a document', () => {
  it('are one where everything fits, with the pages as they were written', async () => {
    const pages = [1, 2, 3].map((page) => makePageJson(page));
    expect(await collect(pageWindows(pages, { maxBytes: bytesOf(pages), overlap: 2 }))).toEqual([
      { from: 0, pages, isLast: true },
    ]);
  });

  it('cover every gap and keep to the bytes, whatever the sizes of the pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 500, max: 20_000 }),
        fc.integer({ min: 1, max: 5 }),
        async (sizes, maxBytes, overlap) => {
          const windows = await collect(
            pageWindows(
              sizes.map((words, index) => makePageJson(index + 1, words)),
              { maxBytes, overlap },
            ),
          );
          const gaps = new Set(windows.flatMap(({ from, pages }) => pages.slice(1).map((_, index) => from + index)));
          expect(gaps.size).toBe(sizes.length - 1);
          expect(windows.map(({ isLast }) => isLast)).toEqual([...windows.slice(1).map(() => false), true]);
          for (const { from, pages } of windows) {
            expect(pageNumbers(pages)).toEqual(pages.map((_, index) => from + index + 1));
            expect(bytesOf(pages) <= maxBytes || pages.length <= 2).toBe(true);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('take no page beyond the one that no longer fits before the window is scored', async () => {
    const taken: number[] = [];
    function* pages() {
      for (let page = 1; page <= 30; page += 1) {
        taken.push(page);
        yield makePageJson(page, 1);
      }
    }
    const inMemory: number[] = [];
    for await (const { from, pages: window } of pageWindows(pages(), {
      maxBytes: 8 * (makePageJson(30, 1).length + 1),
      overlap: 4,
    }))
      inMemory.push((taken.at(-1) ?? 0) - from - window.length);
    expect(inMemory.slice(0, -1).every((beyond) => beyond === 1)).toBe(true);
    expect(inMemory.at(-1)).toBe(0);
  });

  it('share three quarters of their bytes where the pages are too heavy to share all that the model sees around a gap', async () => {
    const page = makePageJson(1, 1);
    const [first, second] = await collect(
      pageWindows(
        Array.from({ length: 200 }, () => page),
        { maxBytes: 80 * (page.length + 1), overlap: WINDOW_OVERLAP },
      ),
    );
    expect([first?.pages.length, second?.from]).toEqual([80, 20]);
  });

  it('share as many pages as the model sees around a gap, both ways', () => {
    expect(WINDOW_OVERLAP).toBeGreaterThanOrEqual(2 * CONTEXT_PAGES);
  });
});
