/**
 * Separator sheets, which are put between documents so that a machine finds the boundaries: coloured paper, a word in
 * capitals, a patch code, a barcode. The interface specification does not mention them, and each page must belong to a
 * document. A separator sheet is the last page of the document before it, like a blank verso. Each document then begins
 * with its own first page.
 */
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { LANGUAGES } from './all-languages.ts';
import { phrase, shortText } from './prose.ts';
import { Sheet } from './sheet.ts';
import type { Random } from '../../random.ts';

/** The separator sheets of one stream: identical except for a counter. */
export interface Separator {
  /** Grey level of the paper, 0 (black) to 1 (white). */
  readonly paper: number;
  readonly words: readonly string[];
  /** Height of the letters as a share of the page's height. */
  readonly size: number;
  /** Position of the first line as a share of the page's height. */
  readonly down: number;
  /** Barcodes or patch codes, as shares of the page: left, top, width, height. */
  readonly bars: readonly (readonly [number, number, number, number])[];
  /** Whether each sheet has a number. */
  readonly counts: boolean;
  readonly language: string;
}

export function drawSeparator(random: Random): Separator {
  const language = random.pick(LANGUAGES);
  const patch = random.pick(['Patch T', 'PATCH CODE T', 'PATCH II', '*PATCH*']);
  const text = random.pick([
    [],
    [phrase(language, 'separator', random)],
    [phrase(language, 'separator', random), shortText(language, random)],
    [patch],
    [patch, phrase(language, 'separator', random)],
  ]);
  const bars = text.length === 0 && random.chance(0.7) ? [] : random.chance(0.6) ? drawBars(random) : [];
  return {
    paper:
      bars.length === 0 && text.length === 0
        ? 0.45 + 0.45 * random.next()
        : random.chance(0.3)
          ? 0.6 + 0.35 * random.next()
          : 1,
    words: text,
    size: 0.015 + 0.05 * random.next(),
    down: 0.1 + 0.6 * random.next(),
    bars,
    counts: random.chance(0.3),
    language: language.code,
  };
}

const drawBars = (random: Random): Separator['bars'] =>
  random
    .pick([
      [[0.1, 0.08, 0.8, 0.08]],
      [
        [0.1, 0.1, 0.8, 0.06],
        [0.1, 0.85, 0.8, 0.06],
      ],
      [[0.3, 0.4, 0.4, 0.07]],
      [
        [0.05, 0.1, 0.06, 0.8],
        [0.89, 0.1, 0.06, 0.8],
      ],
    ] as const)
    .map(([x, y, wide, high]): [number, number, number, number] => [x, y, wide, high * (0.6 + 0.6 * random.next())]);

/** A separator sheet of the size of `like`. @param at  position among the stream's separator sheets, from 0 */
export function separatorSheet(
  { paper, words, size, down, bars, counts, language }: Separator,
  like: PageRecord,
  at: number,
): PageRecord {
  const { width, height } = like;
  const sheet = new Sheet(width, height, { narrow: 1, mono: false, weight: 1.4 });
  if (paper < 1) sheet.mark(0, 0, width, height, 1 - paper);
  for (const [x, y, wide, high] of bars) drawBarcode(sheet, x * width, y * height, wide * width, high * height);
  for (const [line, text] of (counts && words.length > 0 ? [...words, String(at + 1)] : words).entries()) {
    sheet.write(text, width / 2, (down + line * size * 1.6) * height, {
      size: size * height,
      bold: true,
      align: 'centre',
    });
  }
  const record = sheet.toRecord(like.page, language);
  // The colour of a sheet is background and does not count as ink.
  return bars.length === 0 ? { ...record, ink: Math.min(record.ink, words.length * size) } : record;
}

function drawBarcode(sheet: Sheet, x: number, y: number, wide: number, high: number): void {
  const upright = wide > high;
  const [length, bars] = [upright ? wide : high, 24];
  for (let bar = 0; bar < bars; bar += 1) {
    const from = (bar / bars) * length;
    const to = from + (length / bars) * (bar % 3 === 0 ? 0.7 : 0.4);
    if (upright) sheet.mark(x + from, y, x + to, y + high, 1);
    else sheet.mark(x, y + from, x + wide, y + to, 1);
  }
}
