import IconLink from '@tabler/icons-react/icons/IconLink';
import IconScissors from '@tabler/icons-react/icons/IconScissors';
import { useElementSize } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { usePageImage } from '../images/use-page-image.ts';
import { gapName, openName, pageLabel } from '../overview/gap-label.ts';
import type { EditorSource } from '../source/editor-source.ts';
import type { EditorState } from '../state/editor-state.ts';
import { UnreadMark } from '../unread/unread-mark.tsx';
import classes from './focus.module.css';

interface FilmStripProps {
  readonly source: EditorSource;
  readonly state: EditorState;
  readonly cursor: number;
  readonly doubtful: ReadonlySet<number>;
  /** Pages of which nothing could be read. */
  readonly unread: ReadonlySet<number>;
  readonly thumbnailWidth: number;
  readonly onSelect: (gap: number) => void;
  readonly onToggle: (gap: number) => void;
}

/** Width of a page with the gap after it, CSS pixels. */
const STEP = 78;

/** The pages around the two large ones, to see where the document before begins and the one after ends. */
export const FilmStrip = (props: FilmStripProps) => {
  const { source, state, cursor, doubtful, unread, thumbnailWidth, onSelect, onToggle } = props;
  const { t } = useTranslation('editor');
  const { ref, width } = useElementSize();
  const { served, history } = state;
  const beside = Math.max(1, Math.floor((width / STEP - 2) / 2));
  const from = Math.max(0, cursor - beside);
  const to = Math.min(served.pages.length - 1, cursor + 1 + beside);
  return (
    <div ref={ref} className={classes['strip']} role="group" aria-label={t('strip')}>
      {served.pages.slice(from, to + 1).map((page, offset) => {
        const index = from + offset;
        const split = history.now.splits[index] === true;
        const Shape = split ? IconScissors : IconLink;
        return (
          <div key={index} style={{ display: 'flex' }}>
            <button
              type="button"
              className={classes['stripPage']}
              tabIndex={-1}
              data-current={index === cursor || index === cursor + 1 || undefined}
              aria-label={openName(t, page, served.pages, unread.has(index))}
              onClick={() => {
                onSelect(Math.min(index, served.gaps.length - 1));
              }}
            >
              <StripImage path={source.pageImage(index, thumbnailWidth)} />
              <span>
                {pageLabel(page, served.pages)} {unread.has(index) ? <UnreadMark /> : null}
              </span>
            </button>
            {index < to ? (
              <button
                type="button"
                role="switch"
                aria-checked={split}
                aria-label={gapName(t, served.pages, index)}
                className={classes['stripGap']}
                tabIndex={-1}
                data-split={split || undefined}
                data-doubtful={doubtful.has(index) || undefined}
                data-changed={split !== served.gaps[index]?.split || undefined}
                onClick={() => {
                  onToggle(index);
                }}
              >
                <Shape size={14} aria-hidden />
              </button>
            ) : null}
          </div>
        );
      })}
    </div>
  );
};

const StripImage = ({ path }: { readonly path: string }) => {
  const url = usePageImage(path);
  return <span>{typeof url === 'string' ? <img src={url} alt="" draggable={false} /> : null}</span>;
};
