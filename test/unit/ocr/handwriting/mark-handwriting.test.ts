import { describe, expect, it } from 'vitest';
import { markHandwriting } from '../../../../core/ocr/handwriting/mark-handwriting.ts';
import { readPageLines } from '../../../../core/ocr/pages/recognise-page.ts';
import type { LineReader } from '../../../../core/ocr/ppocr/line-reader.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { drawScan } from '../draw-scan.ts';

const readPage = async () => {
  const read = await readPageLines(
    await drawScan((sheet) => {
      sheet.text('Please return the signed form together with the invoice', 60, 100, { size: 12 });
      sheet.hand('mother is in london the entire month', 60, 200, 18);
      sheet.hand('she had no other inheritance in all', 60, 240, 18);
    }),
    { languages: ['en'] },
  );
  if (read === null) throw new Error('The page has ink.');
  return read;
};

describe('Handwriting', () => {
  it('has what the reader of handwriting reads, and print keeps its own text', async () => {
    const { page, lines, unconvincing } = await readPage();
    const pictures: RasterImage[] = [];
    const reader: LineReader = {
      read: (some) => {
        pictures.push(...some);
        return Promise.resolve(
          some.map(() => [{ text: 'written', left: 0.25, right: 0.75, confidence: 90, entropy: 0.5 }]),
        );
      },
    };
    const words = (await markHandwriting(page, lines, unconvincing, reader)).flatMap((line) => line.words);
    const written = words.filter(({ handwritten }) => handwritten === true);
    expect(new Set(written.map(({ text }) => text))).toEqual(new Set(['written']));
    expect(written).toHaveLength(pictures.length);
    expect(written[0]?.entropy).toBe(0.5);
    const [first] = written;
    expect(((first?.x2 ?? 0) - (first?.x1 ?? 0)) / (pictures[0]?.width ?? 1)).toBeCloseTo(0.5, 1);
    const printed = words.filter(({ handwritten }) => handwritten !== true);
    expect(printed.map(({ text }) => text).join(' ')).toBe('Please return the signed form together with the invoice');
  });

  it('has boxes without text where the reader reads nothing, and without a reader', async () => {
    const { page, lines, unconvincing } = await readPage();
    const blind: LineReader = { read: (some) => Promise.resolve(some.map(() => [])) };
    for (const reader of [blind, null]) {
      const words = (await markHandwriting(page, lines, unconvincing, reader)).flatMap((line) => line.words);
      const written = words.filter(({ handwritten }) => handwritten === true);
      expect(written.length).toBeGreaterThan(4);
      expect(new Set(written.map(({ text }) => text))).toEqual(new Set(['']));
    }
  });
});
