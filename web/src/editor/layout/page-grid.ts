/**
 * Where each page of the overview lies. All cells have the same size, so that the place of each page follows from its
 * index: pages stay where they are when a boundary is set, and nothing is measured in the DOM.
 */
import { clamp } from '@mantine/hooks';
import type { SplitDocument } from '../split/split.ts';

/** Lengths in CSS pixels. */
export interface GridSize {
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Empty space around the cells, on each side. */
  readonly padding: number;
}

export interface PageGrid extends GridSize {
  readonly pageCount: number;
  readonly columns: number;
  readonly rows: number;
  /** Of all rows with the padding. */
  readonly height: number;
}

/** @param width  of the visible area, CSS pixels */
export const pageGrid = (pageCount: number, width: number, size: GridSize): PageGrid => {
  const columns = Math.max(1, Math.floor((width - 2 * size.padding) / size.cellWidth));
  const rows = Math.ceil(pageCount / columns);
  return { ...size, pageCount, columns, rows, height: rows * size.cellHeight + 2 * size.padding };
};

export interface RowRange {
  /** Both included; `to` is less than `from` where there is no row. */
  readonly from: number;
  readonly to: number;
}

/** Rows that are visible at a scroll position, and `extra` ones before and after. */
export const visibleRows = (grid: PageGrid, scrollTop: number, viewHeight: number, extra: number): RowRange => {
  const rowAt = (y: number): number => Math.floor((y - grid.padding) / grid.cellHeight);
  return {
    from: clamp(rowAt(scrollTop) - extra, 0, Math.max(0, grid.rows - 1)),
    to: clamp(rowAt(scrollTop + viewHeight - 1) + extra, -1, grid.rows - 1),
  };
};

export const rowOf = ({ columns }: PageGrid, page: number): number => Math.floor(page / columns);

/** Distance of a row's upper edge from the top, CSS pixels. */
export const topOfRow = ({ padding, cellHeight }: PageGrid, row: number): number => padding + row * cellHeight;

/**
 * The scroll position that shows a page's row wholly: the present one where it does, otherwise the row in the middle.
 */
export const scrollToShow = (grid: PageGrid, page: number, scrollTop: number, viewHeight: number): number => {
  const top = topOfRow(grid, rowOf(grid, page));
  if (top >= scrollTop && top + grid.cellHeight <= scrollTop + viewHeight) return scrollTop;
  const middle = top - (viewHeight - grid.cellHeight) / 2;
  return clamp(middle, 0, Math.max(0, grid.height - viewHeight));
};

/** Whether pages of one size lie in as many columns as before. */
export const sameLayout = (one: PageGrid, other: PageGrid): boolean =>
  one.columns === other.columns && one.cellHeight === other.cellHeight;

/**
 * The scroll position of another layout of the same pages: the first visible page stays in the first visible row, unless
 * another page that was visible would not be any more.
 * @param firstRow  that was visible
 * @param viewHeight  CSS pixels
 * @param kept  index of a page
 */
export const scrollAfterLayout = (
  before: PageGrid,
  after: PageGrid,
  { firstRow, viewHeight, kept }: { readonly firstRow: number; readonly viewHeight: number; readonly kept: number },
): { readonly top: number; readonly showsKept: boolean } => {
  const row = rowOf(after, firstRow * before.columns);
  const top = row === 0 ? 0 : topOfRow(after, row);
  const visible = visibleRows(before, topOfRow(before, firstRow), viewHeight, 0);
  const keptRow = rowOf(before, kept);
  const showsKept = keptRow >= visible.from && keptRow <= visible.to;
  return { top: showsKept ? scrollToShow(after, kept, top, viewHeight) : top, showsKept };
};

/** The part of a document that lies in one row. */
export interface RowPart {
  readonly document: SplitDocument;
  /** Indexes of pages, both included. */
  readonly from: number;
  readonly to: number;
  /** Columns from 0. */
  readonly column: number;
  readonly begins: boolean;
  readonly ends: boolean;
}

/** The documents of a row from left to right. @param documents  in their order */
export const partsOfRow = (grid: PageGrid, documents: readonly SplitDocument[], row: number): RowPart[] => {
  const first = row * grid.columns;
  const last = Math.min(grid.pageCount, first + grid.columns) - 1;
  const parts: RowPart[] = [];
  for (let at = firstReaching(documents, first); at < documents.length; at += 1) {
    const document = documents[at];
    if (document === undefined || document.from > last) break;
    const from = Math.max(first, document.from);
    const to = Math.min(last, document.to);
    parts.push({ document, from, to, column: from - first, begins: from === document.from, ends: to === document.to });
  }
  return parts;
};

/** Index of the first document that ends at or after a page. */
const firstReaching = (documents: readonly SplitDocument[], page: number): number => {
  let low = 0;
  let high = documents.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((documents[middle]?.to ?? Infinity) < page) low = middle + 1;
    else high = middle;
  }
  return low;
};
