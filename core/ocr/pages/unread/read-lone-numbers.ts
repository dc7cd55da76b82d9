/**
 * A second attempt on numbers that stand alone: page numbers, markers of a list, cells of a table. The layout analysis
 * takes a digit with nothing beside it for a speck.
 */
import type { Language } from '../../languages/languages.ts';
import { findInkBox } from '../../layout/find-ink-box.ts';
import { findInkComponents } from '../../layout/find-text-lines.ts';
import type { PageInk } from '../../layout/ink-mask.ts';
import { insertLines } from '../../layout/insert-lines.ts';
import { LINE_PADDING, unite, type LineSegment } from '../../layout/page-layout.ts';
import type { Box } from '../../lstm/line-image.ts';
import type { RasterImage } from '../../raster-image.ts';
import { withoutOtherSide } from '../../lines/left-out/other-side.ts';
import { lineConfidence, type LineReading } from '../../lines/read-lines.ts';
import { meanConfidence, textOf } from '../../read-words.ts';
import { recogniseSegments } from '../../tesseract-engine.ts';
import type { PageImage } from '../page-image.ts';
import { unreadInkOf, type UnreadReading } from './read-unread-ink.ts';

/** Height of a digit in mask pixels (75 per inch), from about 5 to 27 points, and the width of a number in heights. */
const MIN_HEIGHT = 4;
const MAX_HEIGHT = 20;
const MAX_WIDTH = 5;
/** Ink pixels of a part of a digit, and the gap in mask pixels between two parts: the mask loses thin strokes. */
const MIN_INK = 2;
const MAX_GAP = 3;
/** A page with more parts of unread ink is full of specks. */
const MAX_PARTS = 10_000;
/** Confidence (0 to 100) of the words of a page from which it is print: of handwriting that is read as print, it is 31 to 62. */
const MIN_PAGE_CONFIDENCE = 65;
/** What stands alone has no other unread ink within so many heights to its sides, and above and below. */
const CLEAR_BESIDE = 1;
const CLEAR_ABOVE = 0.5;
/** Numbers of a page that are read, those nearest to its top and bottom first. */
const MAX_NUMBERS = 100;
/**
 * Heights of a digit above and below it in the line that the network is given: without ascenders and descenders around
 * it, it would fill the line. Of 129 numbers, 86 were read with confidence without the part above, 97 with it.
 */
const LINE_MARGIN = 0.5;
/**
 * One to four digits, or two such numbers ("2/8"), with what a page number or the marker of a list has around them, and the
 * least confidence (0 to 100).
 */
const NUMBER = /^[\s\p{Pd}([|~•·]*\d{1,4}(?:\s?[/\p{Pd}]\s?\d{1,4})?[\s\p{Pd}.)\]|~•·]*$/u;
const MIN_CONFIDENCE = 75;
/** The same between dashes: a single stroke is never read so. */
const BETWEEN_DASHES = /^\p{Pd}\s?\d{1,4}\s?\p{Pd}$/u;
const MIN_CONFIDENCE_DASHES = 50;

/**
 * @param page the image that the lines were read on, to which their boxes refer
 * @param mask the ink of that image
 * @returns the reading with the lone numbers among its lines; the same one where there are none, and for a page that was read
 * poorly: the strokes of handwriting look like digits
 * @throws Error if the engine or its language data cannot be loaded
 */
export async function readLoneNumbers(
  reading: UnreadReading,
  page: PageImage,
  mask: PageInk,
  languages: readonly Language[],
): Promise<UnreadReading> {
  const words = reading.lines.flatMap((line) => line.words);
  if (words.length > 0 && meanConfidence(words) < MIN_PAGE_CONFIDENCE) return reading;
  const segments = findLoneNumbers(reading.unread.rest).flatMap((box) => segmentOf(box, mask.scale, page.image) ?? []);
  if (segments.length === 0) return reading;
  const { lines } = await recogniseSegments(page.image, languages, segments, { dpi: page.dpi });
  const print = { image: page.image, lines: reading.lines };
  const numbers = await withoutOtherSide(lines.filter(isNumber), page, languages, print);
  if (numbers.length === 0) return reading;
  const all = insertLines(reading.lines, numbers, page.image);
  return { ...reading, lines: all, unread: unreadInkOf(mask, all) };
}

/** Boxes in mask pixels of ink that is as large as a number and has no other ink around it. */
export function findLoneNumbers(rest: PageInk): Box[] {
  const parts = findInkComponents(rest).filter(({ ink }) => ink >= MIN_INK);
  if (parts.length > MAX_PARTS) return [];
  const pieces = joinParts(parts);
  const high = pieces.filter(({ top, bottom }) => bottom - top >= MIN_HEIGHT);
  const toEdge = ({ top, bottom }: Box) => Math.min(top, rest.height - bottom);
  return high
    .filter(hasSizeOfNumber)
    .sort((a, b) => toEdge(a) - toEdge(b))
    .slice(0, MAX_NUMBERS)
    .filter((piece) => !high.some((other) => other !== piece && isNear(piece, other)));
}

/** Joins parts that stand above one another. */
function joinParts(parts: readonly Box[]): Box[] {
  const joined: Box[] = [];
  let open: Box[] = [];
  for (const part of parts.toSorted((a, b) => a.top - b.top)) {
    const isDone = ({ bottom }: Box) => bottom + MAX_GAP < part.top;
    joined.push(...open.filter(isDone));
    open = open.filter((piece) => !isDone(piece));
    const above = open.findIndex((piece) => continues(piece, part));
    if (above < 0) open.push(part);
    else open[above] = unite([open[above] ?? part, part]);
  }
  return [...joined, ...open];
}

const continues = (above: Box, { left, right, bottom }: Box): boolean =>
  left <= above.right + 1 && right >= above.left - 1 && bottom - above.top <= MAX_HEIGHT;

const hasSizeOfNumber = ({ left, top, right, bottom }: Box): boolean =>
  bottom - top <= MAX_HEIGHT && right - left <= MAX_WIDTH * (bottom - top);

function isNear({ left, top, right, bottom }: Box, other: Box): boolean {
  const [beside, above] = [CLEAR_BESIDE * (bottom - top), CLEAR_ABOVE * (bottom - top)];
  return (
    other.left < right + beside &&
    other.right > left - beside &&
    other.top < bottom + above &&
    other.bottom > top - above
  );
}

/** The line of a number, with boxes in pixels of the image; null where the image shows no ink there. */
function segmentOf({ left, top, right, bottom }: Box, scale: number, image: RasterImage): LineSegment | null {
  const side = (CLEAR_BESIDE / 2) * (bottom - top);
  const ink = findInkBox(image, {
    left: Math.floor((left - side) * scale),
    top: (top - MAX_GAP) * scale,
    right: Math.ceil((right + side) * scale),
    bottom: (bottom + MAX_GAP) * scale,
  });
  if (ink === null) return null;
  const margin = LINE_PADDING + Math.round(LINE_MARGIN * (ink.bottom - ink.top));
  const box = {
    left: ink.left - LINE_PADDING,
    top: ink.top - margin,
    right: ink.right + LINE_PADDING,
    bottom: ink.bottom + margin,
  };
  return { rotation: 0, box, words: [ink], line: 0, block: 0 };
}

function isNumber(line: LineReading): boolean {
  const text = textOf(line.words);
  const least = BETWEEN_DASHES.test(text) ? MIN_CONFIDENCE_DASHES : MIN_CONFIDENCE;
  return NUMBER.test(text) && lineConfidence(line) >= least;
}
