import { describe, expect, it } from 'vitest';
import { findWrittenLines } from '../../../../core/ocr/handwriting/written-lines.ts';
import type { SlantedBox } from '../../../../core/ocr/ppocr/slanted-box.ts';
import type { LineReading } from '../../../../core/ocr/lines/read-lines.ts';
import type { RecognisedWord } from '../../../../core/ocr/read-words.ts';

/** A line 20 pixels high whose words are 100 pixels wide and begin every 110 pixels. */
const lineAt = (y: number, words: readonly (readonly [text: string, confidence: number])[]): LineReading => {
  const read = words.map(([text, confidence], at): RecognisedWord => ({
    x1: 110 * at,
    y1: y,
    x2: 110 * at + 100,
    y2: y + 20,
    text,
    confidence,
    entropy: 0,
    line: 0,
    block: 0,
  }));
  const boxes = read.map(({ x1, y1, x2, y2 }) => ({ left: x1, top: y1, right: x2, bottom: y2 }));
  const box = { left: 0, top: y, right: 110 * words.length, bottom: y + 20 };
  return { segment: { rotation: 0, box, words: boxes, line: 0, block: 0 }, words: read };
};

const pieceOf = (line: LineReading) => ({ line, boxes: line.segment.words, guessed: line.words });
const boxAt = (y: number, words: number): SlantedBox => ({
  x: 55 * words,
  y: y + 10,
  width: 110 * words,
  height: 30,
  angle: 0,
});

const WRITTEN = lineAt(0, [
  ['mather', 40],
  ['iis', 30],
  ['home', 50],
]);
const UNSURE = lineAt(100, [
  ['lond', 70],
  ['on', 65],
]);
const PRINT = lineAt(200, [
  ['Please', 95],
  ['in', 88],
  ['return', 94],
]);

describe('The lines that are written by hand', () => {
  it('are all that are no sure print on a page with more handwriting than print, found by the layout or not', () => {
    const found = [boxAt(0, 3), boxAt(100, 2), boxAt(300, 2)];
    const written = findWrittenLines(found, [WRITTEN, UNSURE], [pieceOf(WRITTEN)]);
    expect(written.map(({ box }) => box.y)).toEqual([10, 110, 310]);
    expect(written.map(({ guessed }) => guessed.map(({ text }) => text).join(' '))).toEqual([
      'mather iis home',
      'lond on',
      '',
    ]);
  });

  it('are only those with handwriting on a page with more print', () => {
    const found = [boxAt(0, 3), boxAt(100, 2), boxAt(200, 3), boxAt(300, 2)];
    const written = findWrittenLines(found, [WRITTEN, UNSURE, PRINT], [pieceOf(WRITTEN)]);
    expect(written.map(({ box }) => box.y)).toEqual([10]);
  });

  it('are no print that was read with confidence, nor its short words', () => {
    const long = lineAt(
      0,
      Array.from({ length: 9 }, () => ['mather', 40] as const),
    );
    const found = [boxAt(0, 9), boxAt(200, 3)];
    expect(findWrittenLines(found, [long, PRINT], [pieceOf(long)]).map(({ box }) => box.y)).toEqual([10]);
  });

  it('are cut where print stands in them', () => {
    const form = lineAt(0, [
      ['Name', 96],
      ['Hllar', 30],
      ['iis', 20],
    ]);
    const piece = { line: form, boxes: form.segment.words.slice(1), guessed: form.words.slice(1) };
    const [written, ...others] = findWrittenLines([boxAt(0, 3)], [form], [piece]);
    expect(others).toEqual([]);
    expect((written?.box.x ?? 0) - (written?.box.width ?? 0) / 2).toBeCloseTo(100);
    expect(written?.guessed.map(({ text }) => text)).toEqual(['Hllar', 'iis']);
  });
});
