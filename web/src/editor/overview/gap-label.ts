/** A gap in words, for screen readers and tooltips. */
import type { TFunction } from 'i18next';
import { percentOf } from '../../components/format/confidence.ts';
import type { PageRef, ServedGap } from '../split/split.ts';

export interface DescribedGap {
  readonly pages: readonly PageRef[];
  readonly gap: number;
  readonly served: ServedGap;
  readonly changed: boolean;
  readonly doubtful: boolean;
  readonly looked: boolean;
}

/** Numbers of the pages with several crops, by the list of all pages: each label of thousands asks for it. */
const croppedOf = new WeakMap<readonly PageRef[], ReadonlySet<number>>();

const croppedPages = (pages: readonly PageRef[]): ReadonlySet<number> => {
  const known = croppedOf.get(pages);
  if (known !== undefined) return known;
  const cropped = new Set(pages.filter(({ crop }) => crop > 1).map(({ page }) => page));
  croppedOf.set(pages, cropped);
  return cropped;
};

/** A page's number, "3"; with the crop's where the page has several, "3.2". */
export const pageLabel = ({ page, crop }: PageRef, pages: readonly PageRef[]): string =>
  croppedPages(pages).has(page) ? `${page}.${crop}` : String(page);

/** The same in words, to come after "Page": "3, crop 2". */
export const pageName = (t: TFunction<'editor'>, { page, crop }: PageRef, pages: readonly PageRef[]): string =>
  croppedPages(pages).has(page) ? t('page.crop', { page, crop }) : String(page);

/**
 * The name of the button that shows a page large. It has the label that is seen: "2.1: page 2, crop 1, show large".
 * @param unread  whether nothing could be read of the page, which the name says too
 */
export const openName = (t: TFunction<'editor'>, ref: PageRef, pages: readonly PageRef[], unread = false): string => {
  const label = pageLabel(ref, pages);
  const name = croppedPages(pages).has(ref.page)
    ? t('page.openCrop', { ...ref, label })
    : t('page.open', { page: label });
  return unread ? `${name}, ${t('unread.mark')}` : name;
};

/** "Boundary between page 12 and page 13": the name of a switch, whose state says whether there is one. */
export const gapName = (t: TFunction<'editor'>, pages: readonly PageRef[], gap: number): string => {
  const before = pages[gap];
  const after = pages[gap + 1];
  if (before === undefined || after === undefined) return '';
  return t('gap.name', { before: pageName(t, before, pages), after: pageName(t, after, pages) });
};

/** How sure the decision is, and who made it. */
export const gapDescription = (t: TFunction<'editor'>, { served, changed, doubtful, looked }: DescribedGap): string =>
  [
    surenessOf(t, served),
    changed ? t('gap.changed') : served.decidedBy === null ? null : t(`gap.by.${served.decidedBy}`),
    doubtful ? t(looked ? 'gap.looked' : 'gap.doubtful') : null,
  ]
    .filter((part) => part !== null)
    .join(', ');

const surenessOf = (t: TFunction<'editor'>, { split, confidence, decidedBy, proposed }: ServedGap): string | null => {
  if (confidence === null) return null;
  const percent = percentOf(confidence);
  if (proposed !== null && proposed !== split) return t(proposed ? 'gap.wouldSplit' : 'gap.wouldJoin', { percent });
  return decidedBy === 'caller' ? null : t('gap.sure', { percent });
};
