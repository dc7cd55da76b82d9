/**
 * Decides what a vertical stroke is that was read as a bar: a rule of a table, which is no text, a capital I, or a bar. The
 * network sees a line at one height, and takes all three for a bar.
 */
import { clipToImage } from '../../layout/find-ink-box.ts';
import { crop } from '../../lstm/line-image.ts';
import { medianOf } from '../../median.ts';
import type { RasterImage } from '../../raster-image.ts';
import type { RecognisedWord } from '../../read-words.ts';
import type { LineReading } from '../read-lines.ts';

/** What a rule is read as: by itself, and beside the text of a cell. */
const MAY_BE_RULE = /[|¦[\]]/u;
const BARS = /^[|¦[\]]+$/u;
const BARS_BEFORE = /^[|¦[\]]+(?=[^|¦[\]])/u;
const BARS_AFTER = /(?<=[^|¦[\]])[|¦[\]]+$/u;
/** Width in heights of a word within which the rule lies that was read as one bar. */
const BAR_WIDTH = 0.45;
/** Heights of a word above and below it along which a rule goes on, and the part of the length that is ink. */
const GOES_ON = 0.4;
const MIN_PART = 0.92;
/** Contrast of a rule with the paper, of 255 levels, and as a part of that of the darkest ink beside it: rules are paler. */
const MIN_CONTRAST = 16;
const OF_CONTRAST = 0.25;
/** The part of the pixels around a bar that are as dark as the paper, or darker. */
const PAPER = 0.7;

/** A bar that may be a capital I, alone or before a punctuation mark. */
const STROKE = /^\|([,.;:]?)$/u;
/** Words that stand on the baseline, and that are as high as capitals. */
const ON_BASELINE = /^[^gjpqyQJßf,;()[\]{}|/\\_]+$/u;
const AS_HIGH_AS_CAPITALS = /[\p{Lu}bdhkl\d]/u;
/** How much a capital I may differ from the capitals of its line, in their height. */
const TOLERANCE = 0.15;

/**
 * @param image the page in grey, to which the boxes of the lines refer
 * @returns the lines without what was read of rules, and with a capital I for a bar that is as high as capitals; handwritten
 * words and vertical lines as they are
 */
export function withoutBars(lines: readonly LineReading[], image: RasterImage): readonly LineReading[] {
  return lines.flatMap((line) => {
    if (line.segment.rotation !== 0 || !line.words.some(mayHaveBar)) return [line];
    const words = line.words.flatMap((word) => (mayHaveBar(word) ? withoutRules(word, image) : [word]));
    return words.length === 0 ? [] : [{ ...line, words: words.map((word) => asCapital(word, words)) }];
  });
}

const mayHaveBar = ({ text, handwritten }: RecognisedWord): boolean => handwritten !== true && MAY_BE_RULE.test(text);

/** The word without the bars at its ends where rules are; nothing if it is one. */
function withoutRules(word: RecognisedWord, image: RasterImage): readonly RecognisedWord[] {
  const { text, x1, x2 } = word;
  const width = BAR_WIDTH * (word.y2 - word.y1);
  if (BARS.test(text)) return hasRule(image, { ...word, x1: x1 - width / 2, x2: x2 + width / 2 }) ? [] : [word];
  const before = BARS_BEFORE.exec(text)?.[0].length ?? 0;
  const after = BARS_AFTER.exec(text)?.[0].length ?? 0;
  const from = before > 0 && hasRule(image, { ...word, x1: x1 - width, x2: x1 + before * width }) ? before : 0;
  const left = after > 0 && hasRule(image, { ...word, x1: x2 - after * width, x2: x2 + width }) ? after : 0;
  return from + left === 0 ? [word] : [{ ...word, text: text.slice(from, text.length - left) }];
}

/** Whether a vertical rule goes through a part of a line, and on above and below it. */
function hasRule(image: RasterImage, { x1, x2, y1, y2 }: Pick<RecognisedWord, 'x1' | 'x2' | 'y1' | 'y2'>): boolean {
  const beyond = GOES_ON * (y2 - y1);
  const around = {
    left: Math.floor(x1) - 1,
    top: Math.floor(y1 - beyond),
    right: Math.ceil(x2) + 1,
    bottom: Math.ceil(y2 + beyond),
  };
  const { width, height, data } = crop(image, clipToImage(image, around));
  if (width < 3 || height === 0) return false;
  const limit = lightestInk(data);
  for (let x = 1; x < width - 1; x += 1) {
    let count = 0;
    // A rule that is not quite vertical changes its column.
    for (let at = x; at < data.length; at += width)
      if (Math.min(data[at - 1] ?? 255, data[at] ?? 255, data[at + 1] ?? 255) <= limit) count += 1;
    if (count >= MIN_PART * height) return true;
  }
  return false;
}

function lightestInk(data: Uint8Array): number {
  const greys = data.toSorted();
  const [darkest, paper] = [greys[0] ?? 0, greys[Math.floor(PAPER * greys.length)] ?? 255];
  return paper - Math.max(MIN_CONTRAST, OF_CONTRAST * (paper - darkest));
}

/** The word as a capital I where it is a stroke as high as the capitals of its line that stands on the baseline. */
function asCapital(word: RecognisedWord, words: readonly RecognisedWord[]): RecognisedWord {
  const mark = STROKE.exec(word.text)?.[1];
  if (mark === undefined) return word;
  const capitals = words.filter(({ text }) => ON_BASELINE.test(text) && AS_HIGH_AS_CAPITALS.test(text));
  const [top, bottom] = [medianOf(capitals.map(({ y1 }) => y1)), medianOf(capitals.map(({ y2 }) => y2))];
  if (top === undefined || bottom === undefined) return word;
  const most = TOLERANCE * (bottom - top);
  const below = word.y2 - bottom;
  // A comma ends below the baseline.
  const isOnBaseline = mark === '' ? Math.abs(below) <= most : below >= -most && below <= 3 * most;
  return isOnBaseline && Math.abs(word.y1 - top) <= most ? { ...word, text: `I${mark}` } : word;
}
