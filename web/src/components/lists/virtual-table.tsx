import { Box, VisuallyHidden } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingState } from '../loading-state.tsx';
import classes from './virtual-table.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly header: ReactNode;
  /** A track of a CSS grid, such as `2fr` or `120px`. */
  readonly width: string;
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
  readonly rowProps?: (row: Row) => { readonly 'aria-selected'?: boolean; readonly onClick?: () => void };
}

/** Rows before the end at which the next page is asked for. */
const AHEAD = 20;

/** A table of thousands of rows: only those in the window are drawn. */
export const VirtualTable = <Row,>(props: VirtualTableProps<Row>) => {
  const { t } = useTranslation('app');
  const { label, columns, rows, keyOf, rowHeight, onEndReached, isFetchingMore = false, rowProps } = props;
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
  useEffect(() => {
    if (onEndReached !== undefined && !isFetchingMore && last >= rows.length - AHEAD) onEndReached();
  }, [last, rows.length, onEndReached, isFetchingMore]);
  const shown = columns.filter(({ hideBelow = 0 }) => width >= hideBelow);
  const tracks = { gridTemplateColumns: shown.map((column) => `minmax(0, ${column.width})`).join(' ') };
  return (
    <>
      <Box role="table" aria-label={label} aria-rowcount={rows.length + 1} ref={table} className={classes['table']}>
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
        <div role="rowgroup" className={classes['body']} style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <div
                key={key}
                role="row"
                aria-rowindex={index + 2}
                data-index={index}
                ref={virtualizer.measureElement}
                className={`${classes['row'] ?? ''} ${classes['item'] ?? ''}`}
                style={{ ...tracks, transform: `translateY(${start - top}px)` }}
                {...rowProps?.(row)}
              >
                {shown.map((column) => (
                  <div key={column.key} role="cell" data-align={column.align ?? 'start'}>
                    {column.cell(row)}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </Box>
      {isFetchingMore ? <LoadingState /> : null}
      <VisuallyHidden role="status">{t('rows', { count: rows.length })}</VisuallyHidden>
    </>
  );
};

/** Width of the element and its distance from the top of the document, in pixels. */
const usePlace = (element: React.RefObject<HTMLElement | null>): { readonly width: number; readonly top: number } => {
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = (): void => {
      const { width, top } = current.getBoundingClientRect();
      setPlace({ width, top: top + window.scrollY });
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
