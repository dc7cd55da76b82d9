import { describe, expect, it } from 'vitest';
import { findLoneNumbers, readLoneNumbers } from '../../../../../core/ocr/pages/unread/read-lone-numbers.ts';
import { unreadInkOf } from '../../../../../core/ocr/pages/unread/read-unread-ink.ts';
import { readPageLines } from '../../../../../core/ocr/pages/read-page-lines.ts';
import { recognisePage, type RecognisedPage } from '../../../../../core/ocr/pages/recognise-page.ts';
import type { PageInk } from '../../../../../core/ocr/layout/ink-mask.ts';
import { drawScan, withLines, type Sheet } from '../../draw-scan.ts';

const ENGLISH = [
  'The board of the company met on the third of March in Warsaw.',
  'It has approved the accounts of the year that has just ended.',
];

const read = async (draw: (sheet: Sheet) => void): Promise<RecognisedPage> =>
  recognisePage(
    await drawScan((sheet) => {
      withLines(ENGLISH, { top: 120 })(sheet);
      draw(sheet);
    }),
    { languages: ['en'] },
  );
const textOf = ({ words }: RecognisedPage): string => words.map(({ text }) => text).join(' ');

describe('A number that stands alone', () => {
  const isReadAtTheBottom = async (number: string): Promise<void> => {
    const page = await read((sheet) => {
      sheet.text(number, 295, 800, { size: 10 });
    });
    expect(textOf(page)).toBe(`${ENGLISH.join(' ')} ${number}`);
  };
  it.each(['1', '-5-'])('is read at the bottom of the page: %s', isReadAtTheBottom);
  it.each(['2', '4', '7', '12', '2/8'])('is read at the bottom of the page: %s', { tags: 'slow' }, isReadAtTheBottom);

  it('is read at the top of the page, and comes first', async () => {
    const page = await read((sheet) => {
      sheet.text('3', 520, 50, { size: 10 });
    });
    expect(textOf(page)).toBe(`3 ${ENGLISH.join(' ')}`);
    const [number] = page.words;
    expect(number?.line).not.toBe(page.words[1]?.line);
    expect(number?.kind).toBe('printed');
  });

  it('is read in a column of a table', async () => {
    const page = await read((sheet) => {
      for (const [row, number] of ['8', '6', '4'].entries()) sheet.text(number, 80, 300 + 60 * row, { size: 10 });
    });
    expect(textOf(page)).toBe(`${ENGLISH.join(' ')} 8 6 4`);
  });

  it('is not seen in a speck, a stroke and a frame', async () => {
    const page = await read((sheet) => {
      sheet.area(295, 790, 3, 2, 0);
      sheet.area(400, 770, 1, 40, 0);
      sheet.area(150, 780, 8, 8, 0);
    });
    expect(textOf(page)).toBe(ENGLISH.join(' '));
  });
});

describe('A page that is read as poorly as handwriting', () => {
  it('is left as it is: its strokes look like digits', async () => {
    const source = await drawScan((sheet) => {
      sheet.text('3', 295, 800, { size: 10 });
      withLines(ENGLISH, { top: 120 })(sheet);
    });
    const read = await readPageLines(source, { languages: ['en'] });
    if (read === null) throw new Error('no text');
    const without = read.lines.filter(({ words }) => words[0]?.text !== '3');
    const unread = unreadInkOf(read.mask, without);
    const withConfidence = (confidence: number) => ({
      lines: without.map((line) => ({ ...line, words: line.words.map((word) => ({ ...word, confidence })) })),
      unread,
      unconvincing: [],
    });
    const [poor, good] = [withConfidence(60), withConfidence(90)];
    expect(await readLoneNumbers(poor, read.page, read.mask, ['en'])).toBe(poor);
    expect((await readLoneNumbers(good, read.page, read.mask, ['en'])).lines).toHaveLength(without.length + 1);
  });
});

/** A mask of dots and bars: left, top, width, height. */
function maskOf(width: number, height: number, areas: readonly (readonly [number, number, number, number])[]): PageInk {
  const ink = new Uint8Array(width * height);
  for (const [left, top, across, down] of areas)
    for (let y = top; y < top + down; y += 1) ink.fill(1, y * width + left, y * width + left + across);
  return { width, height, ink, dark: ink, paper: new Uint8Array(width * height).fill(255), inkPixels: 0, scale: 2 };
}

describe('The places of lone numbers', () => {
  it('join the parts of a digit whose thin strokes are lost', () => {
    const parts = [
      [100, 700, 4, 2],
      [102, 704, 2, 2],
      [100, 708, 5, 2],
    ] as const;
    expect(findLoneNumbers(maskOf(620, 877, parts))).toEqual([{ left: 100, top: 700, right: 105, bottom: 710 }]);
  });

  it('are not beside other ink that was not read', () => {
    const letters = [
      [100, 700, 6, 12],
      [116, 700, 6, 12],
    ] as const;
    expect(findLoneNumbers(maskOf(620, 877, [letters[0]]))).toHaveLength(1);
    // Further apart than letters of a word, and nearer than the height of one.
    expect(findLoneNumbers(maskOf(620, 877, letters))).toEqual([]);
  });

  it('are at most a hundred, those at the edges of the page first', () => {
    const digits = Array.from(
      { length: 300 },
      (_, at) => [30 + 40 * (at % 12), 20 + 30 * Math.floor(at / 12), 4, 8] as const,
    );
    const found = findLoneNumbers(maskOf(620, 877, digits));
    expect(found).toHaveLength(100);
    expect(found.every(({ top, bottom }) => top < 300 || bottom > 577)).toBe(true);
  });

  it('are not looked for among ten thousand specks', () => {
    const specks = Array.from(
      { length: 12_000 },
      (_, at) => [12 * (at % 120), 4 * Math.floor(at / 120), 2, 1] as const,
    );
    expect(findLoneNumbers(maskOf(1500, 500, [...specks, [700, 450, 4, 8]]))).toEqual([]);
  });
});
