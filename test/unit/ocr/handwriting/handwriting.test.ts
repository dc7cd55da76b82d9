import { beforeAll, describe, expect, it } from 'vitest';
import { recognisePage, type RecognisedPage } from '../../../../core/ocr/pages/recognise-page.ts';
import { drawScan, type Sheet } from '../draw-scan.ts';

const PRINTED = [
  'The delivery will arrive at your office on Monday morning',
  'Please return the signed form together with the invoice',
  'All prices include the statutory value added tax of this year',
];
const WRITTEN = [
  'do not dial this name until noon',
  'mother is in london the entire month',
  'she had no other inheritance in all',
];

const printed = (sheet: Sheet): void => {
  for (const [index, line] of PRINTED.entries()) sheet.text(line, 60, 100 + 24 * index, { size: 12 });
};

const written = (sheet: Sheet): void => {
  for (const [index, line] of WRITTEN.entries()) sheet.hand(line, 60, 240 + 40 * index, 18);
};

const read = async (draw: (sheet: Sheet) => void) => recognisePage(await drawScan(draw), { languages: ['en'] });

describe('A scanned page', () => {
  let page: RecognisedPage;
  beforeAll(async () => {
    page = await read((sheet) => {
      printed(sheet);
      written(sheet);
    });
  });

  it('says which of its lines are printed and which are handwritten', () => {
    const { words, height } = page;
    const border = (190 / 842) * height;
    const kindsOf = (some: typeof words) => [...new Set(some.map(({ kind }) => kind))];
    const [above, below] = [words.filter(({ y1 }) => y1 < border), words.filter(({ y1 }) => y1 >= border)];
    expect(kindsOf(above)).toEqual(['printed']);
    expect(above.map(({ text }) => text).join(' ')).toBe(PRINTED.join(' '));
    const lines = new Set(below.filter(({ kind }) => kind === 'handwritten').map(({ line }) => line));
    expect(lines.size).toBeGreaterThanOrEqual(WRITTEN.length);
    expect(kindsOf(below)).toEqual(['handwritten']);
  });

  it('has no text where handwriting is not read, and counts its ink as unread', () => {
    const { words, unreadInk } = page;
    expect(
      words
        .filter(({ kind }) => kind === 'handwritten')
        .map(({ text }) => text)
        .join(''),
    ).toBe('');
    expect(unreadInk).toBeGreaterThan(0.2);
  });

  it('has no handwriting where all of it is printed', async () => {
    const { words } = await read(printed);
    expect(words.map(({ kind }) => kind)).not.toContain('handwritten');
    expect(words).toHaveLength(PRINTED.join(' ').split(' ').length);
  });
});
