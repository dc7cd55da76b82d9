import { describe, expect, it } from 'vitest';
import { readUnreadPrint } from '../../../../../core/ocr/pages/unread/read-unread-print.ts';
import type { LineReader } from '../../../../../core/ocr/ppocr/line-reader.ts';
import type { LineReading } from '../../../../../core/ocr/lines/read-lines.ts';
import type { RecognisedWord } from '../../../../../core/ocr/read-words.ts';

const PAGE = {
  image: { width: 800, height: 600, channels: 1 as const, data: new Uint8Array(800 * 600).fill(255) },
  dpi: 150,
};

const line = (number: number, text: string, confidence: number, more: Partial<RecognisedWord> = {}): LineReading => {
  const [left, top, right, bottom] = [50, 100 * number, 350, 100 * number + 30];
  const word = {
    x1: left,
    y1: top,
    x2: right,
    y2: bottom,
    text,
    confidence,
    entropy: 1,
    line: number,
    block: 0,
    ...more,
  };
  const box = { left, top, right, bottom };
  return { segment: { rotation: 0, box, words: [box], line: number, block: 0 }, words: text === '' ? [] : [word] };
};

/** A reader that reads the same words of every picture, and counts the pictures. */
const readerOf = (text: string, confidence: number): LineReader & { readonly pictures: number[] } => {
  const pictures: number[] = [];
  return {
    pictures,
    read: (lines) => {
      pictures.push(...lines.map(({ width }) => width));
      return Promise.resolve(lines.map(() => [{ text, left: 0, right: 1, confidence, entropy: 0 }]));
    },
  };
};

const textsOf = (lines: readonly LineReading[]): string[] =>
  lines.map(({ words }) => words.map(({ text }) => text).join(' '));

describe('A line that could not be read', () => {
  it('has what the installed reader reads surely; lines that were read are not given to it', async () => {
    const reader = readerOf('Gesamtbetrag', 97);
    const lines = await readUnreadPrint(PAGE, [line(1, 'Invoice', 96), line(2, 'Ce:mrbcr', 31)], [], reader);
    expect(textsOf(lines)).toEqual(['Invoice', 'Gesamtbetrag']);
    expect(reader.pictures).toHaveLength(1);
  });

  it('is added where it was found and had no words', async () => {
    const found = line(2, '', 0);
    const lines = await readUnreadPrint(
      PAGE,
      [line(1, 'Invoice', 96), line(3, 'Total', 95)],
      [found],
      readerOf('Net', 90),
    );
    expect(textsOf(lines)).toEqual(['Invoice', 'Net', 'Total']);
  });

  it.each([
    ['is not sure', 'Gesamtbetrag', 60],
    ['reads a letter or two', 'Il', 99],
  ])('stays as it is where the reader %s', async (_name, text, confidence) => {
    const before = [line(1, 'Ce:mrbcr', 31)];
    expect(await readUnreadPrint(PAGE, before, [line(2, '', 0)], readerOf(text, confidence))).toBe(before);
  });

  it('is not read again where it is handwriting', async () => {
    const reader = readerOf('Gesamtbetrag', 97);
    const before = [line(1, 'x', 0, { handwritten: true })];
    expect(await readUnreadPrint(PAGE, before, [], reader)).toBe(before);
    expect(reader.pictures).toEqual([]);
  });
});
