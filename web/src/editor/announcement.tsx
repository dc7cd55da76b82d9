import { useTranslation } from 'react-i18next';
import { gapDescription, gapName } from './overview/gap-label.ts';
import { documentAt } from './split/split.ts';
import { currentPage } from './state/editor-state.ts';
import type { Editor } from './state/use-editor.ts';
import classes from './editor.module.css';

/** Tells screen readers where the cursor is, what the decision is, and which document is chosen. */
export const Announcement = ({ editor }: { readonly editor: Editor }) => {
  const { t } = useTranslation('editor');
  const { state, places, documents } = editor;
  const { cursor, firstChosen, served, history, looked } = state;
  const decision = cursor === null ? undefined : served.gaps[cursor];
  if (cursor === null || decision === undefined) return null;
  const split = history.now.splits[cursor] === true;
  const at = places.indexOf(cursor);
  const document = documentAt(documents, currentPage(state));
  const ofGap = [
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
  const ofDocument =
    document === undefined
      ? []
      : [
          t('document.label', {
            name: document.name ?? t('document.unnamed', { number: document.index + 1 }),
            count: document.to - document.from + 1,
          }),
        ];
  // No gap is before the first document.
  const parts = firstChosen ? ofDocument : [...ofGap, ...ofDocument];
  return (
    <div className={classes['hidden']} aria-live="polite">
      {parts.join(', ')}
    </div>
  );
};
