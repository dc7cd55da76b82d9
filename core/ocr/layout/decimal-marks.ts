/**
 * Finds the points and commas between the digits of a number. The network often leaves them out where a number stands
 * alone, as in a cell of a table, and is sure of what remains: "59" for "5.9".
 */
import type { Box } from '../lstm/line-image.ts';
import type { RasterImage } from '../raster-image.ts';
import { columnRuns } from '../word-bounds.ts';
import { boxOfInk, clipToImage, columnsWithInk, findTones, inkAt, type Ink, type Tones } from './find-ink-box.ts';

/** Numbers that marks are looked for in. */
const DIGITS = /^\p{Nd}{2,12}$/u;
/**
 * Parts of the way from ink to paper at which the threshold between them is tried: thin strokes break at the first, digits
 * touch at the second.
 */
const THRESHOLDS = [0.5, 0.65, 0.35];
/** All as fractions of the height of the digits. Minimum height of a digit. */
const MIN_DIGIT_HEIGHT = 0.8;
/** The largest height and width of a mark, and the smallest. */
const MAX_MARK_HEIGHT = 0.45;
const MAX_MARK_WIDTH = 0.35;
const MIN_MARK = 0.07;
/** How far below the top of the digits a mark begins at least. */
const MARK_TOP = 0.62;
/** A comma is taller than a point can be, or goes below the line. A point may stand so far above the line. */
const MAX_POINT_HEIGHT = 0.25;
const MAX_POINT_DEPTH = 0.03;
const MAX_RAISE = 0.1;
/** Minimum gap between the digits to both sides of a mark. */
const MIN_GAP = 0.22;

/** Ink in successive pixel columns. Pixels of the image; `right` and `bottom` are exclusive. */
type Run = Box;

/**
 * The text with the marks that stand between its digits; the text itself where it is not a number of digits alone, or its
 * digits cannot be told apart.
 * @param box of the word's ink in pixels of the image
 */
export function withDecimalMarks(image: RasterImage, box: Box, text: string): string {
  const tones = DIGITS.test(text) ? tonesAround(image, box) : null;
  if (tones === null) return text;
  for (const threshold of THRESHOLDS) {
    const runs = inkRuns(image, box, inkAt(tones, threshold));
    const tallest = Math.max(0, ...runs.map(({ top, bottom }) => bottom - top));
    const digits = runs.filter(({ top, bottom }) => bottom - top >= MIN_DIGIT_HEIGHT * tallest);
    if (digits.length !== text.length) continue;
    const top = Math.min(...digits.map((digit) => digit.top));
    const bottom = Math.max(...digits.map((digit) => digit.bottom));
    return digits
      .map((digit, at) => `${text[at] ?? ''}${markAfter(digit, digits[at + 1], runs, { top, bottom })}`)
      .join('');
  }
  return text;
}

/** The mark between two digits; empty where there is none, or more than a mark. */
function markAfter(
  digit: Run,
  next: Run | undefined,
  runs: readonly Run[],
  { top, bottom }: Pick<Run, 'top' | 'bottom'>,
): string {
  if (next === undefined) return '';
  const height = bottom - top;
  const between = runs.filter(({ left, right }) => left >= digit.right && right <= next.left);
  const [mark] = between;
  if (mark === undefined || between.length > 1 || next.left - digit.right < MIN_GAP * height) return '';
  const [width, tall] = [mark.right - mark.left, mark.bottom - mark.top];
  const isMark =
    mark.top >= top + MARK_TOP * height &&
    tall <= MAX_MARK_HEIGHT * height &&
    width <= MAX_MARK_WIDTH * height &&
    Math.min(width, tall) >= MIN_MARK * height &&
    mark.bottom >= bottom - MAX_RAISE * height;
  if (!isMark) return '';
  const depth = mark.bottom - Math.max(digit.bottom, next.bottom);
  return depth > MAX_POINT_DEPTH * height || tall > MAX_POINT_HEIGHT * height ? ',' : '.';
}

/** How ink and paper around a word are told apart: around it, because bold digits fill more than half of its own box. */
function tonesAround(image: RasterImage, { left, top, right, bottom }: Box): Tones | null {
  const beyond = Math.ceil((bottom - top) / 2);
  const around = { left: left - beyond, top: top - beyond, right: right + beyond, bottom: bottom + beyond };
  return findTones(image, clipToImage(image, around));
}

/** The runs of pixel columns with ink in a box, from left to right. */
const inkRuns = (image: RasterImage, box: Box, ink: Ink): Run[] =>
  columnRuns(columnsWithInk(image, box, ink), 1).flatMap(
    ({ left, right }) => boxOfInk(image, { ...box, left: box.left + left, right: box.left + right }, ink) ?? [],
  );
