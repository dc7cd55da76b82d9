/**
 * Writes the words of a page as invisible text over its image (text rendering mode 3). Every word is scaled to its box,
 * so that a selection covers the visible word. Words are separated by a space character, except in scripts without
 * spaces: there a run of words is one string, because viewers would otherwise insert spaces when copying.
 */
import type { Word } from '../../../documents/page-record.ts';
import type { RenderedLayout } from './rendered-layout.ts';
import type { GlyphlessFont } from './glyphless-font.ts';
import { DESCENT, GLYPH_WIDTH } from './glyphless-font.ts';
import { visualOrder } from './visual-order.ts';

/** Han, kana, fullwidth forms, CJK punctuation. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef\u30fc]/u;
/** Maximum gap in line heights between two words that are joined; words further apart are in different columns. */
const MAX_JOINED_GAP = 1;
/** Bounds of the horizontal scaling (Tz) in per cent; viewers reject 0. */
const MIN_STRETCH = 1;
const MAX_STRETCH = 10_000;

interface Box {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/**
 * The direction in which a line is written on the page: columns of Japanese, and lines of a label that stands on its side,
 * run down or up.
 */
type Direction = 'across' | 'down' | 'up';

/** A line is written down or up where it is so many times as high as wide, and has several characters. */
const MIN_COLUMN_RATIO = 1.5;

interface Run {
  text: string;
  /** Extent along the line, in pixels from the page's left, upper or lower edge. */
  readonly from: number;
  to: number;
}

/**
 * @param record size in pixels of the page image as processed, to which the boxes of the words refer
 * @returns PDF operators; empty if there are no words
 */
export function invisibleText(
  words: readonly Word[],
  record: { readonly width: number; readonly height: number },
  { image }: RenderedLayout,
  font: GlyphlessFont,
): string {
  const scale = image.width / record.width;
  const commands = linesOf(words).map((line) => {
    const box = boundingBox(line);
    const direction = directionOf(line, box);
    const thickness = direction === 'across' ? box.y2 - box.y1 : box.x2 - box.x1;
    // The font extends from DESCENT to ASCENT, which is one em: the font size is the height of the line.
    const size = Math.max(1, thickness * scale);
    const runs = runsOf(line, direction, record.height, thickness);
    const placeOf = placement(direction, box, { scale, size, image });
    return [
      `/F0 ${decimal(size)} Tf`,
      ...runs.map((run, index) => showRun(run, { size, scale, placeOf, isLast: index === runs.length - 1 }, font)),
    ].join('\n');
  });
  return commands.length === 0 ? '' : `BT 3 Tr\n${commands.join('\n')}\nET`;
}

interface LinePosition {
  readonly size: number;
  readonly scale: number;
  /** The text matrix (ISO 32000-1, 9.4.2) of a run. */
  readonly placeOf: (run: Run) => string;
  readonly isLast: boolean;
}

function showRun(run: Run, { size, scale, placeOf, isLast }: LinePosition, font: GlyphlessFont): string {
  const glyphs = font.encode(run.text).glyphs;
  const natural = (glyphs * size * GLYPH_WIDTH) / 1000;
  const stretch = Math.min(MAX_STRETCH, Math.max(MIN_STRETCH, (100 * (run.to - run.from) * scale) / natural));
  const text = visualOrder(run.text);
  const { hex } = font.encode(isLast ? text : `${text} `);
  return `${decimal(stretch)} Tz ${placeOf(run)} Tm ${hex} Tj`;
}

function directionOf(line: readonly Word[], box: Box): Direction {
  const characters = line.reduce((sum, { text }) => sum + Array.from(text).length, 0);
  const [first, last] = [line[0], line.at(-1)];
  if (characters < 2 || box.y2 - box.y1 < MIN_COLUMN_RATIO * (box.x2 - box.x1)) return 'across';
  return (last?.y1 ?? 0) >= (first?.y1 ?? 0) ? 'down' : 'up';
}

interface Placed {
  readonly scale: number;
  readonly size: number;
  readonly image: RenderedLayout['image'];
}

/** Returns the text matrix of each run of a line: its rotation, and where its baseline begins. */
function placement(direction: Direction, box: Box, { scale, size, image }: Placed): (run: Run) => string {
  const descent = (DESCENT / 1000) * size;
  const top = image.y + image.height;
  switch (direction) {
    case 'across':
      return ({ from }) => `1 0 0 1 ${decimal(image.x + from * scale)} ${decimal(top - box.y2 * scale - descent)}`;
    case 'down':
      return ({ from }) => `0 -1 1 0 ${decimal(image.x + box.x1 * scale - descent)} ${decimal(top - from * scale)}`;
    case 'up':
      return ({ from }) => `0 1 -1 0 ${decimal(image.x + box.x2 * scale + descent)} ${decimal(image.y + from * scale)}`;
  }
}

function linesOf(words: readonly Word[]): Word[][] {
  const lines: Word[][] = [];
  let previous: Word | undefined;
  for (const word of words) {
    if (word.text === '') continue;
    if (previous !== undefined && previous.line === word.line && previous.block === word.block)
      lines.at(-1)?.push(word);
    else lines.push([word]);
    previous = word;
  }
  return lines;
}

/** The extent of a word along its line. @param height  of the page in pixels */
function extentOf({ x1, y1, x2, y2 }: Box, direction: Direction, height: number): { from: number; to: number } {
  if (direction === 'across') return { from: x1, to: x2 };
  return direction === 'down' ? { from: y1, to: y2 } : { from: height - y2, to: height - y1 };
}

/** Joins adjacent words of scripts without spaces. @param height  of the page in pixels */
function runsOf(line: readonly Word[], direction: Direction, height: number, thickness: number): Run[] {
  const runs: Run[] = [];
  for (const word of line) {
    const { from, to } = extentOf(word, direction, height);
    const before = runs.at(-1);
    if (
      before !== undefined &&
      isJoined(before.text, word.text) &&
      from - before.to <= MAX_JOINED_GAP * thickness &&
      to > before.to
    ) {
      before.text += word.text;
      before.to = to;
    } else runs.push({ text: word.text, from, to });
  }
  return runs;
}

const isJoined = (before: string, after: string): boolean =>
  UNSPACED.test(Array.from(before).at(-1) ?? '') && UNSPACED.test(Array.from(after)[0] ?? '');

function boundingBox(boxes: readonly Box[]): Box {
  const [x1, y1] = [Math.min(...boxes.map((box) => box.x1)), Math.min(...boxes.map((box) => box.y1))];
  return { x1, y1, x2: Math.max(...boxes.map((box) => box.x2)), y2: Math.max(...boxes.map((box) => box.y2)) };
}

const decimal = (value: number): string => value.toFixed(2).replace(/\.?0+$/, '') || '0';
