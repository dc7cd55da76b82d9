import { Box, VisuallyHidden } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactElement, ReactNode, RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../error-state.tsx';
import { LoadingState } from '../loading-state.tsx';
import { usePrinting } from './use-printing.ts';
import classes from './virtual-table.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly header: ReactNode;
  /** A track of a CSS grid, such as `2fr` or `120px`. */
  readonly width: string;
  /** While it is the same function, a row that stays is not drawn again: memoise it. */
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  /** Not drawn where the table is narrower, in pixels. */
  readonly hideBelow?: number;
  /** Where the rows are sorted by it. */
  readonly sorted?: 'ascending' | 'descending';
}

interface VirtualTableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Pixels of a row, before it is measured. */
  readonly rowHeight: number;
  /** Called when the end of the rows comes near; absent: they are all. */
  readonly onEndReached?: (() => void) | undefined;
  readonly isFetchingMore?: boolean;
  /** Why the next rows did not come: they are asked for again by a button. */
  readonly moreError?: Error | null;
}

/** Rows before the end at which the next page is asked for: who scrolls fast is not kept waiting. */
const AHEAD = 100;

/** A table of thousands of rows: only those in the window are drawn, and all that are there where it is printed. */
export const VirtualTable = <Row,>(props: VirtualTableProps<Row>) => {
  const { t } = useTranslation('app');
  const { label, columns, rows, keyOf, rowHeight, onEndReached, isFetchingMore = false, moreError = null } = props;
  const table = useRef<HTMLDivElement>(null);
  const { width, top } = usePlace(table);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  const printing = usePrinting();
  useEffect(() => {
    if (moreError === null && !isFetchingMore && last >= rows.length - AHEAD) onEndReached?.();
  }, [last, rows.length, onEndReached, isFetchingMore, moreError]);
  const shown = columns.filter(({ hideBelow = 0 }) => width >= hideBelow);
  const tracks = { gridTemplateColumns: shown.map((column) => `minmax(0, ${column.width})`).join(' ') };
  return (
    <>
      <Box
        role="table"
        aria-label={label}
        // -1: how many there are is not known yet.
        aria-rowcount={onEndReached === undefined ? rows.length + 1 : -1}
        // It gets the focus when the row that had it is deleted.
        tabIndex={-1}
        ref={table}
        className={classes['table']}
      >
        <div role="rowgroup" className={classes['head']}>
          <div role="row" aria-rowindex={1} className={classes['row']} style={tracks}>
            {shown.map(({ key, header, align = 'start', sorted }) => (
              <div
                key={key}
                role="columnheader"
                data-align={align}
                {...(sorted === undefined ? {} : { 'aria-sort': sorted })}
              >
                {header}
              </div>
            ))}
          </div>
        </div>
        {printing ? (
          // One below the other, as high as they are on the paper.
          <div role="rowgroup">
            {rows.map((row, index) => (
              <TableRow key={keyOf(row)} row={row} index={index} columns={shown} tracks={tracks.gridTemplateColumns} />
            ))}
          </div>
        ) : (
          <div role="rowgroup" className={classes['body']} style={{ height: virtualizer.getTotalSize() }}>
            {items.map(({ index, key, start }) => {
              const row = rows[index];
              return row === undefined ? null : (
                <TableRow
                  key={key}
                  row={row}
                  index={index}
                  top={start - top}
                  columns={shown}
                  tracks={tracks.gridTemplateColumns}
                  measure={virtualizer.measureElement}
                />
              );
            })}
          </div>
        )}
      </Box>
      {isFetchingMore ? <LoadingState /> : null}
      {moreError === null || isFetchingMore ? null : (
        <ErrorState error={moreError} {...(onEndReached === undefined ? {} : { onRetry: onEndReached })} />
      )}
      <VisuallyHidden role="status">{t('rows', { count: rows.length })}</VisuallyHidden>
    </>
  );
};

interface TableRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  /** Pixels; absent: the row lies below the one before. */
  readonly top?: number;
  readonly columns: readonly Column<Row>[];
  /** Of the CSS grid. */
  readonly tracks: string;
  readonly measure?: RefCallback<HTMLDivElement>;
}

/** Whether a row looks the same: most rows do while the page is scrolled, and their headings may change. */
const looksSame = <Row,>(one: TableRowProps<Row>, other: TableRowProps<Row>): boolean =>
  (['row', 'index', 'top', 'tracks', 'measure'] as const).every((name) => one[name] === other[name]) &&
  one.columns.length === other.columns.length &&
  one.columns.every(({ key, cell, align }, index) => {
    const column = other.columns[index];
    return column?.key === key && column.cell === cell && column.align === align;
  });

const DrawnRow = <Row,>({ row, index, top, columns, tracks, measure }: TableRowProps<Row>) => (
  <div
    role="row"
    aria-rowindex={index + 2}
    data-index={index}
    ref={measure}
    className={`${classes['row'] ?? ''} ${classes['item'] ?? ''}`}
    style={{ gridTemplateColumns: tracks, ...(top === undefined ? {} : { transform: `translateY(${top}px)` }) }}
  >
    {columns.map((column) => (
      <div key={column.key} role="cell" data-align={column.align ?? 'start'}>
        {column.cell(row)}
      </div>
    ))}
  </div>
);

// `memo` forgets the type of the row.
const TableRow = memo(DrawnRow, looksSame) as <Row>(props: TableRowProps<Row>) => ReactElement;

/** Width of the element and its distance from the top of the document, in pixels. */
const usePlace = (element: React.RefObject<HTMLElement | null>): { readonly width: number; readonly top: number } => {
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = (): void => {
      const { width, top } = current.getBoundingClientRect();
      const next = { width, top: top + window.scrollY };
      // Each page of rows makes the document longer, which moves nothing.
      setPlace((before) => (before.width === next.width && before.top === next.top ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    observer.observe(document.body);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return place;
};
