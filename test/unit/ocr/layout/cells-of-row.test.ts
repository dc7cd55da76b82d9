import { describe, expect, it } from 'vitest';
import { cellsOf, type LineSegment } from '../../../../core/ocr/layout/page-layout.ts';

/** A segment of words of 40 × 20 pixels with these gaps between them; its line is 32 pixels high, and 8 are margin. */
function rowOf(...gaps: readonly number[]): LineSegment {
  const lefts = gaps.reduce((all, gap) => [...all, (all.at(-1) ?? 0) + 40 + gap], [100]);
  const words = lefts.map((left) => ({ left, top: 210, right: left + 40, bottom: 230 }));
  return {
    rotation: 0,
    box: { left: 96, top: 200, right: (lefts.at(-1) ?? 0) + 44, bottom: 240 },
    words,
    line: 3,
    block: 1,
  };
}

describe('The cells of a row', () => {
  it('are its parts between wide gaps, with the margin of a line', () => {
    const cells = cellsOf(rowOf(50, 10, 60, 45));
    expect(cells.map(({ words }) => words.length)).toEqual([1, 2, 1, 1]);
    expect(cells[1]).toMatchObject({ line: 3, block: 1, box: { left: 186, top: 200, right: 284, bottom: 240 } });
  });

  it('are none where the gaps are few, or as wide as in justified text', () => {
    expect(cellsOf(rowOf(50, 60))).toEqual([]);
    expect(cellsOf(rowOf(35, 30, 38, 36, 20))).toEqual([]);
  });
});
