/** Lines and words that are written by hand. */
import type { Box } from '../lstm/line-image.ts';
import type { WordOnPage } from '../ppocr/read-boxes.ts';
import { boxAround, type SlantedBox } from '../ppocr/slanted-box.ts';
import type { LineReading } from '../lines/read-lines.ts';
import type { RecognisedWord } from '../read-words.ts';

/** A line of its own; insertLines gives it its place in the reading order. */
export function handwrittenLine(box: SlantedBox, words: readonly WordOnPage[]): LineReading {
  const { left, right } = boxAround(box);
  const [top, bottom] = [Math.round(box.y - box.height / 2), Math.round(box.y + box.height / 2)];
  const segment = {
    rotation: 0,
    box: { left, top, right, bottom },
    words: words.map((word) => word.box),
    line: 0,
    block: 0,
  } as const;
  return { segment, words: words.map(({ box: at, ...word }) => ({ ...unreadWord(segment, at), ...word })) };
}

/** A word that was found and not read. */
export const unreadWord = (
  { line, block }: Pick<LineReading['segment'], 'line' | 'block'>,
  { left, top, right, bottom }: Box,
): RecognisedWord => ({
  x1: left,
  y1: top,
  x2: right,
  y2: bottom,
  text: '',
  confidence: 0,
  entropy: 0,
  line,
  block,
  handwritten: true,
});
