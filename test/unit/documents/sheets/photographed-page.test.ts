import { describe, expect, it } from 'vitest';
import type { DocumentReader } from '../../../../core/documents/formats/document-reader.ts';
import { readPage } from '../../../../core/documents/read-page.ts';
import type { Quadrilateral } from '../../../../core/documents/sheets/quadrilateral.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { geometryOf } from '../../../../core/results/images/page-geometry.ts';
import { renderUpright } from '../../../../core/results/images/upright-image.ts';
import { drawPhotograph, isPrint } from './draw-photograph.ts';

/** Corners as parts of the picture. */
const TILTED = [
  [0.17, 0.09],
  [0.86, 0.06],
  [0.92, 0.9],
  [0.1, 0.94],
] as const;
/** A sheet that fills its picture more, seen from the left. */
const WIDE = [
  [0.08, 0.1],
  [0.94, 0.05],
  [0.9, 0.93],
  [0.05, 0.93],
] as const;
type Corners = readonly (readonly [x: number, y: number])[];

/** A heading alone on its paper: whether a place in millimetres is black. */
const isHeading = (x: number, y: number): boolean => x > 80 && x < 130 && y > 140 && y < 146 && x % 6 < 2;

/** A photograph of 100 pixels per inch that is a page of its own. */
const photographReader = (ownDpi: number | undefined, corners: Corners = TILTED, print = isPrint): DocumentReader => {
  const size = { widthMm: 100, heightMm: 130 };
  return {
    kind: 'jpeg',
    pageCount: 1,
    encrypted: false,
    pageSize: () => Promise.resolve(size),
    measurePage: () => Promise.resolve(ownDpi === undefined ? size : { ...size, ownDpi }),
    textLayer: () => Promise.resolve({ words: [], quality: 'none', doubt: 'no', rotation: 0 }),
    fonts: () => Promise.resolve([]),
    render: (_, { width, height }, channels) => {
      const [a, b, c, d] = corners.map(([x, y]) => ({ x: x * width, y: y * height }));
      if (a === undefined || b === undefined || c === undefined || d === undefined)
        throw new RangeError('four corners');
      const sheet: Quadrilateral = [a, b, c, d];
      const grey = drawPhotograph({ sheet, width, height, paper: 235, table: 80, print });
      return Promise.resolve(channels === 1 ? grey : inColour(grey));
    },
    close: () => Promise.resolve(),
  };
};

function inColour({ width, height, data }: RasterImage): RasterImage {
  const colours = new Uint8Array(3 * data.length);
  for (let at = 0, to = 0; at < data.length; at += 1, to += 3) colours.fill(data[at] ?? 0, to, to + 3);
  return { width, height, channels: 3, data: colours };
}

/** Rows of the sheet without print, from one side of it to the other: between lines that are level. */
const clearRows = (image: { width: number; height: number; data: Uint8Array; channels: number }): number => {
  let rows = 0;
  for (let y = Math.round(image.height * 0.25); y < image.height * 0.75; y += 1) {
    let isClear = true;
    for (let x = Math.round(image.width * 0.3); x < image.width * 0.7; x += 1)
      isClear &&= (image.data[(y * image.width + x) * image.channels] ?? 0) > 130;
    rows += isClear ? 1 : 0;
  }
  return rows;
};

describe('A page that was photographed at an angle', () => {
  it('is straightened by the corners of the sheet, which its record keeps, and its image is straight', async () => {
    const reader = photographReader(100);
    const record = await readPage(reader, 1, { languages: ['en'] });
    expect(record.sheet).toHaveLength(8);
    for (const [at, part] of (record.sheet ?? []).entries())
      expect(part).toBeCloseTo(TILTED[Math.floor(at / 2)]?.[at % 2] ?? 9, 1.7);
    const geometry = geometryOf(record);
    expect(geometry.sheet).toEqual(record.sheet);
    const straight = await renderUpright(reader, geometry, record);
    const asTaken = await renderUpright(reader, { page: 1, rotation: 0, skew: 0 }, record);
    expect(clearRows(straight)).toBeGreaterThan(3 * clearRows(asTaken));
    expect(clearRows(straight)).toBeGreaterThan(straight.height / 20);
  });

  it(
    'has the skew of its print, not of the edges that its picture has once it is straight',
    { tags: 'slow' },
    async () => {
      const record = await readPage(photographReader(100, WIDE, isHeading), 1, { languages: ['en'] });
      expect(record.sheet).toHaveLength(8);
      expect(Math.abs(record.skew)).toBeLessThan(0.5);
    },
  );

  it('is left as it is where the page is not one image', { tags: 'slow' }, async () => {
    expect((await readPage(photographReader(undefined), 1, { languages: ['en'] })).sheet).toBeUndefined();
  });
});
