/** Pages of a workflow that crops, with real OCR: the positions of the crops are given. */
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCroppedPage } from '../../../../core/documents/crops/read-cropped-page.ts';
import type { SheetCorners } from '../../../../core/documents/sheets/straighten.ts';
import type { DocumentReader } from '../../../../core/documents/formats/document-reader.ts';
import { ImageReader } from '../../../../core/documents/images/image-reader.ts';
import { pageRecordSchema } from '../../../../core/documents/page-record.ts';
import type { PageRecord } from '../../../../core/documents/page-record.ts';
import { PdfReader } from '../../../../core/documents/pdf/pdf-reader.ts';
import { readPage } from '../../../../core/documents/read-page.ts';
import { geometryOf } from '../../../../core/results/images/page-geometry.ts';
import { renderUpright } from '../../../../core/results/images/upright-image.ts';
import { drawPdf, withText } from '../../drawing/draw-upload.ts';

const OPTIONS = { languages: ['en'] } as const;
const [WIDTH, HEIGHT, DPI] = [1200, 1000, 150];

interface Receipt {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise, around the top left corner. */
  readonly turned: number;
  readonly lines: readonly string[];
}

const BAKERY: Receipt = {
  x: 80,
  y: 60,
  width: 440,
  height: 820,
  turned: 0,
  lines: ['BAKERY MILLER', 'Bread and coffee'],
};
const PETROL: Receipt = {
  x: 720,
  y: 90,
  width: 420,
  height: 800,
  turned: 8,
  lines: ['PETROL STATION', 'Diesel and oil'],
};

/** Two receipts on the dark lid of a scanner. */
const drawScan = (receipts: readonly Receipt[]): Promise<Buffer> => {
  const parts = receipts.map(({ x, y, width, height, turned, lines }) => {
    const text = lines.map(
      (line, at) => `<text x="30" y="${100 + at * 60}" font-family="DejaVu Sans" font-size="34">${line}</text>`,
    );
    return `<g transform="translate(${x} ${y}) rotate(${turned})"><rect width="${width}" height="${height}" fill="#fafafa"/>${text.join('')}</g>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#222"/>${parts.join('')}</svg>`;
  return sharp(Buffer.from(svg)).withMetadata({ density: DPI }).png().toBuffer();
};

const cornersOf = ({ x, y, width, height, turned }: Receipt): SheetCorners => {
  const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
  return [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].flatMap(([right = 0, down = 0]) => [
    (x + right * cos - down * sin) / WIDTH,
    (y + right * sin + down * cos) / HEIGHT,
  ]);
};

let scan: DocumentReader;
beforeAll(async () => {
  scan = await ImageReader.open('png', await drawScan([BAKERY, PETROL]));
});

describe('A scanned page with two receipts', () => {
  let records: readonly PageRecord[];
  let read = 0;
  beforeAll(async () => {
    const find = () => [cornersOf(BAKERY), cornersOf(PETROL)];
    records = await readCroppedPage(scan, 1, OPTIONS, find, () => {
      read += 1;
    });
  });

  it('is read as two pages, each with its own text in its own pixels', () => {
    expect(read).toBe(2);
    expect(records.map(({ page, crop }) => [page, crop])).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect(records.map(({ fulltext }) => fulltext.split('\n')[0])).toEqual(['BAKERY MILLER', 'PETROL STATION']);
    for (const [at, { width, height }] of [BAKERY, PETROL].entries()) {
      const record = records[at];
      expect(pageRecordSchema.safeParse(record).success).toBe(true);
      expect(Math.abs((record?.width ?? 0) - width)).toBeLessThanOrEqual(1);
      expect(Math.abs((record?.height ?? 0) - height)).toBeLessThanOrEqual(1);
      const title = record?.words[0];
      expect(Math.abs((title?.x1 ?? 0) - 33)).toBeLessThan(8);
      expect(Math.abs((title?.y2 ?? 0) - 101)).toBeLessThan(10);
    }
  });

  it('is made straight by the corners of each, which the records keep', () => {
    const [, turned] = records;
    expect(turned?.skew).toBe(0);
    expect(turned?.sheet).toBeUndefined();
    for (const [at, corner] of cornersOf(PETROL).entries()) expect(turned?.crop_corners?.[at]).toBeCloseTo(corner, 4);
  });

  it('has page images that show one receipt each, without the background', async () => {
    expect(records).toHaveLength(2);
    for (const record of records) {
      const image = await renderUpright(scan, geometryOf(record), { width: 210, height: 400 });
      expect([image.width, image.height, image.channels]).toEqual([210, 400, 3]);
      const dark = image.data.filter((value) => value < 100).length / image.data.length;
      expect(dark).toBeGreaterThan(0.005);
      expect(dark).toBeLessThan(0.05);
    }
  });
});

describe('A page of a workflow that crops', () => {
  it('becomes the one document on it, without the background and without a number', async () => {
    const [record, ...others] = await readCroppedPage(scan, 1, OPTIONS, () => [cornersOf(PETROL)]);
    expect(others).toEqual([]);
    expect(record?.crop).toBeUndefined();
    expect(record?.crop_corners).toHaveLength(8);
    expect(record?.fulltext).toContain('PETROL STATION');
    expect(record?.fulltext).not.toContain('BAKERY');
  });

  it('is read as without cropping where nothing is found, and where the search fails', { tags: 'slow' }, async () => {
    const { x: left, y: top, width, height } = BAKERY;
    const receipt = sharp(await drawScan([BAKERY])).extract({ left, top, width, height: height / 2 });
    const reader = await ImageReader.open('png', await receipt.png().toBuffer());
    const whole = await readPage(reader, 1, OPTIONS);
    expect(whole.fulltext).toContain('BAKERY MILLER');
    expect(await readCroppedPage(reader, 1, OPTIONS, () => [])).toEqual([whole]);
    const fails = () => {
      throw new Error('no edges');
    };
    expect(await readCroppedPage(reader, 1, OPTIONS, fails)).toEqual([whole]);
  });

  it('stays whole, exactly, where it has a usable text layer: nothing is looked for', async () => {
    const digital = await PdfReader.open(await drawPdf(withText()));
    const whole = await readPage(digital, 1, OPTIONS);
    let searches = 0;
    const find = () => {
      searches += 1;
      return [cornersOf(BAKERY)];
    };
    expect(await readCroppedPage(digital, 1, OPTIONS, find)).toEqual([whole]);
    expect(searches).toBe(0);
    await digital.close();
  });

  it('whose crops are turned by a quarter stands upright', { tags: 'slow' }, async () => {
    const [left = 0, top = 0, , , right = 0, bottom = 0] = cornersOf(BAKERY);
    // As if the upper edge of the receipt were at the left: the picture then lies on its side.
    const sideways = [left, bottom, left, top, right, top, right, bottom];
    const lines = ['BAKERY MILLER', 'Bread and coffee', 'Thank you for your visit', 'and come again tomorrow'];
    const reader = await ImageReader.open('png', await drawScan([{ ...BAKERY, lines }]));
    const [record] = await readCroppedPage(reader, 1, OPTIONS, () => [sideways]);
    expect(record?.rotation).toBe(270);
    expect(record?.fulltext).toContain('BAKERY MILLER');
    expect((record?.height ?? 0) > (record?.width ?? 0)).toBe(true);
  });
});
