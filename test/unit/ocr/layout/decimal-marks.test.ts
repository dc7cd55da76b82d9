import { describe, expect, it } from 'vitest';
import { withDecimalMarks } from '../../../../core/ocr/layout/decimal-marks.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { recognisePage } from '../../../../core/ocr/pages/recognise-page.ts';
import { drawScan } from '../draw-scan.ts';
import { blankImage, fillBox } from './draw-greys.ts';

/** Height of the digits, the first row below them, and the column of the first digit, in pixels. */
const [HEIGHT, BASELINE, LEFT] = [20, 50, 30];
const [DIGIT, MARK, GAP] = [10, 3, 3];
const [INK, PAPER] = [20, 235];

/**
 * A number whose digits are bars and whose marks are boxes on the line; a comma goes below it.
 * @param raised pixels by which its marks stand above the line
 */
function drawNumber(number: string, { ink = INK, paper = PAPER, raised = 0, gap = GAP } = {}): RasterImage {
  const image = blankImage(400, 100, paper);
  let left = LEFT;
  for (const character of number) {
    const isDigit = /\d/u.test(character);
    const bottom = BASELINE - (isDigit ? 0 : raised) + (character === ',' ? 4 : 0);
    const right = left + (isDigit ? DIGIT : MARK);
    fillBox(
      image,
      { left, top: isDigit ? BASELINE - HEIGHT : bottom - (character === ',' ? 7 : 3), right, bottom },
      ink,
    );
    left = right + gap;
  }
  return image;
}

/** The number as it is read by a recogniser that leaves out all marks. */
function read(number: string, options = {}): string {
  const image = drawNumber(number, options);
  return withDecimalMarks(
    image,
    { left: LEFT, top: BASELINE - HEIGHT, right: 390, bottom: BASELINE + 4 },
    digitsOf(number),
  );
}
const digitsOf = (number: string): string => number.replaceAll(/\D/gu, '');

describe('The marks of a number that was read without them', () => {
  it.each(['5.9', '0,5', '12.75', '1.234,56', '1,234,567.8'])('are found in %s', (number) => {
    expect(read(number)).toBe(number);
  });

  it('are found in white on black', () => {
    expect(read('3.8', { ink: 250, paper: 10 })).toBe('3.8');
  });

  it('are none in a number without marks', () => {
    expect(read('1984')).toBe('1984');
  });

  it('are none where a mark stands above the line, as in a time of day', () => {
    expect(read('12.30', { raised: 8 })).toBe('1230');
  });

  it('are none between digits that are as close as others, as dirt is', () => {
    expect(read('12.30', { gap: 0 })).toBe('1230');
  });

  it('are not looked for where the digits in the picture are not as many', () => {
    const image = drawNumber('12.5');
    const box = { left: LEFT, top: BASELINE - HEIGHT, right: 390, bottom: BASELINE + 4 };
    expect(withDecimalMarks(image, box, '1251')).toBe('1251');
    expect(withDecimalMarks(image, box, 'I25')).toBe('I25');
  });
});

describe('Numbers that stand alone on a page', () => {
  const NUMBERS = ['1.5', '3.8', '4.1', '5.9', '8.3', '2.2', '41', '180', '7', '0.12', '4.11'];

  it('are read with their points, or not at all', { tags: 'slow' }, async () => {
    const scan = await drawScan((sheet) => {
      for (const [row, number] of NUMBERS.entries()) sheet.text(number, 440, 150 + 40 * row, { size: 12 });
    });
    const { words } = await recognisePage(scan, { languages: ['en'] });
    const found = words.map(({ text }) => text);
    expect(found.filter((text) => !NUMBERS.includes(text))).toEqual([]);
    expect(found.length).toBeGreaterThanOrEqual(NUMBERS.length - 2);
  });
});
