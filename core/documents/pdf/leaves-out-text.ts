/** Finds whether a scan shows text that its text layer leaves out: the layer is that of a stamp or a footer over it. */
import type { Word } from '../page-record.ts';
import { LANGUAGES, type Language } from '../../ocr/languages/languages.ts';
import {
  findInkComponents,
  inkOf,
  isLetterSized,
  selectTextLines,
  type TextLine,
} from '../../ocr/layout/find-text-lines.ts';
import { findInk, transpose } from '../../ocr/layout/ink-mask.ts';
import { drawInk, findUnreadInk } from '../../ocr/layout/unread-ink.ts';
import { probePage } from '../../ocr/pages/probe-page.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';

/**
 * Ink of lines without words, in multiples of the ink that words cover, from which a layer may leave out most of the page.
 * A slide with a diagram in its picture has 1.4, a letter of which the layer has the first quarter 1.9, and one with a stamp 8
 * or more (240 pages of public documents with text over a scan).
 */
const MIN_LEFT_OUT = 1.5;
/**
 * Width of these lines in multiples of their height. Labels of diagrams are shorter: on pages of reports with diagrams in their
 * images, the longer lines have at most 0.7 of the ink that words cover, on scans with a stamp 30 and more.
 */
const MIN_WIDTH = 5;

/**
 * Whether most of the page's text is not in its layer: most of the ink in lines has no words, and OCR reads such lines.
 * Pictures have lines too, which it cannot read.
 * @param words the words of the layer on the upright page image
 * @param image that image, in grey
 * @param scale pixels of the image per pixel of the word boxes
 * @param dpi pixels per inch of the image
 * @param languages languages that the caller has chosen; empty: all
 */
export const leavesOutText = async (
  words: readonly Word[],
  image: RasterImage,
  scale: number,
  dpi: number,
  languages: readonly Language[],
): Promise<boolean> => {
  const mask = findInk(image, dpi);
  const boxes = words.map(({ x1, y1, x2, y2 }) => ({
    left: x1 * scale,
    top: y1 * scale,
    right: x2 * scale,
    bottom: y2 * scale,
  }));
  const { components, rest } = findUnreadInk(mask, boxes);
  const [across, down] = [components, findInkComponents(transpose(rest))].map((some) =>
    inkOf(selectTextLines(some).filter(isLong)),
  );
  const covered = inkOf(findInkComponents(mask).filter(isLetterSized)) - inkOf(components);
  if (Math.max(across ?? 0, down ?? 0) < MIN_LEFT_OUT * covered) return false;
  const leftOut = drawInk(image, rest);
  const among = languages.length > 0 ? languages : LANGUAGES;
  return (await probePage(leftOut, findInk(leftOut, dpi), dpi, [0, 90], among, undefined)).confident;
};

const isLong = ({ left, right, top, bottom }: TextLine): boolean => right - left >= MIN_WIDTH * (bottom - top);
