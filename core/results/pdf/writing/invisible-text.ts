/**
 * The words of a page as invisible text over its image (render mode 3): every word is stretched to its box, so that
 * a selection covers what is seen. Words are parted by a space character, except between letters of scripts that write
 * none: a run of those is one string, or copying would put spaces between them.
 */
import type { Word } from '../../../documents/page-record.ts';
import type { RenderedLayout } from './rendered-layout.ts';
import type { GlyphlessFont } from './glyphless-font.ts';
import { DESCENT, GLYPH_WIDTH } from './glyphless-font.ts';

/** Han, kana, fullwidth forms, CJK punctuation. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef\u30fc]/u;
/** Two boxes of one line further apart than this many line heights are columns, not neighbours. */
const WIDEST_JOINT = 1;
/** Tz takes per cent; viewers refuse 0. */
const NARROWEST_STRETCH = 1;
const WIDEST_STRETCH = 10_000;

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
 * @param record pixels of the page's image as processed, which the words' boxes are measured in
 * @returns drawing commands; empty where there are no words
 */
export function invisibleText(
  words: readonly Word[],
  record: { readonly width: number; readonly height: number },
  { image }: RenderedLayout,
  font: GlyphlessFont,
): string {
  const scale = image.width / record.width;
  const commands = linesOf(words).map((line) => {
    const box = around(line);
    const size = Math.max(1, (box.y2 - box.y1) * scale);
    // The font reaches from DESCENT to ASCENT around the baseline, one em in all: the em is the line's height.
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

interface LinePlace {
  readonly size: number;
  readonly baseline: number;
  readonly scale: number;
  readonly left: number;
  readonly isLast: boolean;
}

function showRun(run: Run, { size, baseline, scale, left, isLast }: LinePlace, font: GlyphlessFont): string {
  const glyphs = font.encode(run.text).glyphs;
  const natural = (glyphs * size * GLYPH_WIDTH) / 1000;
  const stretch = Math.min(WIDEST_STRETCH, Math.max(NARROWEST_STRETCH, (100 * (run.x2 - run.x1) * scale) / natural));
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

/** Joins neighbours between which the script writes no space. */
function runsOf(line: readonly Word[], lineHeight: number): Run[] {
  const runs: Run[] = [];
  for (const { x1, y1, x2, y2, text } of line) {
    const before = runs.at(-1);
    if (
      before !== undefined &&
      isJoined(before.text, text) &&
      x1 - before.x2 <= WIDEST_JOINT * lineHeight &&
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

function around(boxes: readonly Box[]): Box {
  const [x1, y1] = [Math.min(...boxes.map((box) => box.x1)), Math.min(...boxes.map((box) => box.y1))];
  return { x1, y1, x2: Math.max(...boxes.map((box) => box.x2)), y2: Math.max(...boxes.map((box) => box.y2)) };
}

const decimal = (value: number): string => value.toFixed(2).replace(/\.?0+$/, '') || '0';
