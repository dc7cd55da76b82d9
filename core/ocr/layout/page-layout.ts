/**
 * Finds the text lines of a page with Tesseract's layout analysis, without recognition: blocks, reading order, and the
 * box of each line from its baseline.
 */
import type { Box } from '../lstm/line-image.ts';
import { findInkComponents, selectShortWords, selectTextLines } from './find-text-lines.ts';
import type { InkMask } from './ink-mask.ts';
import { rotateBox, type LineRotation } from './rotate-image.ts';
import { LEVEL, type ResultIterator, type TesseractApi, type TesseractModule } from '../tesseract-module.ts';

/**
 * A segment of a text line that is recognised as a unit. Boxes are in pixels of the page image rotated by `rotation`.
 */
export interface LineSegment {
  /** Clockwise rotation that makes the line upright: 0 except for vertical lines. */
  readonly rotation: LineRotation;
  /** From descenders to ascenders, with the margin that the networks expect. */
  readonly box: Box;
  /** The words according to the layout analysis, tightly around their ink; never empty. */
  readonly words: readonly Box[];
  /** Index on the page, from 0, in reading order. */
  readonly line: number;
  readonly block: number;
}

/** Pixels around a line (kImagePadding of Tesseract). */
export const LINE_PADDING = 4;
/**
 * Types of block that contain text (PolyBlockType of publictypes.h): flowing, heading, pull-out, inline equation,
 * table, vertical, caption. The others are pictures, rules and noise.
 */
const TEXT_BLOCKS: ReadonlySet<number> = new Set([1, 2, 3, 5, 6, 7, 8]);
/** Multiples of the line height: higher words, and words further apart, are not joined (pageres.cpp of Tesseract). */
const MAX_JOINED_HEIGHT = 1.25;
const MAX_GAP = 2;
/** A row with at least so many gaps, each wider than this multiple of the line height, may be one of a table. */
const MIN_CELL_GAPS = 3;
const CELL_GAP = 1.2;
/**
 * Maximum height of a word, as a multiple of the line height. If all ink of a word was classified as noise (dotted
 * lines), its box is the whole image.
 */
const MAX_WORD_HEIGHT = 8;
/**
 * Lines and short words of a page above which tables are not searched for in it: with Tesseract's search for tables, its layout
 * would take longer than a page may. Of 3,497 pages of real documents the fullest one has 1,090.
 */
const MAX_PARTS_WITH_TABLES = 1200;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface LaidOutWord {
  readonly rotation: LineRotation;
  readonly box: Box;
  /** Baseline at the word's left and right end, in pixels from the top. */
  readonly baseline: { readonly left: number; readonly right: number };
  /** Distances in pixels from the baseline up to the ascenders, and down to the descenders. */
  readonly rise: number;
  readonly fall: number;
}

/**
 * Returns the segments of all lines, in reading order; empty if there is no text.
 * @param image the image that was set in the engine
 */
export function findLineSegments(module: TesseractModule, api: TesseractApi, image: Size): LineSegment[] {
  const page = api.AnalyseLayout();
  if (module.getPointer(page) === 0) return [];
  // The iterator that AnalyseLayout returns lacks the functions needed below.
  page.__destroy__();
  const iterator = api.GetIterator();
  try {
    return walkLines(iterator, image);
  } finally {
    iterator.__destroy__();
  }
}

/** Whether an upright page has so many cells that Tesseract should not search for tables in it. */
export function hasTooManyCells(ink: InkMask): boolean {
  const components = findInkComponents(ink);
  return selectTextLines(components).length + selectShortWords(components).length > MAX_PARTS_WITH_TABLES;
}

function walkLines(iterator: ResultIterator, image: Size): LineSegment[] {
  const segments: LineSegment[] = [];
  const position = { line: -1, block: -1 };
  let words: LaidOutWord[] = [];
  const finishLine = () => {
    for (const group of joinWords(words))
      segments.push({
        rotation: group[0]?.rotation ?? 0,
        box: boxOf(group),
        words: group.map(({ box }) => box),
        line: position.line,
        block: Math.max(position.block, 0),
      });
    words = [];
  };
  iterator.Begin();
  do {
    if (iterator.IsAtBeginningOf(LEVEL.line)) finishLine();
    if (iterator.IsAtBeginningOf(LEVEL.block)) position.block += 1;
    if (iterator.IsAtBeginningOf(LEVEL.line)) position.line += 1;
    if (iterator.Empty(LEVEL.word) || !TEXT_BLOCKS.has(iterator.BlockType())) continue;
    const word = measureWord(iterator, image, words.at(-1)?.rotation ?? 0);
    if (word.box.bottom - word.box.top <= MAX_WORD_HEIGHT * (word.rise + word.fall)) words.push(word);
  } while (iterator.Next(LEVEL.word));
  finishLine();
  return segments;
}

/** @param turn rotation of the previous word of the line, which is used for a word of one letter */
function measureWord(iterator: ResultIterator, image: Size, rotation: LineRotation): LaidOutWord {
  const { x0, y0, x1, y1 } = iterator.getBoundingBox(LEVEL.word);
  const ends = iterator.getBaseline(LEVEL.word);
  const { row_height: height, descenders } = iterator.getRowAttributes();
  const own = ends.x0 === ends.x1 && ends.y0 === ends.y1 ? rotation : rotationOf(ends);
  const from = rotateBox({ left: ends.x0, top: ends.y0, right: ends.x0, bottom: ends.y0 }, image, own);
  const to = rotateBox({ left: ends.x1, top: ends.y1, right: ends.x1, bottom: ends.y1 }, image, own);
  return {
    rotation: own,
    box: rotateBox({ left: x0, top: y0, right: x1, bottom: y1 }, image, own),
    baseline: { left: from.top, right: to.top },
    rise: height + descenders,
    fall: -descenders,
  };
}

/** The baseline of a line that is read from bottom to top ascends: a clockwise rotation by 90° makes it upright. */
function rotationOf({ x0, y0, x1, y1 }: { x0: number; y0: number; x1: number; y1: number }): LineRotation {
  if (Math.abs(y1 - y0) <= Math.abs(x1 - x0)) return 0;
  return y1 < y0 ? 90 : 270;
}

/** Groups adjacent words of ordinary height into one segment: the network has more context, and is faster. */
function joinWords(words: readonly LaidOutWord[]): LaidOutWord[][] {
  const groups: LaidOutWord[][] = [];
  let group: LaidOutWord[] = [];
  for (const [index, word] of words.entries()) {
    group.push(word);
    const next = words[index + 1];
    if (next !== undefined && canJoin(group, next)) continue;
    groups.push(group);
    group = [];
  }
  return groups;
}

function canJoin(group: readonly LaidOutWord[], next: LaidOutWord): boolean {
  const [first] = group;
  if (first === undefined) return false;
  const height = first.rise + first.fall;
  const box = unite(group.map((word) => word.box));
  const maxHeight = MAX_JOINED_HEIGHT * height;
  const united = unite([...group, next].map((word) => word.box));
  return (
    first.box.bottom - first.box.top <= maxHeight &&
    next.box.bottom - next.box.top <= maxHeight &&
    united.bottom - united.top <= maxHeight &&
    next.box.left <= box.right + MAX_GAP * height
  );
}

function boxOf(group: readonly LaidOutWord[]): Box {
  const box = unite(group.map((word) => word.box));
  const middle = (box.left + box.right) / 2;
  const word = group.find(({ box: { right } }) => right >= middle) ?? group.at(-1);
  if (word === undefined) return box;
  const along = (middle - word.box.left) / Math.max(1, word.box.right - word.box.left);
  const baseline = word.baseline.left + (word.baseline.right - word.baseline.left) * along;
  const top = Math.min(box.top, Math.ceil(baseline - word.rise));
  const bottom = Math.max(box.bottom, Math.ceil(baseline + word.fall));
  return {
    left: box.left - LINE_PADDING,
    top: top - LINE_PADDING,
    right: box.right + LINE_PADDING,
    bottom: bottom + LINE_PADDING,
  };
}

/** The cells of a segment that may be the row of a table, as segments of their own; empty for any other one. */
export function cellsOf(row: LineSegment): LineSegment[] {
  const gap = CELL_GAP * (row.box.bottom - row.box.top - 2 * LINE_PADDING);
  const cells: Box[][] = [];
  for (const [at, word] of row.words.entries()) {
    const before = row.words[at - 1];
    if (before === undefined || word.left - before.right > gap) cells.push([word]);
    else cells.at(-1)?.push(word);
  }
  if (cells.length <= MIN_CELL_GAPS) return [];
  return cells.map((words) => {
    const { left, right } = unite(words);
    return { ...row, words, box: { ...row.box, left: left - LINE_PADDING, right: right + LINE_PADDING } };
  });
}

/** The smallest box around all boxes. */
export function unite(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return { left, top, right, bottom };
}
