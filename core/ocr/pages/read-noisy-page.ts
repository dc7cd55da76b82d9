/**
 * Reads a page full of specks: of its ink, only what has the shape of text lines is laid out. Tesseract's layout analysis
 * compares the specks with one another: 10,000 of them, a little smaller than letters, take it minutes.
 */
import type { Language } from '../languages/languages.ts';
import { findInkComponents, selectTextLines, type TextLine } from '../layout/find-text-lines.ts';
import type { PageInk } from '../layout/ink-mask.ts';
import { drawInk } from '../layout/unread-ink.ts';
import { recognise } from '../tesseract-engine.ts';
import type { PageImage } from './page-image.ts';
import type { PageReading } from './read-upright-page.ts';

/** Components of ink from which a page may be full of specks: a page of small print has 1,500. */
const MANY_COMPONENTS = 3000;
/** Part of a page's ink in text lines below which it is: maps have a fifth, pages of text more than half. */
const MIN_SHARE = 0.15;
/** Limit on the length of the lines that are read, in multiples of their height. */
const MAX_LENGTH = 8000;

const inkOf = (components: readonly TextLine[]): number => components.reduce((sum, { ink }) => sum + ink, 0);

/** @param mask  the ink of the page */
export function isFullOfSpecks(mask: PageInk): boolean {
  const components = findInkComponents(mask);
  return (
    components.length >= MANY_COMPONENTS &&
    inkOf(selectTextLines(components)) < MIN_SHARE * Math.max(1, inkOf(components))
  );
}

/**
 * @param mask  the ink of the page's image
 * @throws Error if the engine or its language data cannot be loaded
 */
export async function readNoisyPage(
  { image, dpi }: PageImage,
  mask: PageInk,
  languages: readonly Language[],
): Promise<PageReading> {
  const { lines } = await recognise(image, languages, {
    dpi,
    segmentation: 'page',
    alternatives: true,
    maxLength: MAX_LENGTH,
    layoutImage: drawInk(image, withinLines(mask)),
  });
  return { lines, languages, language: null };
}

/** The mask with the ink of its text lines only. */
function withinLines(mask: PageInk): PageInk {
  const ink = new Uint8Array(mask.ink.length);
  for (const { left, top, right, bottom } of selectTextLines(findInkComponents(mask)))
    for (let y = top; y < bottom; y += 1) {
      const row = y * mask.width;
      ink.set(mask.ink.subarray(row + left, row + right), row + left);
    }
  return { ...mask, ink };
}
