import { describe, expect, it } from 'vitest';
import {
  pageGrid,
  partsOfRow,
  rowOf,
  scrollAfterLayout,
  scrollToShow,
  topOfRow,
  visibleRows,
} from '../../../../web/src/editor/layout/page-grid.ts';
import { documentsOf, splitOf } from '../../../../web/src/editor/split/split.ts';
import { servedSplit } from './splits.ts';

const size = { cellWidth: 100, cellHeight: 150, padding: 10 };

describe('the grid of pages', () => {
  it('has as many columns as fit, and at least one', () => {
    expect(pageGrid(10, 420, size)).toMatchObject({ columns: 4, rows: 3, height: 470 });
    expect(pageGrid(10, 419, size).columns).toBe(3);
    expect(pageGrid(10, 50, size)).toMatchObject({ columns: 1, rows: 10 });
  });

  it('draws only the rows that are visible, and some around them', () => {
    const grid = pageGrid(2000, 420, size);
    expect(visibleRows(grid, 0, 600, 0)).toEqual({ from: 0, to: 3 });
    expect(visibleRows(grid, 160, 300, 0)).toEqual({ from: 1, to: 2 });
    expect(visibleRows(grid, 160, 300, 2)).toEqual({ from: 0, to: 4 });
    expect(visibleRows(grid, 1e9, 300, 1)).toEqual({ from: 499, to: 499 });
    expect(visibleRows(pageGrid(0, 420, size), 0, 600, 1)).toEqual({ from: 0, to: -1 });
  });

  it('scrolls to a row only where it is not wholly visible', () => {
    const grid = pageGrid(100, 420, size);
    expect(rowOf(grid, 41)).toBe(10);
    expect(topOfRow(grid, 10)).toBe(1510);
    expect(scrollToShow(grid, 41, 1400, 400)).toBe(1400);
    expect(scrollToShow(grid, 41, 0, 450)).toBe(1360);
    expect(scrollToShow(grid, 99, 0, 450)).toBe(grid.height - 450);
    expect(scrollToShow(grid, 0, 900, 450)).toBe(0);
  });

  it('shows the same pages when they get another size', () => {
    const [before, after] = [pageGrid(100, 420, size), pageGrid(100, 420, { ...size, cellWidth: 50, cellHeight: 80 })];
    const visible = { firstRow: 10, viewHeight: 400 };
    // The first visible page was 40: it lies in row 5 now.
    expect(scrollAfterLayout(before, after, { ...visible, kept: 45 })).toEqual({ top: 410, showsKept: true });
    expect(scrollAfterLayout(before, after, { ...visible, kept: 0 })).toEqual({ top: 410, showsKept: false });
    // The other way round, page 40 to 71 were visible, of which the last ones have no room any more.
    expect(scrollAfterLayout(after, before, { firstRow: 5, viewHeight: 400, kept: 71 })).toEqual({
      top: scrollToShow(before, 71, 0, 400),
      showsKept: true,
    });
    expect(scrollAfterLayout(before, after, { firstRow: 0, viewHeight: 400, kept: 0 }).top).toBe(0);
  });

  it('has the parts of the documents of each row', () => {
    const documents = documentsOf(splitOf(servedSplit([1, 5, 2])), 8);
    const grid = pageGrid(8, 320, size);
    expect(
      partsOfRow(grid, documents, 0).map(({ from, to, column, begins, ends }) => [from, to, column, begins, ends]),
    ).toEqual([
      [0, 0, 0, true, true],
      [1, 2, 1, true, false],
    ]);
    expect(partsOfRow(grid, documents, 1).map(({ from, to, begins, ends }) => [from, to, begins, ends])).toEqual([
      [3, 5, false, true],
    ]);
    expect(partsOfRow(grid, documents, 2).map(({ document, from, to }) => [document.index, from, to])).toEqual([
      [2, 6, 7],
    ]);
  });
});
