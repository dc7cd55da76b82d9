import { beforeAll, describe, expect, it } from 'vitest';
import type { PageImage } from '../../../../core/ocr/pages/page-image.ts';
import { readPoorPageAgain, readUprightPage } from '../../../../core/ocr/pages/read-upright-page.ts';
import type { ReadPage } from '../../../../core/ocr/pages/read-upright-page.ts';
import { textOf } from '../../../../core/ocr/read-words.ts';
import { drawScan, withLines } from '../draw-scan.ts';

const LINES = [
  'The goods remain the property of the seller until they have been paid for.',
  'The customer accepts these terms with the order of the goods.',
];
const CHOICE = { languages: ['en'], among: ['en'], identified: 'en', confident: true } as const;

describe('A page of which much was read poorly', () => {
  let images: Record<'coarse' | 'fine', PageImage>;
  beforeAll(async () => {
    const scan = await drawScan(withLines(LINES, { size: 9 }));
    const at = async (dpi: number): Promise<PageImage> => ({ image: await scan.render(dpi), dpi });
    images = { coarse: await at(72), fine: await at(220) };
  });
  const readOn = async (page: PageImage): Promise<ReadPage> => ({ page, reading: await readUprightPage(page, CHOICE) });
  const text = ({ reading }: ReadPage): string => textOf(reading.lines.flatMap(({ words }) => words));

  it('is laid out and read again on its finest image', { tags: 'slow' }, async () => {
    const coarse = await readOn(images.coarse);
    expect(text(coarse)).not.toBe(LINES.join(' '));
    const again = await readPoorPageAgain(coarse, () => Promise.resolve(images.fine), CHOICE);
    expect(again.page.dpi).toBe(images.fine.dpi);
    expect(text(again)).toBe(LINES.join(' '));
  });

  it('keeps a line that the layout of its finest image lacks', { tags: 'slow' }, async () => {
    const coarse = await readOn(images.coarse);
    const withoutLast = await drawScan(withLines(LINES.slice(0, 1), { size: 9 }));
    const fine = { image: await withoutLast.render(220), dpi: 220 };
    const again = await readPoorPageAgain(coarse, () => Promise.resolve(fine), CHOICE);
    const last = coarse.reading.lines.at(-1);
    expect(again.page.dpi).toBe(fine.dpi);
    expect(text(again)).toBe(`${LINES[0] ?? ''} ${textOf(last?.words ?? [])}`);
  });

  it('is not rendered again where nothing could be read: a picture, or a script of no engine', async () => {
    const coarse = await readOn(images.coarse);
    const lines = coarse.reading.lines.map((line) => ({
      ...line,
      words: line.words.map((word) => ({ ...word, confidence: 20 })),
    }));
    const unreadable = { ...coarse, reading: { ...coarse.reading, lines } };
    const never = () => Promise.reject(new Error('rendered again'));
    expect((await readPoorPageAgain(unreadable, never, CHOICE)) === unreadable).toBe(true);
  });

  it('keeps its first reading where the other image is not finer', async () => {
    const coarse = await readOn(images.coarse);
    const again = await readPoorPageAgain(coarse, () => Promise.resolve(images.coarse), CHOICE);
    expect(again === coarse).toBe(true);
  });

  it('is not rendered again where it was read well', async () => {
    const fine = await readOn(images.fine);
    const never = () => Promise.reject(new Error('rendered again'));
    expect((await readPoorPageAgain(fine, never, CHOICE)) === fine).toBe(true);
  });
});
