import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageInspection } from '../../../core/documents/formats/document-file.ts';
import { planChunks, rangesOf } from '../../../core/processing/reading/plan-chunks.ts';

const page = (text_layer: PageInspection['text_layer']): PageInspection => ({
  width_mm: 210,
  height_mm: 297,
  text_layer,
});
const pages = (count: number, layer: PageInspection['text_layer']) => Array.from({ length: count }, () => page(layer));
const sizes = (chunks: { from: number; to: number }[]) => chunks.map(({ from, to }) => to - from + 1);

describe('the plan of chunks', () => {
  it('covers every page once, in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('good' as const, 'none' as const, 'bad' as const), { minLength: 1, maxLength: 400 }),
        (layers) => {
          const covered = planChunks(layers.map(page)).flatMap(({ from, to }) =>
            Array.from({ length: to - from + 1 }, (_, index) => from + index),
          );
          expect(covered).toEqual(layers.map((_, index) => index + 1));
        },
      ),
    );
  });

  it('has chunks of one or two OCR pages', () => {
    expect(sizes(planChunks(pages(2, 'none')))).toEqual([1, 1]);
    expect(Math.max(...sizes(planChunks(pages(20, 'none'))))).toBe(1);
    expect(Math.max(...sizes(planChunks(pages(300, 'bad'))))).toBe(2);
  });

  it('has chunks of at most 25 pages with a text layer', () => {
    expect(Math.max(...sizes(planChunks(pages(1000, 'good'))))).toBe(25);
    expect(planChunks(pages(1000, 'good')).length).toBeLessThanOrEqual(41);
  });

  it('divides a file of 100 pages evenly', () => {
    const chunkSizes = sizes(planChunks(pages(100, 'good')));
    expect(Math.max(...chunkSizes) - Math.min(...chunkSizes)).toBeLessThanOrEqual(3);
    expect(chunkSizes.length).toBeGreaterThanOrEqual(4);
  });

  it('divides a small file into one chunk or a multiple of four', () => {
    expect([1, 10, 20, 50, 100].map((count) => planChunks(pages(count, 'good')).length)).toEqual([1, 1, 4, 4, 8]);
  });

  it('gives a page that needs OCR a chunk of its own among pages that do not', () => {
    const mixed = [...pages(30, 'good'), page('none'), ...pages(30, 'good')];
    expect(planChunks(mixed)).toContainEqual({ from: 31, to: 31 });
  });

  it('groups the ranges into chunks of several jobs without changing a range', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('good' as const, 'none' as const), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 1, max: 4 }),
        (layers, jobs) => {
          const alone = planChunks(layers.map(page));
          const chunks = planChunks(layers.map(page), jobs);
          expect(chunks.flatMap(rangesOf)).toEqual(alone);
          expect(chunks).toHaveLength(Math.ceil(alone.length / jobs));
          expect(Math.max(...chunks.map((chunk) => rangesOf(chunk).length))).toBeLessThanOrEqual(jobs);
        },
      ),
    );
  });

  it('treats a chunk without starts as one range', () => {
    expect(rangesOf({ from: 3, to: 5 })).toEqual([{ from: 3, to: 5 }]);
    expect(rangesOf({ from: 3, to: 8, starts: [3, 5] })).toEqual([
      { from: 3, to: 4 },
      { from: 5, to: 8 },
    ]);
  });
});
