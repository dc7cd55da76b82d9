import { useElementSize, useMergedRef } from '@mantine/hooks';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageLabel } from '../overview/gap-label.ts';
import { documentAt } from '../split/split.ts';
import type { SplitDocument } from '../split/split.ts';
import { currentPage } from '../state/editor-state.ts';
import type { Editor } from '../state/use-editor.ts';
import classes from './outline.module.css';

/** Height of an entry, CSS pixels. */
const ENTRY = 30;
const EXTRA = 4;

interface OutlineProps {
  readonly editor: Editor;
  /** @param from  index of the document's first page */
  readonly onSelect: (from: number) => void;
}

/** The documents of the file. Only the visible ones are drawn. */
export const Outline = memo(function Outline({ editor, onSelect }: OutlineProps) {
  const { t } = useTranslation('editor');
  const { state, documents, places } = editor;
  const { served, looked } = state;
  const { ref: sizeRef, height } = useElementSize();
  const scroller = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sizeRef, scroller);
  const [scrollTop, setScrollTop] = useState(0);
  const current = documentAt(documents, currentPage(state))?.index ?? 0;
  const open = useMemo(() => places.filter((gap) => !looked.has(gap)), [places, looked]);
  useEffect(() => {
    const list = scroller.current;
    if (list === null) return;
    const top = current * ENTRY;
    if (top < list.scrollTop || top + ENTRY > list.scrollTop + list.clientHeight)
      list.scrollTop = top - list.clientHeight / 2;
  }, [current]);
  const from = Math.max(0, Math.floor(scrollTop / ENTRY) - EXTRA);
  const to = Math.min(documents.length, Math.ceil((scrollTop + height) / ENTRY) + EXTRA);
  return (
    <nav className={classes['outline']} aria-label={t('outline.label')}>
      <h2 className={classes['heading']}>
        {t('outline.title', {
          count: documents.length,
          pages: t('outline.pages', { count: served.pages.length }),
        })}
      </h2>
      <div
        ref={ref}
        className={classes['list']}
        onScroll={({ currentTarget }) => {
          setScrollTop(currentTarget.scrollTop);
        }}
      >
        <div style={{ height: documents.length * ENTRY }}>
          {documents.slice(from, to).map((document) => (
            <Entry
              key={document.from}
              index={document.index}
              from={document.from}
              name={document.name}
              range={rangeOf(document, (index) => {
                const page = served.pages[index];
                return page === undefined ? '' : pageLabel(page, served.pages);
              })}
              doubtful={open.some((gap) => gap >= document.from - 1 && gap <= document.to)}
              current={document.index === current}
              onSelect={onSelect}
            />
          ))}
        </div>
      </div>
    </nav>
  );
});

interface EntryProps extends Pick<SplitDocument, 'index' | 'from' | 'name'> {
  /** Its pages, as they are labelled. */
  readonly range: string;
  /** Whether a place at its begin, inside it or at its end is to be looked at. */
  readonly doubtful: boolean;
  readonly current: boolean;
  readonly onSelect: OutlineProps['onSelect'];
}

const Entry = memo(function Entry({ index, from, name, range, doubtful, current, onSelect }: EntryProps) {
  const { t } = useTranslation('editor');
  return (
    <button
      type="button"
      className={classes['entry']}
      style={{ top: index * ENTRY, height: ENTRY }}
      data-current={current || undefined}
      aria-current={current}
      onClick={() => {
        onSelect(from);
      }}
    >
      <span>{index + 1}</span>
      <span className={classes['name']} data-unnamed={name === null || undefined}>
        {name ?? t('document.unnamed', { number: index + 1 })}
      </span>
      {doubtful ? <span className={classes['dot']} role="img" aria-label={t('outline.doubtful')} /> : null}
      <span className={classes['pages']}>{range}</span>
    </button>
  );
});

const rangeOf = ({ from, to }: SplitDocument, label: (index: number) => string): string =>
  from === to ? label(from) : `${label(from)}–${label(to)}`;
