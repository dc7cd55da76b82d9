/** A second attempt on the ink of a page that no word covers: shaded rows, ruled tables, text taken for a picture. */
import { detectLanguage } from '../../languages/detect-language.ts';
import type { Language } from '../../languages/languages.ts';
import {
  inkOf,
  isHigherThanLine,
  selectShortWords,
  selectTextLines,
  type TextLine,
} from '../../layout/find-text-lines.ts';
import { BoxIndex } from '../../box-index.ts';
import { findInk, type PageInk } from '../../layout/ink-mask.ts';
import { insertLines } from '../../layout/insert-lines.ts';
import { drawInk, eraseRules, findUnreadInk, type UnreadInk } from '../../layout/unread-ink.ts';
import type { Box } from '../../lstm/line-image.ts';
import type { RasterImage } from '../../raster-image.ts';
import { withoutOtherSide } from '../../lines/left-out/other-side.ts';
import { lineConfidence, type LineReading } from '../../lines/read-lines.ts';
import { countLettersAndDigits } from '../../count-letters.ts';
import { countCharacters, textOf, wordBox, type RecognisedWord } from '../../read-words.ts';
import { recognise } from '../../tesseract-engine.ts';
import { inverse, scaleBetween, scaleBox, scaleLine } from '../scale-lines.ts';
import type { PageImage } from '../page-image.ts';
import { surerReadings } from '../surer-readings.ts';

/** Confidence (0 to 100) of a line of the first attempt below which its ink counts as unread. */
const UNREAD_BELOW = 50;
/** Minimum confidence of a line of the second attempt, and of one with fewer than three letters or digits. */
const MIN_CONFIDENCE = 50;
const MIN_CONFIDENCE_FEW = 80;
const FEW_LETTERS = 3;
/** Height of a line in mask pixels (75 per inch) from which a second attempt is made: fragments of rules are lower. */
const MIN_HEIGHT = 5;
/**
 * Part of the ink, without pictures, in unread lines and cells from which a second attempt is made, and from which it is made
 * on a finer image.
 */
const MIN_SHARE = 0.02;
const MIN_SHARE_FINE = 0.1;
/**
 * Largest gap between a line and letters of it that were lost, and the limits of their height, in multiples of its
 * height. The end of a shaded row may hang together with them.
 */
const MAX_CUT_GAP = 0.7;
const MIN_CUT_HEIGHT = 0.4;
const MAX_CUT_HEIGHT = 1.8;
/** Part of the height of a row, and of a cell, that both share. */
const MIN_CELL_HEIGHT = 0.5;
/** Points of confidence (0 to 100) that a longer reading of a line may be less sure of. */
const LONGER_MAY_LACK = 10;
/** Confidence of a reading from which it is better than a surer reading of a part of it, as "218.00" than "2". */
const SURE_OF_WHOLE = 70;
/** Limit on the length of the lines of the second attempt, in multiples of their height. */
const MAX_LENGTH = 8000;

export interface Languages {
  /** The languages that the page was read in. */
  readonly languages: readonly Language[];
  /** Candidates if the text shows another language. */
  readonly among: readonly Language[];
}

export interface UnreadReading {
  /** All lines of the page, in reading order. */
  readonly lines: readonly LineReading[];
  /** The page's ink that no word with text covers. */
  readonly unread: UnreadInk;
  /** Lines of the second attempt that were not read with enough confidence, with boxes on the page of the first. */
  readonly unconvincing: readonly LineReading[];
}

/**
 * @param lines the lines of the first attempt, in reading order
 * @param page the image that they were read on, to which their boxes refer
 * @param mask the ink of that image
 * @param finest returns the same page in its highest resolution
 */
export async function readUnreadInk(
  lines: readonly LineReading[],
  page: PageImage,
  mask: PageInk,
  finest: () => Promise<PageImage>,
  choice: Languages,
): Promise<UnreadReading> {
  const sure = lines.filter((line) => lineConfidence(line) >= UNREAD_BELOW);
  const unread = findUnreadInk(mask, sure.flatMap(coveredBoxes));
  const inLines = inkOf(inLineShape(unread)) + inkOf(cellsBeside(sure, unread));
  const share = inLines / Math.max(1, mask.inkPixels - inkOf(unread.components.filter(isHigherThanLine)));
  const read = sure.filter((line) => !isCutOff(line, unread));
  if (share < MIN_SHARE && read.length === sure.length)
    return { lines, unread: sure.length === lines.length ? unread : unreadInkOf(mask, lines), unconvincing: [] };
  const { found, unconvincing } = await readInk(
    share < MIN_SHARE_FINE ? page : await finest(),
    page,
    mask,
    read,
    choice,
  );
  const all = mergeLines(lines, found, page.image, (line, other) => isBetter(other, line));
  return { lines: all, unread: unreadInkOf(mask, all), unconvincing };
}

/** The page's ink that no word with text covers. */
export const unreadInkOf = (mask: PageInk, lines: readonly LineReading[]): UnreadInk =>
  findUnreadInk(mask, lines.flatMap(coveredBoxes));

const inLineShape = ({ components }: UnreadInk): TextLine[] =>
  selectTextLines(components).filter(({ top, bottom }) => bottom - top >= MIN_HEIGHT);

/** Short words level with lines that were read, and of their height: cells of a table, of which a column was lost. */
function cellsBeside(lines: readonly LineReading[], { components, rest: { scale } }: UnreadInk): TextLine[] {
  const rows = lines.flatMap(({ segment }) => (segment.rotation === 0 ? [segment.box] : []));
  return selectShortWords(components).filter(({ top, bottom }) => {
    const [upper, lower] = [top * scale, bottom * scale];
    if (bottom - top < MIN_HEIGHT) return false;
    return rows.some((row) => {
      const height = row.bottom - row.top;
      const shared = Math.min(lower, row.bottom) - Math.max(upper, row.top);
      return shared >= MIN_CELL_HEIGHT * Math.max(height, lower - upper);
    });
  });
}

/** True for a line that unread ink of its height continues to the left or right: letters of it were lost. */
function isCutOff({ segment, words }: LineReading, { components, rest: { scale } }: UnreadInk): boolean {
  const [first, last] = [words.at(0), words.at(-1)];
  if (segment.rotation !== 0 || first === undefined || last === undefined) return false;
  const { top, bottom } = segment.box;
  const height = bottom - top;
  return components.some((component) => {
    const [upper, lower] = [component.top * scale, component.bottom * scale];
    const gap = Math.max(component.left * scale - last.x2, first.x1 - component.right * scale);
    return (
      gap >= -height / 2 &&
      gap <= MAX_CUT_GAP * height &&
      lower - upper <= MAX_CUT_HEIGHT * height &&
      Math.min(lower, bottom) - Math.max(upper, top) >= MIN_CUT_HEIGHT * height &&
      component.right - component.left >= component.bottom - component.top
    );
  });
}

/** Finds lines in an image of the unread ink alone, and reads them where rules do not disturb. */
async function readInk(
  on: PageImage,
  page: PageImage,
  mask: PageInk,
  read: readonly LineReading[],
  { languages, among }: Languages,
): Promise<{ found: LineReading[]; unconvincing: LineReading[] }> {
  const scale = scaleBetween(page.image, on.image);
  const ink = on === page ? mask : findInk(on.image, on.dpi);
  const covered = read.flatMap(coveredBoxes).map((box) => scaleBox(box, scale));
  const image = eraseRules(on.image, ink);
  const first = await recognise(image, languages, {
    dpi: on.dpi,
    segmentation: 'sparse',
    alternatives: true,
    maxLength: MAX_LENGTH,
    layoutImage: drawInk(on.image, findUnreadInk(ink, covered).rest),
  });
  const found = detectLanguage(textOf(first.words), among);
  const isOther = found !== null && !languages.includes(found);
  const lines = isOther ? await surerReadings({ image, dpi: on.dpi }, first.lines, [found], MAX_LENGTH) : first.lines;
  const back = inverse(scale);
  const placed = (some: readonly LineReading[]) => some.map((line) => scaleLine(line, back));
  const convincing = lines.filter(isConvincing);
  const print = { image: page.image, lines: read };
  const own = await withoutOtherSide(convincing, { image, dpi: on.dpi }, languages, print);
  return {
    found: placed(own),
    unconvincing: placed(lines.filter((line) => !isConvincing(line))),
  };
}

/** A line of one or two letters must be surer than a longer one: fragments of pictures are read as such. */
export function isConvincing(line: LineReading): boolean {
  const letters = countLettersAndDigits(textOf(line.words));
  return letters > 0 && lineConfidence(line) >= (letters < FEW_LETTERS ? MIN_CONFIDENCE_FEW : MIN_CONFIDENCE);
}

/**
 * The parts of a line that its words cover: from descenders to ascenders, and half a line height to each side, where
 * leaders and punctuation stand.
 */
function coveredBoxes({ segment, words }: LineReading): Box[] {
  const { top, bottom } = segment.box;
  const side = (bottom - top) / 2;
  const read = words.filter(({ text }) => text !== '');
  return read.map(({ x1, y1, x2, y2 }) =>
    segment.rotation === 0
      ? { left: x1 - side, top: Math.min(top, y1), right: x2 + side, bottom: Math.max(bottom, y2) }
      : { left: x1, top: y1 - side, right: x2, bottom: y2 + side },
  );
}

/**
 * One reading of a page with the lines of another.
 * @param lines in reading order, which the result keeps
 * @param others those that overlap no line that is kept are inserted
 * @param isReplaced whether a line gives way to an overlapping one of the others that is inserted
 */
export function mergeLines(
  lines: readonly LineReading[],
  others: readonly LineReading[],
  image: RasterImage,
  isReplaced: (line: LineReading, other: LineReading) => boolean,
): LineReading[] {
  const overlapping = overlapsOf(lines, others);
  let inserted = new Set(others);
  for (;;) {
    const kept = new Set(
      lines.filter((line) => !overlapping.get(line)?.some((other) => inserted.has(other) && isReplaced(line, other))),
    );
    const fitting = new Set(inserted);
    for (const line of kept) for (const other of overlapping.get(line) ?? []) fitting.delete(other);
    if (fitting.size === inserted.size) return insertLines([...kept], [...inserted], image);
    // A line does not give way to one that does not fit itself.
    inserted = fitting;
  }
}

/** For each line those of the others that overlap it, in their order. */
function overlapsOf(
  lines: readonly LineReading[],
  others: readonly LineReading[],
): ReadonlyMap<LineReading, readonly LineReading[]> {
  const words = others.flatMap((other) => other.words.map((word) => ({ other, word })));
  const index = new BoxIndex(words.map(({ word }) => wordBox(word)));
  return new Map(
    lines.map((line) => {
      const near = line.words.flatMap((one) =>
        index
          .meeting(wordBox(one))
          .flatMap((place) => words[place] ?? [])
          .filter(({ word }) => overlap(one, word)),
      );
      return [line, [...new Set(near.map(({ other }) => other))]];
    }),
  );
}

/** True for a more confident reading, for a longer one that is about as confident, and for one of which the first is a part. */
export function isBetter(second: LineReading, first: LineReading): boolean {
  const lead = lineConfidence(second) - lineConfidence(first);
  if (lead > 0) return true;
  if (countCharacters(second.words) <= countCharacters(first.words)) return false;
  return lead >= -LONGER_MAY_LACK || (lineConfidence(second) >= SURE_OF_WHOLE && isPartOf(first, second));
}

const isPartOf = (part: LineReading, whole: LineReading): boolean =>
  joined(whole).includes(joined(part)) && joined(part) !== '';

const joined = ({ words }: LineReading): string => words.map(({ text }) => text).join('');

/** True if a word covers more than half of another, or the other of it: their lines overlap. */
const overlap = (one: RecognisedWord, other: RecognisedWord): boolean =>
  2 * sharedArea(one, other) > Math.min(area(one), area(other));

const sharedArea = (a: RecognisedWord, b: RecognisedWord): number =>
  Math.max(0, Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1)) * Math.max(0, Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1));

const area = ({ x1, y1, x2, y2 }: RecognisedWord): number => (x2 - x1) * (y2 - y1);
