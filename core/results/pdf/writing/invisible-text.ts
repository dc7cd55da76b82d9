/**
 * Writes the words of a page as invisible text over its image (text rendering mode 3). Every word is scaled to its box,
 * so that a selection covers the visible word. Words are separated by a space character, except in scripts without
 * spaces: there a run of words is one string, because viewers would otherwise insert spaces when copying.
 */
import type { Word } from '../../../documents/page-record.ts';
import type { RenderedLayout } from './rendered-layout.ts';
import type { GlyphlessFont } from './glyphless-font.ts';
import { DESCENT, GLYPH_WIDTH } from './glyphless-font.ts';

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

interface Run extends Box {
  text: string;
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
    const size = Math.max(1, (box.y2 - box.y1) * scale);
    // The font extends from DESCENT to ASCENT, which is one em: the font size is the height of the line.
    const baseline = image.y + image.height - box.y2 * scale - (DESCENT / 1000) * size;
    const runs = runsOf(line, box.y2 - box.y1);
    return [
      `/F0 ${decimal(size)} Tf`,
      ...runs.map((run, index) =>
        showRun(run, { size, baseline, scale, left: image.x, isLast: index === runs.length - 1 }, font),
      ),
    ].join('\n');
  });
  return commands.length === 0 ? '' : `BT 3 Tr\n${commands.join('\n')}\nET`;
}

interface LinePosition {
  readonly size: number;
  readonly baseline: number;
  readonly scale: number;
  readonly left: number;
  readonly isLast: boolean;
}

function showRun(run: Run, { size, baseline, scale, left, isLast }: LinePosition, font: GlyphlessFont): string {
  const glyphs = font.encode(run.text).glyphs;
  const natural = (glyphs * size * GLYPH_WIDTH) / 1000;
  const stretch = Math.min(MAX_STRETCH, Math.max(MIN_STRETCH, (100 * (run.x2 - run.x1) * scale) / natural));
  const { hex } = font.encode(isLast ? run.text : `${run.text} `);
  return `${decimal(stretch)} Tz 1 0 0 1 ${decimal(left + run.x1 * scale)} ${decimal(baseline)} Tm ${hex} Tj`;
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

/** Joins adjacent words of scripts without spaces. */
function runsOf(line: readonly Word[], lineHeight: number): Run[] {
  const runs: Run[] = [];
  for (const { x1, y1, x2, y2, text } of line) {
    const before = runs.at(-1);
    if (
      before !== undefined &&
      isJoined(before.text, text) &&
      x1 - before.x2 <= MAX_JOINED_GAP * lineHeight &&
      x2 > before.x2
    ) {
      before.text += text;
      before.x2 = x2;
    } else {
      runs.push({ x1, y1, x2, y2, text });
    }
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
