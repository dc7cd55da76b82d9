import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SplitModelFaultError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import type { GapScores, SplitModel } from '../../../core/ports.ts';
import type { PageJson, PageRecord } from '../../../core/documents/page-record.ts';
import { BLANK_PAGE_PROBABILITY, fitDensity, MASKED_PROBABILITY } from '../../../core/splitting/fit-density.ts';
import { MAX_WINDOW_BYTES, WINDOW_OVERLAP } from '../../../core/splitting/page-windows.ts';
import { scoreGaps } from '../../../core/splitting/score-gaps.ts';
import { CONTEXT_PAGES } from '../../../model-container/features/gap-features.ts';
import { makePageJson } from '../../contract/page-record.ts';
import { recordOf } from '../../service/harness/pipeline-harness.ts';

const json = (page: number): PageJson => Buffer.from(JSON.stringify(recordOf(page)));
const PAGE_BYTES = json(1000).length + 1;

async function* records(count: number) {
  for (let page = 1; page <= count; page += 1) yield await Promise.resolve(json(page));
}

const pageNumbers = (pages: readonly PageJson[]): number[] =>
  pages.map((page) => (JSON.parse(page.toString()) as PageRecord).page);

/** A model whose requests hold so many pages, and the windows that it was given. */
const modelOf = (
  windowPages: number,
  answer: (pages: readonly number[]) => Omit<GapScores, 'modelVersion'> & { readonly modelVersion?: string },
) => {
  const windows: number[][] = [];
  const model: SplitModel = {
    maxWindowBytes: windowPages * PAGE_BYTES,
    score: (pages) => {
      const numbers = pageNumbers(pages);
      windows.push(numbers);
      return Promise.resolve({ modelVersion: 'v1', ...answer(numbers) });
    },
  };
  return { model, windows };
};

const half = (pages: readonly number[]) => ({ probabilities: pages.slice(1).map(() => 0.5) });

describe('scoring the gaps of a document', () => {
  it('calls the model once where one request holds the document', async () => {
    const { model, windows } = modelOf(1000, (pages) => ({
      probabilities: pages.slice(1).map((page) => page / 10_000),
    }));
    expect(await scoreGaps(model, records(500))).toEqual({
      probabilities: Array.from({ length: 499 }, (_, gap) => (gap + 2) / 10_000),
      modelVersion: 'v1',
    });
    expect(windows).toHaveLength(1);
  });

  it('calls the model once a window, as seldom as the shared pages allow', async () => {
    const { model, windows } = modelOf(300, half);
    await scoreGaps(model, records(950));
    expect(Math.max(...windows.map((pages) => pages.length))).toBeLessThanOrEqual(303); // Records of low page numbers are shorter.
    expect(windows).toHaveLength(Math.ceil((950 - WINDOW_OVERLAP) / (300 - WINDOW_OVERLAP)));
  });

  it('keeps to the request size of a serverless SageMaker endpoint where the model names none', async () => {
    const sizes: number[] = [];
    const model: SplitModel = {
      score: (pages) => {
        sizes.push(pages.reduce((sum, page) => sum + page.length + 1, 0));
        return Promise.resolve({ probabilities: pages.slice(1).map(() => 0.5), modelVersion: 'v1' });
      },
    };
    expect(
      (
        await scoreGaps(
          model,
          Array.from({ length: 40 }, (_, index) => makePageJson(index + 1, 1_500)),
        )
      ).probabilities,
    ).toHaveLength(39);
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_WINDOW_BYTES);
  });

  it('gives each gap once, in order, from the window in which it is most central', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 2, max: 250 }),
        async (count, windowPages) => {
          // Each gap is answered with the number of the page before it and the number of the window.
          let window = 0;
          const { model, windows } = modelOf(windowPages, (pages) => {
            window += 1;
            return { probabilities: pages.slice(0, -1).map((page) => page + window / 1000) };
          });
          const depth = (page: number, [first = 0, ...rest]: readonly number[]): number => {
            const last = rest.at(-1) ?? first;
            if (page < first || page >= last) return -1;
            return Math.min(first === 1 ? Infinity : page - first, last === count ? Infinity : last - 1 - page);
          };
          const { probabilities } = await scoreGaps(model, records(count));
          const expected = Array.from({ length: count - 1 }, (_, gap) => {
            const depths = windows.map((pages) => depth(gap + 1, pages));
            return gap + 1 + (depths.indexOf(Math.max(...depths)) + 1) / 1000;
          });
          expect(probabilities).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('gives the same as one window would, for a model that looks at the pages around a gap', async () => {
    // Each gap is answered with the numbers of all pages that the model may look at there.
    const looking = (pages: readonly number[]) => {
      const seen = (gap: number) =>
        pages
          .slice(Math.max(0, gap + 1 - CONTEXT_PAGES), gap + 1 + CONTEXT_PAGES)
          .reduce((sum, page) => sum + page ** 2, 0);
      return { probabilities: pages.slice(1).map((_, gap) => seen(gap)) };
    };
    const inWindows = modelOf(2 * WINDOW_OVERLAP + 6, looking);
    const whole = modelOf(1000, looking);
    expect(await scoreGaps(inWindows.model, records(700))).toEqual(await scoreGaps(whole.model, records(700)));
    expect([inWindows.windows.length > 3, whole.windows.length]).toEqual([true, 1]);
  });

  it('refuses a response with another number of probabilities than the window has gaps', async () => {
    const { model } = modelOf(100, () => ({ probabilities: [0.5] }));
    const scored = scoreGaps(model, records(3));
    await expect(scored).rejects.toThrow('1 probabilities for 2 gaps');
    await expect(scored).rejects.toThrow(SplitModelFaultError);
  });

  it('fits the density of the whole document, not of the windows in which the model sees it', async () => {
    // Boundaries are frequent at the document's begin and rare at its end: each window by itself would be taken for
    // another stream.
    const scoreOf = (page: number) => (page < 150 ? [0.7, 0.4, 0.9] : [0.02, 0.3, 0.05])[page % 3] ?? 0;
    const { model, windows } = modelOf(128, (pages) => ({
      probabilities: pages.slice(0, -1).map(scoreOf),
      prior: 0.2,
    }));
    const { probabilities } = await scoreGaps(model, records(300));
    expect(probabilities).toEqual(
      fitDensity(
        Array.from({ length: 299 }, (_, gap) => scoreOf(gap + 1)),
        0.2,
      ),
    );
    expect(windows.length).toBeGreaterThan(1);
  });

  it.each([[undefined], [0.2]])(
    'gives the gap before a blank page the measured probability, whatever the density (prior %s)',
    async (prior) => {
      const { model } = modelOf(128, (pages) => ({
        probabilities: pages.slice(0, -1).map((page) => (page === 2 ? MASKED_PROBABILITY : 0.9)),
        ...(prior === undefined ? {} : { prior }),
      }));
      const { probabilities } = await scoreGaps(model, records(4));
      expect(probabilities[1]).toBe(BLANK_PAGE_PROBABILITY);
      expect(probabilities[0]).toBeGreaterThanOrEqual(0.9);
    },
  );

  it('is tried again where another model answers in the middle of a document', async () => {
    let calls = 0;
    const { model } = modelOf(128, (pages) => ({ ...half(pages), modelVersion: `v${(calls += 1)}` }));
    await expect(scoreGaps(model, records(200))).rejects.toThrow(TemporarilyUnavailableError);
    expect(calls).toBe(2);
  });
});
