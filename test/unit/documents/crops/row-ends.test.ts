import { describe, expect, it } from 'vitest';
import { hullOfRows, rowEndsOf, type RowEnds } from '../../../../core/documents/crops/regions/row-ends.ts';
import { traceOutline } from '../../../../core/documents/crops/regions/outline.ts';
import { convexHull } from '../../../../core/ocr/layout/convex-hull.ts';
import { seededRandom } from '../../../../model-container/random.ts';

/** Ends of rows by their row, leftmost and rightmost column. */
const endsOf = (...ends: readonly (readonly [row: number, left: number, right: number])[]): RowEnds => ({
  count: ends.length,
  rows: ends.map(([row]) => row),
  lefts: ends.map(([, left]) => left),
  rights: ends.map(([, , right]) => right),
});

/** The hull of all ends by sorting. */
const sortedHull = ({ rows, lefts, rights }: RowEnds) =>
  convexHull(
    Array.from(rows).flatMap((y, at) => [
      { x: lefts[at] ?? 0, y },
      { x: rights[at] ?? 0, y },
    ]),
  );

describe('The hull of the ends of rows', () => {
  it('is the one of the same points in any order, from the same corner on', () => {
    const random = seededRandom(5);
    for (let round = 0; round < 200; round += 1) {
      const first = random.below(5);
      const ends = endsOf(
        ...Array.from({ length: 2 + random.below(30) }, (_, row) => {
          const left = random.below(30);
          // Some rows are left out.
          return [first + row + (row > 6 ? 3 : 0), left, left + random.below(30)] as const;
        }),
      );
      expect(hullOfRows(ends)).toEqual(sortedHull(ends));
    }
  });

  it('has no corner where there is no row, and none within a side', () => {
    expect(hullOfRows(endsOf())).toEqual([]);
    expect(hullOfRows(endsOf([3, 5, 9], [4, 5, 9], [5, 5, 9]))).toEqual([
      { x: 5, y: 3 },
      { x: 9, y: 3 },
      { x: 9, y: 5 },
      { x: 5, y: 5 },
    ]);
  });

  it('holds the pixels of a region within its outline', () => {
    const [width, height] = [12, 10];
    const data = new Uint8Array(width * height);
    for (const [x, y] of [
      [4, 2],
      [3, 3],
      [4, 3],
      [5, 3],
      [2, 4],
      [3, 4],
      [5, 4],
      [6, 4],
    ] as const)
      data[y * width + x] = 200;
    const outline = traceOutline({ width, height, channels: 1, data }, 2 * width + 4, 100, 100);
    expect(outline).toBeDefined();
    if (outline === undefined) return;
    const { lefts, rights, rows } = rowEndsOf(outline);
    expect([Array.from(rows), Array.from(lefts), Array.from(rights)]).toEqual([
      [2, 3, 4],
      [4, 3, 2],
      [4, 5, 6],
    ]);
  });
});
