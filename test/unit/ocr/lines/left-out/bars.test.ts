import { describe, expect, it } from 'vitest';
import { withoutBars } from '../../../../../core/ocr/lines/left-out/bars.ts';
import type { LineReading } from '../../../../../core/ocr/lines/read-lines.ts';
import type { RasterImage } from '../../../../../core/ocr/raster-image.ts';
import { textOf, type RecognisedWord } from '../../../../../core/ocr/read-words.ts';

const WIDTH = 400;
const HEIGHT = 100;
/** Capitals of the line reach from here to here. */
const [TOP, BASELINE] = [40, 60];

interface Stroke {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  /** 0 is black. */
  readonly grey?: number;
}

/** White paper with vertical strokes of three pixels. */
function drawn(...strokes: readonly Stroke[]): RasterImage {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(250);
  for (const { x, top, bottom, grey = 30 } of strokes)
    for (let y = top; y < bottom; y += 1) data.fill(grey, y * WIDTH + x, y * WIDTH + x + 3);
  return { width: WIDTH, height: HEIGHT, channels: 1, data };
}

const word = (text: string, x1: number, x2: number, [y1, y2] = [TOP, BASELINE] as const): RecognisedWord => ({
  text,
  x1,
  x2,
  y1,
  y2,
  confidence: 90,
  entropy: 0,
  line: 0,
  block: 0,
});

const line = (...words: readonly RecognisedWord[]): LineReading => ({
  segment: { rotation: 0, box: { left: 0, top: TOP, right: WIDTH, bottom: BASELINE }, words: [], line: 0, block: 0 },
  words,
});

const read = (image: RasterImage, ...words: readonly RecognisedWord[]): string[] =>
  withoutBars([line(...words)], image).map((kept) => textOf(kept.words));

const RULE = { x: 200, top: 0, bottom: HEIGHT, grey: 170 };
const LETTER = { x: 200, top: TOP, bottom: BASELINE };

describe('A bar', () => {
  it('is left out where it is the rule of a table, with its line if there is nothing else', () => {
    expect(read(drawn(RULE), word('75,20', 120, 180), word('|', 199, 204))).toEqual(['75,20']);
    expect(read(drawn(RULE), word('|', 199, 204))).toEqual([]);
  });

  it.each([
    ['3377,00|', 120, 204, '3377,00'],
    ['45,25||', 120, 204, '45,25'],
    ['19/06]', 120, 204, '19/06'],
    ['|Total', 199, 280, 'Total'],
    ['[Total', 199, 280, 'Total'],
  ])('is taken off beside the text of a cell: %s', (text, x1, x2, expected) => {
    expect(read(drawn(RULE), word(text, x1, x2))).toEqual([expected]);
  });

  it.each(['[1]', '|x|', 'a|b', '|'])('stays where there is no rule: %s', (text) => {
    expect(read(drawn(LETTER), word(text, 199, 240))).toEqual([text]);
  });

  it('of handwriting stays', () => {
    expect(read(drawn(RULE), { ...word('|', 199, 204), handwritten: true })).toEqual(['|']);
  });

  it('is a capital I where it is as high as the capitals of its line', () => {
    const [before, after] = [word('2.', 100, 120), word('hereby', 220, 300, [TOP, 66])];
    const that = word('that', 310, 350);
    expect(read(drawn(LETTER), before, word('|', 199, 204), after, that)).toEqual(['2. I hereby that']);
    expect(read(drawn(LETTER), before, word('|,', 199, 208, [TOP, 64]), after, that)).toEqual(['2. I, hereby that']);
  });

  it('stays where it is higher than the capitals, or reaches below the baseline', () => {
    const [home, about] = [word('Home', 100, 180), word('About', 220, 300)];
    const separator = { ...LETTER, top: TOP - 2, bottom: BASELINE + 6 };
    expect(read(drawn(separator), home, word('|', 199, 204, [TOP - 2, BASELINE + 6]), about)).toEqual(['Home | About']);
    expect(read(drawn(LETTER), word('|', 199, 204))).toEqual(['|']);
  });

  it('of a vertical line is not looked at', () => {
    const vertical = { ...line(word('|', 199, 204)), segment: { ...line().segment, rotation: 90 as const } };
    expect(withoutBars([vertical], drawn(RULE))).toEqual([vertical]);
  });
});
