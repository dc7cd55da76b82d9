import { beforeAll, describe, expect, it } from 'vitest';
import { markHandwriting } from '../../../../core/ocr/handwriting/mark-handwriting.ts';
import { readPageLines } from '../../../../core/ocr/pages/read-page-lines.ts';
import type { PageReader } from '../../../../core/ocr/ppocr/page-reader.ts';
import type { SlantedBox } from '../../../../core/ocr/ppocr/slanted-box.ts';
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

const noLines = () => Promise.resolve([]);

/** Reads each line of what it is given as one word. */
const readerOf = (found: readonly SlantedBox[], pictures: RasterImage[] = []): PageReader => ({
  findLines: () => Promise.resolve([...found]),
  read: (lines) => {
    pictures.push(...lines);
    return Promise.resolve(
      lines.map((_, at) => [{ text: `line${at}`, left: 0, right: 1, confidence: 90, entropy: 0.5 }]),
    );
  },
});

describe('Handwriting', () => {
  let read: Awaited<ReturnType<typeof readPage>>;
  beforeAll(async () => {
    read = await readPage();
  });

  it('has what the reader of handwriting reads, and print keeps its own text', async () => {
    const { page, lines, unconvincing } = read;
    const pictures: RasterImage[] = [];
    const reader: PageReader = {
      findLines: noLines,
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
    const { page, lines, unconvincing } = read;
    const blind: PageReader = { findLines: noLines, read: (some) => Promise.resolve(some.map(() => [])) };
    for (const reader of [blind, null]) {
      const words = (await markHandwriting(page, lines, unconvincing, reader)).flatMap((line) => line.words);
      const written = words.filter(({ handwritten }) => handwritten === true);
      expect(written.length).toBeGreaterThan(4);
      expect(new Set(written.map(({ text }) => text))).toEqual(new Set(['']));
    }
  });

  it('is read in whole lines where they are found, and print between them keeps its own text', async () => {
    const { page, lines, unconvincing } = read;
    const scale = page.dpi / 72;
    const at = (y: number): SlantedBox => ({
      x: 300 * scale,
      y: y * scale,
      width: 520 * scale,
      height: 30 * scale,
      angle: 0,
    });
    const pictures: RasterImage[] = [];
    const reader = readerOf([at(196), at(96), at(236)], pictures);
    const words = (await markHandwriting(page, lines, unconvincing, reader)).flatMap((line) => line.words);
    expect(pictures).toHaveLength(2);
    expect(words.map(({ text }) => text).join(' ')).toBe(
      'Please return the signed form together with the invoice line0 line1',
    );
    expect(words.filter(({ handwritten }) => handwritten === true).map(({ text }) => text)).toEqual(['line0', 'line1']);
  });

  it('is not looked for on a page of print', async () => {
    const read = await readPageLines(
      await drawScan((sheet) => {
        sheet.text('Please return the signed form together with the invoice', 60, 100, { size: 12 });
      }),
      { languages: ['en'] },
    );
    const never: PageReader = {
      findLines: () => Promise.reject(new Error('The finder was asked.')),
      read: () => Promise.reject(new Error('The reader was asked.')),
    };
    if (read === null) throw new Error('The page has ink.');
    expect(await markHandwriting(read.page, read.lines, read.unconvincing, never)).toBe(read.lines);
  });
});
