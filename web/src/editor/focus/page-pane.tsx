import { useElementSize } from '@mantine/hooks';
import { memo, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageImage } from '../images/use-page-image.ts';
import { THUMBNAIL_WIDTHS } from '../overview/cell-sizes.ts';
import type { EditorSource } from '../source/editor-source.ts';
import { touchedWords } from '../text/find-text.ts';
import type { PageText } from '../text/text-index.ts';
import type { PacketText } from '../text/packet-text.ts';
import { useIsLow } from './low-window.ts';
import { useDragScroll } from './use-drag-scroll.ts';
import classes from './focus.module.css';

interface PagePaneProps {
  readonly source: EditorSource;
  /** Index of the page. */
  readonly index: number;
  readonly text: PacketText | null;
  readonly query: string;
  /** 1: the whole page is visible; in a low window, its whole width. */
  readonly zoom: number;
  readonly label: string;
}

/** A4, until the image says what the page is. */
const RATIO = Math.SQRT1_2;
const PADDING = 20;
/** The image of the overview, which is there already. */
const SMALL = THUMBNAIL_WIDTHS[0];
/** Widths in which images are asked for, so that resizing the window does not fetch them again. */
const WIDTHS = [640, 960, 1400, 2000, 4000] as const;

/** A page, large enough to read, with its text above the image. */
export const PagePane = ({ source, index, text, query, zoom, label }: PagePaneProps) => {
  const { t } = useTranslation('editor');
  const { ref, width, height } = useElementSize();
  const words = usePageText(text, index);
  const drag = useDragScroll('[data-word]');
  const [imageRatio, setImageRatio] = useState<number | null>(null);
  const ratio = imageRatio ?? (words === null ? RATIO : words.width / words.height);
  const isLow = useIsLow();
  const room = isLow ? width - PADDING : Math.min(width - PADDING, (height - PADDING) * ratio);
  const fitted = Math.max(50, room) * zoom;
  const wanted = fitted * Math.min(2, window.devicePixelRatio);
  const path = source.pageImage(index, WIDTHS.find((one) => one >= wanted) ?? 4000);
  const url = usePageImage(path);
  const small = usePageImage(source.pageImage(index, SMALL));
  // Blurred, but at once.
  const shown = typeof url === 'string' ? url : small;
  return (
    <div ref={ref} className={classes['view']} tabIndex={0} role="region" aria-label={label} onPointerDown={drag}>
      <div className={classes['sheet']} style={{ width: fitted, height: fitted / ratio }}>
        {typeof shown === 'string' ? (
          <img
            src={shown}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              if (naturalHeight > 0) setImageRatio(naturalWidth / naturalHeight);
            }}
          />
        ) : null}
        {url === undefined ? <p className={classes['failed']}>{t('page.failed')}</p> : null}
        {words === null ? null : <TextLayer text={words} query={query} />}
      </div>
    </div>
  );
};

const usePageText = (text: PacketText | null, index: number): PageText | null => {
  const [shown, setShown] = useState<{ readonly index: number; readonly text: PageText | null } | null>(null);
  useEffect(() => {
    let left = false;
    text?.page(index).then(
      (page) => {
        if (!left) setShown({ index, text: page });
      },
      // Without its text, the page can still be looked at; the search says what is wrong.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [text, index]);
  return shown?.index === index ? shown.text : null;
};

const TextLayer = memo(function TextLayer({ text, query }: { readonly text: PageText; readonly query: string }) {
  const { width, height, words } = text;
  const hits = useMemo(() => touchedWords(words, query), [words, query]);
  const share = (pixels: number, of: number): string => `${((100 * pixels) / of).toFixed(3)}%`;
  return (
    <div className={classes['text']}>
      {words.map(({ text: word, x1, y1, x2, y2 }, index) => (
        <span
          key={index}
          className={classes['word']}
          data-word
          data-hit={hits.has(index) || undefined}
          style={{
            left: share(x1, width),
            top: share(y1, height),
            width: share(x2 - x1, width),
            height: share(y2 - y1, height),
            fontSize: `${((85 * (y2 - y1)) / height).toFixed(3)}cqh`,
          }}
        >
          {`${word} `}
        </span>
      ))}
    </div>
  );
});
