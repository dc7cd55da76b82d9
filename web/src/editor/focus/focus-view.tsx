import { ActionIcon, Badge, Group, Text, Tooltip } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/icons/IconArrowLeft';
import IconArrowRight from '@tabler/icons-react/icons/IconArrowRight';
import IconLink from '@tabler/icons-react/icons/IconLink';
import IconScissors from '@tabler/icons-react/icons/IconScissors';
import { useContext, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PageImagesContext } from '../images/use-page-image.ts';
import { THUMBNAIL_WIDTHS } from '../overview/cell-sizes.ts';
import { gapDescription, gapName, pageName } from '../overview/gap-label.ts';
import type { EditedFile, EditorSource } from '../source/editor-source.ts';
import { nextGap } from '../split/doubtful-places.ts';
import { moved } from '../split/edits.ts';
import { documentAt } from '../split/split.ts';
import type { PacketText } from '../text/packet-text.ts';
import type { Editor } from '../state/use-editor.ts';
import { UnreadMark } from '../unread/unread-mark.tsx';
import { Evidence } from './evidence.tsx';
import { FilmStrip } from './film-strip.tsx';
import { useShownFromTop } from './low-window.ts';
import { PagePane } from './page-pane.tsx';
import classes from './focus.module.css';

interface FocusViewProps {
  readonly source: EditorSource;
  readonly file: EditedFile;
  readonly editor: Editor;
  /** The gap between the two pages; null in a file of one page, which is shown alone. */
  readonly gap: number | null;
  readonly text: PacketText | null;
  readonly query: string;
  readonly zoom: number;
  readonly onRename: (start: number) => void;
}

/** The two pages at a gap, the decision between them, and what was read on both; or the only page of the file. */
export const FocusView = ({ source, file, editor, gap, text, query, zoom, onRename }: FocusViewProps) => {
  const { state, dispatch, places } = editor;
  const doubtful = useMemo(() => new Set(places), [places]);
  const ref = useShownFromTop(gap ?? 0);
  usePreparedPages(source, editor, gap);
  const pane = { source, file, editor, text, query, zoom, onRename };
  return (
    <div ref={ref} className={classes['focus']}>
      <div className={classes['pages']} data-single={gap === null || undefined}>
        <Side {...pane} index={gap ?? 0} />
        {gap === null ? null : (
          <>
            <Decision file={file} editor={editor} gap={gap} doubtful={doubtful.has(gap)} />
            <Side {...pane} index={gap + 1} />
          </>
        )}
      </div>
      {gap === null ? null : (
        <FilmStrip
          source={source}
          state={state}
          cursor={gap}
          doubtful={doubtful}
          unread={file.unread}
          thumbnailWidth={THUMBNAIL_WIDTHS[0]}
          onSelect={(selected) => {
            dispatch({ type: 'select', gap: selected });
          }}
          onToggle={(toggled) => {
            dispatch({ type: 'toggle', gap: toggled });
          }}
        />
      )}
    </div>
  );
};

/** Fetches the pages of the next doubtful place while this one is looked at. */
const usePreparedPages = (source: EditorSource, { state, places }: Editor, gap: number | null): void => {
  const images = useContext(PageImagesContext);
  const next = nextGap(places, gap);
  const { pages } = state.served;
  useEffect(() => {
    if (next === null || next === gap) return undefined;
    const leave = [next, next + 1].flatMap((index) =>
      pages[index] === undefined ? [] : [images.want(source.pageImage(index, PREPARED_WIDTH), () => undefined)],
    );
    return () => {
      for (const one of leave) one();
    };
  }, [images, next, gap, pages, source]);
};

/** The width that panes of most screens ask for. */
const PREPARED_WIDTH = 640;

type SideProps = Omit<FocusViewProps, 'gap'> & { readonly index: number };

const Side = ({ source, file, editor, index, text, query, zoom, onRename }: SideProps) => {
  const { t } = useTranslation('editor');
  const { pages } = editor.state.served;
  const page = pages[index];
  const document = documentAt(editor.documents, index);
  if (page === undefined || document === undefined) return null;
  const name = document.name ?? t('document.unnamed', { number: document.index + 1 });
  const label = t('page.label', { page: pageName(t, page, pages) });
  return (
    <div className={classes['side']}>
      <div className={classes['caption']}>
        <b>{label}</b>
        <button
          type="button"
          className={classes['documentName']}
          aria-label={t('document.rename', { name })}
          onClick={() => {
            onRename(document.from);
          }}
        >
          {name}
        </button>
        <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {t('document.pageOf', { page: index - document.from + 1, count: document.to - document.from + 1 })}
        </Text>
        {file.unread.has(index) ? (
          <Badge size="sm" variant="light" color="red" tt="none" leftSection={<UnreadMark />} title={t('unread.why')}>
            {t('unread.mark')}
          </Badge>
        ) : null}
      </div>
      <PagePane key={index} source={source} index={index} text={text} query={query} zoom={zoom} label={label} />
    </div>
  );
};

interface DecisionProps {
  readonly file: EditedFile;
  readonly editor: Editor;
  readonly gap: number;
  readonly doubtful: boolean;
}

const Decision = ({ file, editor, gap, doubtful }: DecisionProps) => {
  const { t } = useTranslation('editor');
  const button = useRef<HTMLButtonElement>(null);
  // The decision of the overview, which had the focus, is gone.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, []);
  const { state, dispatch } = editor;
  const { served, history, looked } = state;
  const decision = served.gaps[gap];
  if (decision === undefined) return null;
  const split = history.now.splits[gap] === true;
  const changed = split !== decision.split;
  const description = gapDescription(t, {
    pages: served.pages,
    gap,
    served: decision,
    changed,
    doubtful: false,
    looked: looked.has(gap),
  });
  const labelOf = (index: number): string => {
    const page = served.pages[index];
    return page === undefined ? '' : t('page.label', { page: pageName(t, page, served.pages) });
  };
  const Shape = split ? IconScissors : IconLink;
  return (
    <div className={classes['decision']}>
      <button
        ref={button}
        type="button"
        role="switch"
        aria-checked={split}
        aria-label={gapName(t, served.pages, gap)}
        aria-describedby="editor-sureness"
        className={classes['switch']}
        data-gap={gap}
        data-cursor
        data-split={split || undefined}
        data-doubtful={doubtful || undefined}
        data-changed={changed || undefined}
        onClick={() => {
          dispatch({ type: 'toggle', gap });
        }}
      >
        <Shape size={28} aria-hidden />
        {t(split ? 'gap.split' : 'gap.together')}
        <span id="editor-sureness" className={classes['sureness']}>
          {description}
        </span>
      </button>
      <Group gap={4} justify="center" wrap="nowrap" className={classes['move'] ?? ''}>
        <MoveButton editor={editor} gap={gap} by={-1} />
        <Text size="xs" c="dimmed">
          {t('move.label')}
        </Text>
        <MoveButton editor={editor} gap={gap} by={1} />
      </Group>
      <Evidence
        before={file.facts.get(gap)}
        after={file.facts.get(gap + 1)}
        pageLabels={[labelOf(gap), labelOf(gap + 1)]}
      />
    </div>
  );
};

const MoveButton = ({ editor, gap, by }: { readonly editor: Editor; readonly gap: number; readonly by: 1 | -1 }) => {
  const { t } = useTranslation('editor');
  const label = t(by === 1 ? 'move.later' : 'move.earlier');
  const Arrow = by === 1 ? IconArrowRight : IconArrowLeft;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size="sm"
        aria-label={label}
        disabled={moved(editor.state.history.now, gap, by) === null}
        onClick={() => {
          editor.dispatch({ type: 'move', gap, by });
        }}
      >
        <Arrow size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
};
