import { describe, expect, it } from 'vitest';
import { withoutUnsureLines } from '../../../../../core/ocr/lines/left-out/unsure-lines.ts';
import type { LineReading } from '../../../../../core/ocr/lines/read-lines.ts';
import { recognisePage } from '../../../../../core/ocr/pages/recognise-page.ts';
import { drawScan, withLines, type Sheet } from '../../draw-scan.ts';

const ENGLISH = [
  'The board of the company met on the third of March in Warsaw.',
  'It has approved the accounts of the year that has just ended.',
  'The members of the board have signed the report on the accounts.',
  'It was sent to the owners of the company by mail in the same week.',
];

/** A line of one word. */
const lineOf = (text: string, confidence: number, handwritten = false): LineReading => {
  const box = { left: 0, top: 100, right: 100, bottom: 120 };
  const word = { text, confidence, x1: 0, y1: 100, x2: 100, y2: 120, entropy: 0, line: 0, block: 0, handwritten };
  return { segment: { rotation: 0, box, words: [box], line: 0, block: 0 }, words: [word] };
};

/** Rows of empty boxes. */
const drawBoxes = (sheet: Sheet): void => {
  for (let box = 0; box < 72; box += 1) {
    const [x, y] = [70 + 20 * (box % 12), 300 + 25 * Math.floor(box / 12)];
    sheet.area(x, y, 9, 9, 0);
    sheet.area(x + 0.8, y + 0.8, 7.4, 7.4, 255);
  }
};

describe('A page of text', () => {
  it('has no words of rows of boxes, whose ink is unread', { tags: 'slow' }, async () => {
    const source = await drawScan((sheet) => {
      withLines(ENGLISH)(sheet);
      drawBoxes(sheet);
    });
    const page = await recognisePage(source, { languages: [] });
    expect(page.words.map(({ text }) => text).join(' ')).toBe(ENGLISH.join(' '));
    expect(page.unreadInk).toBeGreaterThan(0.1);
  });
});

describe('A line that was read with next to no confidence', () => {
  const [sure, unsure] = [lineOf('Quarterly', 90), lineOf('Ee', 20)];

  it('is left out of a page that is read well', () => {
    expect(withoutUnsureLines([sure, unsure])).toEqual([sure]);
  });

  it('stays if it is a number: a table has no cell without it', () => {
    const lines = [sure, lineOf('21,50', 35)];
    expect(withoutUnsureLines(lines)).toBe(lines);
  });

  it('stays if it is long: it is faint print, of which parts were read', () => {
    const lines = [lineOf('Quarterly report of the board', 90), lineOf('0FFICIAL RECElPT Shft No 2', 40)];
    expect(withoutUnsureLines(lines)).toBe(lines);
  });

  it('stays where much of the page is read so, as one in another script is', () => {
    const lines = [sure, lineOf('Quenferlg', 20)];
    expect(withoutUnsureLines(lines)).toBe(lines);
  });

  it('stays if it is written by hand', () => {
    const lines = [sure, lineOf('', 0, true)];
    expect(withoutUnsureLines(lines)).toBe(lines);
  });
});
