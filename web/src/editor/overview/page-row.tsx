import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageImage } from '../images/use-page-image.ts';
import type { PageGrid, RowPart } from '../layout/page-grid.ts';
import { topOfRow } from '../layout/page-grid.ts';
import type { PageRef, ServedGap, ServedSplit, Split } from '../split/split.ts';
import { UnreadMark } from '../unread/unread-mark.tsx';
import { gapDescription, gapName, openName, pageLabel } from './gap-label.ts';
import { GapMark } from './gap-mark.tsx';
import { GAP_WIDTH } from './cell-sizes.ts';
import classes from './overview.module.css';

export interface RowActions {
  readonly onToggle: (gap: number) => void;
  readonly onOpen: (page: number) => void;
  readonly onRename: (start: number) => void;
}

interface PageRowProps extends RowActions {
  readonly row: number;
  readonly grid: PageGrid;
  readonly parts: readonly RowPart[];
  readonly served: ServedSplit;
  readonly split: Split;
  readonly doubtful: ReadonlySet<number>;
  readonly looked: ReadonlySet<number>;
  readonly hits: ReadonlySet<number>;
  /** Pages of which nothing could be read. */
  readonly unread: ReadonlySet<number>;
  /** Null where the cursor is in another row. */
  readonly cursor: number | null;
  readonly currentDocument: number | null;
  readonly imageOf: (page: number) => string;
}

/** Whether a row looks the same: most rows do when a boundary is set in another one. */
function sameRow(one: PageRowProps, other: PageRowProps): boolean {
  const same = (
    ['row', 'grid', 'served', 'hits', 'unread', 'cursor', 'imageOf', 'onToggle', 'onOpen', 'onRename'] as const
  ).every((name) => one[name] === other[name]);
  return (
    same &&
    one.parts.length === other.parts.length &&
    one.parts.every((part, index) => samePart(part, other.parts[index])) &&
    one.parts.every((part, index) => isCurrent(one, part) === isCurrent(other, other.parts[index])) &&
    one.parts.every(({ from, to }) => sameGaps(one, other, from, to))
  );
}

const isCurrent = ({ currentDocument }: PageRowProps, part: RowPart | undefined): boolean =>
  part?.document.index === currentDocument;

const samePart = (one: RowPart, other: RowPart | undefined): boolean =>
  other !== undefined &&
  one.from === other.from &&
  one.to === other.to &&
  // The number of a document is shown where it has no name.
  (one.document.name !== null || one.document.index === other.document.index) &&
  one.document.from === other.document.from &&
  one.document.to === other.document.to &&
  one.document.name === other.document.name;

const sameGaps = (one: PageRowProps, other: PageRowProps, from: number, to: number): boolean => {
  for (let gap = from; gap <= to; gap += 1)
    if (
      one.split.splits[gap] !== other.split.splits[gap] ||
      one.doubtful.has(gap) !== other.doubtful.has(gap) ||
      one.looked.has(gap) !== other.looked.has(gap)
    )
      return false;
  return true;
};

/** A row of pages, with the documents behind them and the decisions between them. */
export const PageRow = memo(function PageRow(props: PageRowProps) {
  const { row, grid, parts } = props;
  return (
    <div
      className={classes['row']}
      style={{ transform: `translateY(${topOfRow(grid, row)}px)`, height: grid.cellHeight }}
    >
      {parts.map((part) => (
        <DocumentPart key={part.from} part={part} {...props} />
      ))}
    </div>
  );
}, sameRow);

const DocumentPart = (props: PageRowProps & { readonly part: RowPart }) => {
  const { part, grid, currentDocument, onRename } = props;
  const { t } = useTranslation('editor');
  const { document, from, to, column, begins, ends } = part;
  const left = grid.padding + column * grid.cellWidth;
  const width = (to - from + 1) * grid.cellWidth - (ends ? GAP_WIDTH : 0);
  const name = document.name ?? t('document.unnamed', { number: document.index + 1 });
  return (
    <div role="group" aria-label={t('document.label', { name, count: document.to - document.from + 1 })}>
      <div
        className={classes['tray']}
        style={{ left, width }}
        data-begins={begins || undefined}
        data-ends={ends || undefined}
        data-current={document.index === currentDocument || undefined}
      />
      {begins ? (
        <button
          type="button"
          className={classes['name']}
          style={{ left, maxWidth: width }}
          title={name}
          tabIndex={-1}
          data-unnamed={document.name === null || undefined}
          data-name={document.from}
          aria-label={t('document.rename', { name })}
          onClick={() => {
            onRename(document.from);
          }}
        >
          {name}
        </button>
      ) : (
        <span className={classes['continued']} style={{ left, maxWidth: width }} aria-hidden>
          … {name}
        </span>
      )}
      {Array.from({ length: to - from + 1 }, (_, index) => (
        <Cell key={from + index} {...props} page={from + index} left={left + index * grid.cellWidth} />
      ))}
    </div>
  );
};

/** Space of the document's name above a page, and of its number below it; CSS pixels. */
const AROUND_PAGE = 28 + 8 + 4;

/** A page with the gap after it. Neither is drawn again where it stays the same. */
const Cell = (props: PageRowProps & { readonly page: number; readonly left: number }) => {
  const { page, left, grid, served, split, doubtful, looked, hits, unread, cursor, imageOf, onOpen, onToggle } = props;
  const { t } = useTranslation('editor');
  const ref = served.pages[page];
  const decision = served.gaps[page];
  if (ref === undefined) return null;
  return (
    <>
      <PageCell
        page={page}
        label={pageLabel(ref, served.pages)}
        name={openName(t, ref, served.pages, unread.has(page))}
        left={left + 6}
        width={grid.cellWidth - GAP_WIDTH - 12}
        height={grid.cellHeight - AROUND_PAGE}
        hit={hits.has(page)}
        unread={unread.has(page)}
        path={imageOf(page)}
        onOpen={onOpen}
      />
      {decision === undefined ? null : (
        <GapSwitch
          gap={page}
          left={left + grid.cellWidth - GAP_WIDTH}
          pages={served.pages}
          decision={decision}
          split={split.splits[page] === true}
          doubtful={doubtful.has(page)}
          looked={looked.has(page)}
          current={cursor === page}
          onToggle={onToggle}
        />
      )}
    </>
  );
};

interface PageCellProps {
  /** Index of the page. */
  readonly page: number;
  readonly label: string;
  /** Of the button. */
  readonly name: string;
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly hit: boolean;
  /** Whether nothing could be read of it. */
  readonly unread: boolean;
  readonly path: string;
  readonly onOpen: (page: number) => void;
}

const PageCell = memo(function PageCell(props: PageCellProps) {
  const { page, label, name, left, width, height, hit, unread, path, onOpen } = props;
  return (
    <button
      type="button"
      className={classes['page']}
      style={{ left, width, height }}
      tabIndex={-1}
      data-page={page}
      data-hit={hit || undefined}
      aria-label={name}
      onClick={() => {
        onOpen(page);
      }}
    >
      <span className={classes['paper']}>
        <Thumbnail path={path} />
      </span>
      <span className={classes['number']}>
        {label} {unread ? <UnreadMark /> : null}
      </span>
    </button>
  );
});

const Thumbnail = ({ path }: { readonly path: string }) => {
  const url = usePageImage(path);
  return typeof url === 'string' ? (
    <img src={url} alt="" draggable={false} decoding="async" />
  ) : (
    <span className={classes['blank']} />
  );
};

interface GapSwitchProps {
  readonly gap: number;
  readonly left: number;
  readonly pages: readonly PageRef[];
  readonly decision: ServedGap;
  readonly split: boolean;
  readonly doubtful: boolean;
  readonly looked: boolean;
  readonly current: boolean;
  readonly onToggle: (gap: number) => void;
}

const GapSwitch = memo(function GapSwitch(props: GapSwitchProps) {
  const { gap, left, pages, decision, split, doubtful, looked, current, onToggle } = props;
  const { t } = useTranslation('editor');
  const changed = split !== decision.split;
  const description = gapDescription(t, { pages, gap, served: decision, changed, doubtful, looked });
  return (
    <button
      type="button"
      role="switch"
      aria-checked={split}
      aria-label={`${gapName(t, pages, gap)}${description === '' ? '' : `, ${description}`}`}
      title={description}
      className={classes['gap']}
      style={{ left, width: GAP_WIDTH }}
      tabIndex={current ? 0 : -1}
      data-gap={gap}
      data-split={split || undefined}
      data-doubtful={doubtful || undefined}
      data-looked={looked || undefined}
      data-changed={changed || undefined}
      data-cursor={current || undefined}
      onClick={() => {
        onToggle(gap);
      }}
    >
      <span className={classes['badge']}>
        <GapMark split={split} served={decision} />
      </span>
    </button>
  );
});
