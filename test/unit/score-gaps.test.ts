import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TemporarilyUnavailableError } from '../../core/errors.ts';
import type { SplitModel } from '../../core/ports.ts';
import type { PageRecord } from '../../core/documents/page-record.ts';
import { fitDensity } from '../../core/splitting/fit-density.ts';
import { scoreGaps } from '../../core/splitting/score-gaps.ts';
import { WINDOW_OVERLAP } from '../../core/splitting/score-in-windows.ts';
import { recordOf } from '../service/pipeline-harness.ts';

async function* records(count: number) {
  for (let page = 1; page <= count; page += 1) yield await Promise.resolve(Buffer.from(JSON.stringify(recordOf(page))));
}

/** Answers each gap with the number of the page before it, and notes how far the gap was from its window's nearer end. */
const recordingModel = () => {
  const windows: number[] = [];
  const margins = new Map<number, number>();
  const model: SplitModel = {
    score: (pages) => {
      windows.push(pages.length);
      const probabilities = pages.slice(0, -1).map((json, index) => {
        const { page } = JSON.parse(json.toString()) as PageRecord;
        margins.set(page, Math.max(margins.get(page) ?? 0, Math.min(index, pages.length - 2 - index)));
        return page / 10_000 + Math.min(index, pages.length - 2 - index) / 1e9;
      });
      return Promise.resolve({ probabilities, modelVersion: 'v1' });
    },
  };
  return { model, windows, margins };
};

describe('scoring the gaps of a document', () => {
  it('gives each gap once, in order, from the window in which it lies deepest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 500 }), async (count) => {
        const { model, margins } = recordingModel();
        const { probabilities } = await scoreGaps(model, records(count));
        expect(probabilities.length).toBe(count - 1);
        probabilities.forEach((probability, index) => {
          expect(probability).toBeCloseTo((index + 1) / 10_000 + (margins.get(index + 1) ?? 0) / 1e9, 12);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('shows the model a bounded number of pages at a time', async () => {
    const { model, windows } = recordingModel();
    await scoreGaps(model, records(1000));
    expect(Math.max(...windows)).toBeLessThanOrEqual(128);
    // No more often than the pages that two windows share ask for.
    expect(windows).toHaveLength(Math.ceil((1000 - WINDOW_OVERLAP) / (128 - WINDOW_OVERLAP)));
  });

  it('refuses an answer of the wrong length', async () => {
    const model: SplitModel = { score: () => Promise.resolve({ probabilities: [0.5], modelVersion: 'v1' }) };
    await expect(scoreGaps(model, records(3))).rejects.toThrow('1 probabilities for 3 pages');
  });

  it('fits the density of the whole document, not of the windows in which the model sees it', async () => {
    // Boundaries are frequent at the document's begin and rare at its end: each window by itself would be taken for another stream.
    const said = (page: number) => (page < 150 ? [0.7, 0.4, 0.9] : [0.02, 0.3, 0.05])[page % 3] ?? 0;
    const model: SplitModel = {
      score: (pages) =>
        Promise.resolve({
          probabilities: pages.slice(0, -1).map((json) => said((JSON.parse(json.toString()) as PageRecord).page)),
          prior: 0.2,
          modelVersion: 'v1',
        }),
    };
    const { probabilities } = await scoreGaps(model, records(300));
    expect(probabilities).toEqual(
      fitDensity(
        Array.from({ length: 299 }, (_, gap) => said(gap + 1)),
        0.2,
      ),
    );
  });

  it('is tried again where another model answers in the middle of a document', async () => {
    let asked = 0;
    const model: SplitModel = {
      score: (pages) =>
        Promise.resolve({ probabilities: pages.slice(1).map(() => 0.5), modelVersion: `v${(asked += 1)}` }),
    };
    await expect(scoreGaps(model, records(200))).rejects.toThrow(TemporarilyUnavailableError);
  });
});
