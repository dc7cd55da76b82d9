import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SplitModel } from '../../core/ports.ts';
import type { PageRecord } from '../../core/reading/page-record.ts';
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
});
