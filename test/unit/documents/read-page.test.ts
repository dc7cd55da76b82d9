import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { DocumentReader, PageSize, TextLayerWord } from '../../../core/documents/formats/document-reader.ts';
import { readPage } from '../../../core/documents/read-page.ts';
import { rasterOf } from '../../../core/ocr/raster-image.ts';

const A4: PageSize = { widthMm: 210, heightMm: 297 };

/** Lines of small print, each word 20 points wide, at these distances in points from the top of the page. */
const linesAt = (tops: readonly number[]): TextLayerWord[] =>
  tops.flatMap((top, line) =>
    [60, 82, 104].map((x1) => ({ x1, y1: top, x2: x1 + 20, y2: top + 4, text: `word${line}` })),
  );

/** A page with a text layer over white, whose upload has this resolution. */
const readerOf = (words: readonly TextLayerWord[], ownDpi?: number): DocumentReader => {
  const size = ownDpi === undefined ? A4 : { ...A4, ownDpi };
  return {
    kind: 'pdf',
    pageCount: 1,
    encrypted: false,
    pageSize: () => Promise.resolve(A4),
    measurePage: () => Promise.resolve(size),
    textLayer: () => Promise.resolve({ words, quality: 'good', doubt: 'no', rotation: 0 }),
    fonts: () => Promise.resolve([]),
    render: (_, { width, height }, channels) =>
      Promise.resolve({ width, height, channels, data: new Uint8Array(width * height * channels).fill(255) }),
    close: () => Promise.resolve(),
  };
};

describe('A page with a text layer', () => {
  it('has boxes in the pixels of the upload, and the text of the layer in the same lines and blocks', async () => {
    const words = linesAt([100, 104.2, 110, 114.2]);
    const [fine, coarse] = [
      await readPage(readerOf(words), 1, { languages: [] }),
      await readPage(readerOf(words, 60), 1, { languages: [] }),
    ];
    expect([fine.width, fine.height, fine.dpi]).toEqual([1819, 2572, 220]);
    expect([coarse.width, coarse.height, coarse.dpi]).toEqual([496, 702, 60]);
    expect(coarse.fulltext).toBe(fine.fulltext);
    expect(coarse.words.map(({ line, block }) => [line, block])).toEqual(
      fine.words.map(({ line, block }) => [line, block]),
    );
    expect(coarse.words[0]).toMatchObject({ x1: 50, y1: 84, x2: 67, y2: 87 });
  });
});

describe('A scan whose page has one unit for each pixel', () => {
  const PIXELS = { width: 2480, height: 3508 };
  const lines = [1, 2, 3, 4, 5, 6].map(
    (line) =>
      `<text x="300" y="${400 + 90 * line}" font-family="sans-serif" font-size="50">Thank you for the letter of the ${line}th of March</text>`,
  );
  const scan = `<svg xmlns="http://www.w3.org/2000/svg" width="2480" height="3508"><rect width="2480" height="3508" fill="#fff"/>${lines.join('')}</svg>`;

  it('is read like the paper that was scanned, and has the size that it states', async () => {
    const rendered: number[] = [];
    const size = { widthMm: (PIXELS.width / 72) * 25.4, heightMm: (PIXELS.height / 72) * 25.4, ownDpi: 72 };
    const reader: DocumentReader = {
      ...readerOf([]),
      pageSize: () => Promise.resolve(size),
      measurePage: () => Promise.resolve(size),
      textLayer: () => Promise.resolve({ words: [], quality: 'none', doubt: 'no', rotation: 0 }),
      render: (_, { width, height }, channels) => {
        rendered.push(width);
        return rasterOf(sharp(Buffer.from(scan)).resize(width, height, { fit: 'fill' }), channels);
      },
    };
    const record = await readPage(reader, 1, { languages: ['en'] });
    // A4 at 150 dpi. At 150 dpi of the stated page it would have 12 million pixels, the most that are read.
    expect(rendered).toEqual([1240]);
    expect(record).toMatchObject({ ...PIXELS, dpi: 72 });
    expect(record.fulltext).toContain('Thank you for the letter of the 4th of March');
    expect(record.words[0]?.x1).toBeGreaterThan(290);
    expect(record.words[0]?.x1).toBeLessThan(320);
  });
});
