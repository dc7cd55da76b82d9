import { useTranslation } from 'react-i18next';
import { gapDescription, gapName } from './overview/gap-label.ts';
import type { Editor } from './state/use-editor.ts';
import classes from './editor.module.css';

/** Tells screen readers where the cursor is and what the decision is. */
export const Announcement = ({ editor }: { readonly editor: Editor }) => {
  const { t } = useTranslation('editor');
  const { state, places } = editor;
  const { cursor, served, history, looked } = state;
  const decision = cursor === null ? undefined : served.gaps[cursor];
  if (cursor === null || decision === undefined) return null;
  const split = history.now.splits[cursor] === true;
  const at = places.indexOf(cursor);
  const parts = [
    gapName(t, served.pages, cursor),
    t(split ? 'gap.split' : 'gap.together'),
    gapDescription(t, {
      pages: served.pages,
      gap: cursor,
      served: decision,
      changed: split !== decision.split,
      doubtful: false,
      looked: looked.has(cursor),
    }),
    ...(at === -1 ? [] : [t('review.place', { number: at + 1, count: places.length })]),
  ];
  return (
    <div className={classes['hidden']} aria-live="polite">
      {parts.join(', ')}
    </div>
  );
};
