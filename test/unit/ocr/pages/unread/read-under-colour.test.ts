import { beforeAll, describe, expect, it } from 'vitest';
import type { PageSource } from '../../../../../core/ocr/pages/page-source.ts';
import { recognisePage } from '../../../../../core/ocr/pages/recognise-page.ts';
import type { RasterImage } from '../../../../../core/ocr/raster-image.ts';
import { drawScan, withLines } from '../../draw-scan.ts';

const LINES = [
  'The board of the company met on the third of March in Warsaw.',
  'It has approved the accounts of the year that has just ended.',
  'The members of the board have signed the report on the accounts.',
  'It was sent to the owners of the company by mail in the same week.',
  'All letters to the board are answered within thirty days.',
];

/** A stamp of slanted strokes across the ends of the lines. */
const stamped = (image: RasterImage): RasterImage => ({
  ...image,
  data: image.data.map((grey, at) => {
    const scale = 1240 / image.width;
    const [x, y] = [(at % image.width) * scale, Math.floor(at / image.width) * scale];
    const isIn = x > 420 && x < 900 && y > 170 && y < 420;
    const isFrame = isIn && (x < 428 || x > 892 || y < 178 || y > 412);
    return isFrame || (isIn && (x + 0.4 * y) % 60 < 8) ? Math.min(grey, 90) : grey;
  }),
});

/** How many of the words are read, of a page whose stamp has a colour or not. */
const wordsRead = async (renderWithoutColour: PageSource['renderWithoutColour']): Promise<number> => {
  const seen = await drawScan(withLines(LINES), { change: stamped });
  const page = await recognisePage(
    { ...seen, ...(renderWithoutColour === undefined ? {} : { renderWithoutColour }) },
    { languages: ['en'] },
  );
  const words = new Set(page.words.map(({ text }) => text));
  return LINES.join(' ')
    .split(' ')
    .filter((word) => words.has(word)).length;
};

describe('Print below a stamp', () => {
  let plain: PageSource;
  beforeAll(async () => {
    plain = await drawScan(withLines(LINES));
  });

  it('is read where the stamp has a colour', { tags: 'slow' }, async () => {
    const all = LINES.join(' ').split(' ').length;
    expect(await wordsRead((dpi, orientation) => plain.render(dpi, orientation))).toBe(all);
    expect(await wordsRead(() => Promise.resolve(null)), 'a black stamp').toBeLessThan(0.8 * all);
  });
});
