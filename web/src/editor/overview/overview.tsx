import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  pageGrid,
  partsOfRow,
  rowOf,
  sameLayout,
  scrollAfterLayout,
  scrollToShow,
  topOfRow,
  visibleRows,
} from '../layout/page-grid.ts';
import type { PageGrid } from '../layout/page-grid.ts';
import type { EditorSource } from '../source/editor-source.ts';
import { documentAt } from '../split/split.ts';
import { currentPage } from '../state/editor-state.ts';
import type { Editor } from '../state/use-editor.ts';
import { CELL_SIZES, THUMBNAIL_WIDTHS } from './cell-sizes.ts';
import { PageRow } from './page-row.tsx';
import type { RowActions } from './page-row.tsx';
import classes from './overview.module.css';

/** Rows that are drawn before and after the visible ones. */
const EXTRA_ROWS = 1;
const NONE: ReadonlySet<number> = new Set();

interface OverviewProps extends RowActions {
  readonly source: EditorSource;
  readonly editor: Editor;
  /** Index into CELL_SIZES. */
  readonly size: number;
  /** Pages on which the searched text is. */
  readonly hits?: ReadonlySet<number> | undefined;
  /** Pages of which nothing could be read. */
  readonly unread: ReadonlySet<number>;
  readonly onColumns: (columns: number) => void;
}

/** All pages as they lie in the file. */
export const Overview = ({ source, editor, size, hits = NONE, unread, onColumns, ...actions }: OverviewProps) => {
  const { t } = useTranslation('editor');
  const { state, documents, places } = editor;
  const { served, history, looked, cursor } = state;
  const { ref: sizeRef, width, height } = useElementSize();
  const scroller = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sizeRef, scroller);
  // Changes with each row that comes into view, not with each pixel.
  const [firstRow, setFirstRow] = useState(0);
  const cell = CELL_SIZES[size] ?? CELL_SIZES[0];
  const grid = useMemo(
    () => (cell === undefined ? null : pageGrid(served.pages.length, width, cell)),
    [cell, served.pages.length, width],
  );
  const doubtful = useMemo(() => new Set(places), [places]);
  const thumbnailWidth = THUMBNAIL_WIDTHS[size] ?? 208;
  const imageOf = useCallback((page: number) => source.pageImage(page, thumbnailWidth), [source, thumbnailWidth]);
  useEffect(() => {
    if (grid !== null) onColumns(grid.columns);
  }, [grid, onColumns]);
  const cursorSplits = cursor !== null && history.now.splits[cursor] === true;
  useShowCursor(scroller, { grid, firstRow, height }, cursor, cursorSplits);
  const rows =
    grid === null || width === 0
      ? { from: 0, to: -1 }
      : visibleRows(grid, topOfRow(grid, firstRow), height + grid.cellHeight, EXTRA_ROWS);
  const current = documentAt(documents, currentPage(state));
  return (
    <div
      ref={ref}
      className={classes['scroll']}
      onScroll={({ currentTarget }) => {
        if (grid !== null) setFirstRow(visibleRows(grid, currentTarget.scrollTop, 1, 0).from);
      }}
      role="region"
      aria-label={t('pages')}
      tabIndex={-1}
    >
      <div className={classes['canvas']} style={{ height: grid?.height ?? 0 }}>
        {grid === null
          ? null
          : Array.from({ length: rows.to - rows.from + 1 }, (_, index) => rows.from + index).map((row) => (
              <PageRow
                key={row}
                row={row}
                grid={grid}
                parts={partsOfRow(grid, documents, row)}
                served={served}
                split={history.now}
                doubtful={doubtful}
                looked={looked}
                hits={hits}
                unread={unread}
                cursor={cursor !== null && rowOf(grid, cursor) === row ? cursor : null}
                currentDocument={current?.index ?? null}
                imageOf={imageOf}
                {...actions}
              />
            ))}
      </div>
    </div>
  );
};

interface Shown {
  readonly grid: PageGrid;
  readonly cursor: number;
  readonly splits: boolean;
}

interface Visible {
  /** Null as long as its width is not known. */
  readonly grid: PageGrid | null;
  /** Row at the upper edge. */
  readonly firstRow: number;
  /** CSS pixels. */
  readonly height: number;
}

/**
 * Scrolls to the cursor when it moves or its decision changes, and gives it the focus where the overview has it. Where the
 * pages are laid out anew, as when they get larger, what was visible stays so.
 * @param splits  whether the pages are split at the cursor
 */
const useShowCursor = (
  scroller: React.RefObject<HTMLDivElement | null>,
  { grid, firstRow, height }: Visible,
  cursor: number | null,
  splits: boolean,
): void => {
  const shown = useRef<Shown | null>(null);
  /** The gap that gets the focus once its row is drawn. */
  const awaited = useRef<number | null>(null);
  useEffect(() => {
    const element = scroller.current;
    if (element === null || grid === null || cursor === null || height === 0) return;
    const before = shown.current;
    shown.current = { grid, cursor, splits };
    if (before?.cursor === cursor && before.splits === splits) {
      if (sameLayout(before.grid, grid)) return;
      const { top, showsKept } = scrollAfterLayout(before.grid, grid, { firstRow, viewHeight: height, kept: cursor });
      element.scrollTo({ top });
      awaited.current = showsKept && mayTakeFocus(element) ? cursor : null;
      return;
    }
    element.scrollTo({ top: scrollToShow(grid, cursor, element.scrollTop, height) });
    awaited.current = mayTakeFocus(element) ? cursor : null;
  }, [cursor, splits, grid, firstRow, height, scroller]);
  // Each time that rows are drawn.
  useEffect(() => {
    const element = scroller.current;
    if (element === null || awaited.current === null) return;
    const gap = element.querySelector<HTMLElement>(`[data-gap="${awaited.current}"]`);
    if (gap === null) return;
    awaited.current = null;
    if (mayTakeFocus(element)) gap.focus({ preventScroll: true });
  });
};

/** Whether nothing outside of it has the focus. */
const mayTakeFocus = (element: HTMLElement): boolean => {
  const { activeElement } = document;
  return activeElement === document.body || element.contains(activeElement);
};
