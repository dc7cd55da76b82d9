/**
 * How many fonts the pages of a stream have in common. Files that are joined into one PDF keep their own font files, so
 * pages of one document share fonts, and pages of two rarely do. A scanned page has no fonts, and a print job may embed
 * each font once for all of its documents.
 */
import type { PageView } from './pages/page-view.ts';
import { FONT_REACH } from './reach.ts';

/** Embedded font files, and typefaces by name. */
export const FONT_KINDS = ['font_files', 'typefaces'] as const;

/** Columns of a gap's row: numbers of embedded font files, and similarities of the right page to the pages before it. */
export const FONT_COLUMNS: readonly string[] = [
  'left_font_files',
  'right_font_files',
  ...Array.from({ length: FONT_REACH }, (_, away) => FONT_KINDS.map((kind) => `${kind}_${away + 1}_back`)).flat(),
];

/** One number a name of FONT_COLUMNS for the gap before page `right`; NaN where one of the pages has no fonts. */
export const fontColumns = (pages: readonly PageView[], right: number): number[] => [
  pages[right - 1]?.fonts.files.size ?? Number.NaN,
  pages[right]?.fonts.files.size ?? Number.NaN,
  ...Array.from({ length: FONT_REACH }, (_, away) => {
    const [page, other] = [pages[right], pages[right - 1 - away]];
    return page === undefined || other === undefined
      ? [Number.NaN, Number.NaN]
      : [overlap(page.fonts.files, other.fonts.files), jaccard(page.fonts.typefaces, other.fonts.typefaces)];
  }).flat(),
];

/** Overlap coefficient: 1 where one set contains the other, as the font of a title page is one of the fonts behind it. */
const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  a.size === 0 || b.size === 0 ? Number.NaN : a.intersection(b).size / Math.min(a.size, b.size);

const jaccard = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  if (a.size === 0 || b.size === 0) return Number.NaN;
  const shared = a.intersection(b).size;
  return shared / (a.size + b.size - shared);
};
