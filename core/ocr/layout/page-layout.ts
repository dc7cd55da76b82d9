/** Finds a page's text lines by Tesseract's layout analysis, without reading them: blocks, reading order, and each line's box from its base line. */
import type { Box } from '../lstm/line-image.ts';
import { turnBox, type Turn } from './rotate-image.ts';
import { LEVEL, type ResultIterator, type TesseractApi, type TesseractModule } from '../tesseract-module.ts';

/** A piece of a text line that is read as one. Boxes are measured on the page after its turn. */
export interface LinePiece {
  /** What brings the line upright: 0 but for lines that run up or down the page. */
  readonly turn: Turn;
  /** From descenders to ascenders, with the paper around them that the networks expect. */
  readonly box: Box;
  /** What the layout analysis takes for its words, closely around their ink; never empty. */
  readonly words: readonly Box[];
  /** Counted from 0 over the page, in reading order. */
  readonly line: number;
  readonly block: number;
}

/** Pixels around a line (kImagePadding of Tesseract). */
const PADDING = 4;
/** Kinds of block that hold text (publictypes.h): flowing, heading, pull-out, inline equation, table, vertical, caption. The others are pictures, rules and noise. */
const TEXT_BLOCKS: ReadonlySet<number> = new Set([1, 2, 3, 5, 6, 7, 8]);
/** In heights of the line: words that are higher stand alone, and so do those further apart (pageres.cpp of Tesseract). */
const HIGHEST_WORD = 1.25;
const WIDEST_GAP = 2;
/** In heights of the line: what is higher is no word. A word whose ink was all taken for noise (dotted lines) has the whole image for its box. */
const NO_WORD = 8;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface LaidOutWord {
  readonly turn: Turn;
  readonly box: Box;
  /** Base line at the word's left and right end, pixels from the top. */
  readonly baseLine: { readonly left: number; readonly right: number };
  /** Pixels: from the base line up to the ascenders, and down to the descenders. */
  readonly rise: number;
  readonly fall: number;
}

/**
 * The pieces of all lines, in reading order; empty where there is no text.
 * @param image that was given to the engine
 */
export function findLinePieces(module: TesseractModule, api: TesseractApi, image: Size): LinePiece[] {
  const page = api.AnalyseLayout();
  if (module.getPointer(page) === 0) return [];
  // The layout's own iterator lacks what we ask.
  page.__destroy__();
  const iterator = api.GetIterator();
  try {
    return walkLines(iterator, image);
  } finally {
    iterator.__destroy__();
  }
}

function walkLines(iterator: ResultIterator, image: Size): LinePiece[] {
  const pieces: LinePiece[] = [];
  const position = { line: -1, block: -1 };
  let words: LaidOutWord[] = [];
  const finishLine = () => {
    for (const group of joinWords(words))
      pieces.push({
        turn: group[0]?.turn ?? 0,
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
    const word = measureWord(iterator, image, words.at(-1)?.turn ?? 0);
    if (word.box.bottom - word.box.top <= NO_WORD * (word.rise + word.fall)) words.push(word);
  } while (iterator.Next(LEVEL.word));
  finishLine();
  return pieces;
}

/** @param turn of the word before it in the line: a word of one letter does not tell */
function measureWord(iterator: ResultIterator, image: Size, turn: Turn): LaidOutWord {
  const { x0, y0, x1, y1 } = iterator.getBoundingBox(LEVEL.word);
  const ends = iterator.getBaseline(LEVEL.word);
  const { row_height: height, descenders } = iterator.getRowAttributes();
  const own = ends.x0 === ends.x1 && ends.y0 === ends.y1 ? turn : turnOf(ends);
  const from = turnBox({ left: ends.x0, top: ends.y0, right: ends.x0, bottom: ends.y0 }, image, own);
  const to = turnBox({ left: ends.x1, top: ends.y1, right: ends.x1, bottom: ends.y1 }, image, own);
  return {
    turn: own,
    box: turnBox({ left: x0, top: y0, right: x1, bottom: y1 }, image, own),
    baseLine: { left: from.top, right: to.top },
    rise: height + descenders,
    fall: -descenders,
  };
}

/** A base line that runs up the page belongs to letters which lie on their backs to the left, and so on. */
function turnOf({ x0, y0, x1, y1 }: { x0: number; y0: number; x1: number; y1: number }): Turn {
  if (Math.abs(y1 - y0) <= Math.abs(x1 - x0)) return 0;
  return y1 < y0 ? 90 : 270;
}

/** Words of usual height that stand close together are read as one: the network sees more of the line, and is quicker. */
function joinWords(words: readonly LaidOutWord[]): LaidOutWord[][] {
  const groups: LaidOutWord[][] = [];
  let group: LaidOutWord[] = [];
  for (const [index, word] of words.entries()) {
    group.push(word);
    const next = words[index + 1];
    if (next !== undefined && belongs(group, next)) continue;
    groups.push(group);
    group = [];
  }
  return groups;
}

function belongs(group: readonly LaidOutWord[], next: LaidOutWord): boolean {
  const [first] = group;
  if (first === undefined) return false;
  const height = first.rise + first.fall;
  const box = unite(group);
  const highest = HIGHEST_WORD * height;
  const united = unite([...group, next]);
  return (
    first.box.bottom - first.box.top <= highest &&
    next.box.bottom - next.box.top <= highest &&
    united.bottom - united.top <= highest &&
    next.box.left <= box.right + WIDEST_GAP * height
  );
}

function boxOf(group: readonly LaidOutWord[]): Box {
  const box = unite(group);
  const middle = (box.left + box.right) / 2;
  const word = group.find(({ box: { right } }) => right >= middle) ?? group.at(-1);
  if (word === undefined) return box;
  const along = (middle - word.box.left) / Math.max(1, word.box.right - word.box.left);
  const baseLine = word.baseLine.left + (word.baseLine.right - word.baseLine.left) * along;
  const top = Math.min(box.top, Math.ceil(baseLine - word.rise));
  const bottom = Math.max(box.bottom, Math.ceil(baseLine + word.fall));
  return { left: box.left - PADDING, top: top - PADDING, right: box.right + PADDING, bottom: bottom + PADDING };
}

function unite(words: readonly LaidOutWord[]): Box {
  return {
    left: Math.min(...words.map(({ box }) => box.left)),
    top: Math.min(...words.map(({ box }) => box.top)),
    right: Math.max(...words.map(({ box }) => box.right)),
    bottom: Math.max(...words.map(({ box }) => box.bottom)),
  };
}
