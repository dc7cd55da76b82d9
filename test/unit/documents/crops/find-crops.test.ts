import { describe, expect, it } from 'vitest';
import { sharedArea } from '../../../../core/documents/crops/regions/overlap.ts';
import { findCrops } from '../../../../core/documents/crops/find-crops.ts';
import { areaOfPolygon } from '../../../../core/documents/crops/regions/outline.ts';
import { convergence, type Quadrilateral } from '../../../../core/documents/sheets/quadrilateral.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { cornersOfSheet, drawTable, type LaidSheet } from './draw-table.ts';

const SIZE = { width: 480, height: 600 };

function found(picture: RasterImage): Quadrilateral[] {
  return findCrops(picture).map((crop) => {
    const corner = (at: number) => ({
      x: (crop[2 * at] ?? 0) * picture.width,
      y: (crop[2 * at + 1] ?? 0) * picture.height,
    });
    return [corner(0), corner(1), corner(2), corner(3)];
  });
}

const overlap = (a: Quadrilateral, b: Quadrilateral): number => {
  const shared = sharedArea(a, b);
  return shared / (areaOfPolygon(a) + areaOfPolygon(b) - shared);
};

/** Expects the sheets, in this order, and nothing else. */
function expectSheets(crops: readonly Quadrilateral[], sheets: readonly LaidSheet[]): void {
  expect(crops).toHaveLength(sheets.length);
  for (const [at, sheet] of sheets.entries()) {
    const crop = crops[at];
    expect(crop === undefined ? 0 : overlap(crop, cornersOfSheet(sheet))).toBeGreaterThan(0.93);
  }
}

describe('Of a page with documents on a background', () => {
  it.each([
    ['a dark table', 70, 230],
    ['a black lid', 8, 235],
    ['a light table', 175, 235],
    ['a white lid', 252, 238],
  ])('the one on %s is found', (_name, table, paper) => {
    const sheet = { x: 90, y: 110, width: 280, height: 380, turn: 4, paper };
    expectSheets(found(drawTable(SIZE, table, [sheet], 2)), [sheet]);
  });

  it('each is found, in reading order, with its own skew', () => {
    const sheets = [
      { x: 40, y: 40, width: 150, height: 220, turn: -8 },
      { x: 260, y: 60, width: 170, height: 200, turn: 12 },
      { x: 50, y: 330, width: 140, height: 220, turn: 3 },
      { x: 270, y: 320, width: 150, height: 230, turn: -20 },
    ];
    expectSheets(found(drawTable(SIZE, 60, sheets.toReversed())), sheets);
  });

  it('twelve are found', () => {
    const sheets = Array.from({ length: 12 }, (_, at) => ({
      x: 20 + 155 * (at % 3),
      y: 15 + 147 * Math.floor(at / 3),
      width: 110,
      height: 118,
      turn: ((at * 5) % 13) - 6,
    }));
    expectSheets(found(drawTable(SIZE, 60, sheets)), sheets);
  });

  it('two of different height that touch are taken apart', { tags: 'slow' }, () => {
    const sheets = [
      { x: 60, y: 100, width: 170, height: 300, paper: 236 },
      { x: 231, y: 100, width: 190, height: 400, paper: 218 },
    ];
    expectSheets(found(drawTable(SIZE, 60, sheets)), sheets);
  });

  it(
    'four in a row that touch are taken apart where they differ in height by a few pixels, and two by the seam alone',
    { tags: 'slow' },
    () => {
      const sheets = [
        { x: 40, y: 200, width: 100, height: 200, paper: 236 },
        { x: 141, y: 196, width: 100, height: 212, paper: 228 },
        { x: 242, y: 203, width: 100, height: 194, paper: 236 },
        { x: 343, y: 203, width: 100, height: 194, paper: 228 },
      ];
      expectSheets(found(drawTable(SIZE, 60, sheets, 1)), sheets);
    },
  );

  it(
    'one without a visible edge on a white lid is found by its print, and the others are as without it',
    { tags: 'slow' },
    () => {
      const sheets = [
        { x: 30, y: 40, width: 180, height: 220, turn: -2, paper: 238 },
        { x: 260, y: 40, width: 180, height: 220, turn: 2, paper: 240 },
        { x: 30, y: 320, width: 180, height: 220, turn: 1, paper: 236 },
        { x: 260, y: 320, width: 180, height: 220, turn: -1, paper: 252 },
      ];
      const crops = found(drawTable(SIZE, 252, sheets, 1));
      expectSheets(crops.slice(0, 3), sheets.slice(0, 3));
      expect(crops).toHaveLength(4);
      const print = cornersOfSheet({ x: 272, y: 332, width: 156, height: 196, turn: -1 });
      expect(sharedArea(crops[3] ?? print, print)).toBeGreaterThan(0.98 * areaOfPolygon(print));
      expect(areaOfPolygon(crops[3] ?? print)).toBeLessThan(1.5 * areaOfPolygon(print));
    },
  );

  it('two that a finger joins are found, each without the finger', () => {
    const sheets = [
      { x: 50, y: 120, width: 150, height: 220, turn: -3 },
      { x: 270, y: 140, width: 160, height: 230, turn: 4 },
    ];
    const finger = { x: 170, y: 240, width: 130, height: 14, turn: 3, paper: 226 };
    expectSheets(found(drawTable(SIZE, 60, [...sheets, finger])), sheets);
  });

  it('those that are seen are found beside two that lie on each other, which are one crop', { tags: 'slow' }, () => {
    const sheets = [
      { x: 40, y: 40, width: 150, height: 200, turn: -2 },
      { x: 270, y: 40, width: 150, height: 200, turn: 3 },
      { x: 40, y: 340, width: 150, height: 200, turn: 2 },
    ];
    const pile = [
      { x: 290, y: 330, width: 120, height: 150, turn: -28 },
      { x: 300, y: 380, width: 130, height: 160, turn: 20 },
    ];
    const crops = found(drawTable(SIZE, 60, [...sheets, ...pile]));
    expectSheets(crops.slice(0, 3), sheets);
    expect(crops).toHaveLength(4);
    for (const sheet of pile) {
      const corners = cornersOfSheet(sheet);
      expect(sharedArea(crops[3] ?? corners, corners)).toBeGreaterThan(0.9 * areaOfPolygon(corners));
    }
  });

  it('one at the border of the picture is found up to the border', () => {
    const sheet = { x: -4, y: 150, width: 300, height: 300, turn: 0 };
    const [crop] = found(drawTable(SIZE, 60, [sheet]));
    expect(crop === undefined ? 0 : overlap(crop, cornersOfSheet({ ...sheet, x: 0, width: 296 }))).toBeGreaterThan(
      0.93,
    );
  });

  it('a turned one that the border of the picture cuts off keeps its right angles', () => {
    const sheet = { x: 0, y: 150, width: 300, height: 300, turn: -6 };
    const [crop] = found(drawTable(SIZE, 60, [sheet]));
    expect(crop === undefined ? 90 : convergence(crop)).toBeLessThan(1);
    expect(crop === undefined ? 0 : overlap(crop, cornersOfSheet(sheet))).toBeGreaterThan(0.98);
  });

  it('corners are parts of the page, from 0 to 1, clockwise from the upper left one', () => {
    const [crop = []] = findCrops(drawTable(SIZE, 60, [{ x: 96, y: 120, width: 288, height: 360, turn: 1 }]));
    expect(crop).toHaveLength(8);
    for (const part of crop) expect(part).toBeGreaterThanOrEqual(0);
    for (const part of crop) expect(part).toBeLessThanOrEqual(1);
    expect(crop[0]).toBeCloseTo(0.2, 1);
    expect(crop[1]).toBeCloseTo(0.2, 1);
    expect(crop[4]).toBeCloseTo(0.8, 1);
  });
});

describe('A page stays whole', () => {
  const PAGE = { x: -2, y: -2, width: 484, height: 604 };

  it('that is scanned from edge to edge', () => {
    expect(findCrops(drawTable(SIZE, 60, [PAGE]))).toEqual([]);
  });

  it('that has a grey band at its top and one at its bottom, as a letterhead and a footer have', () => {
    const bands = [
      { x: -60, y: -60, width: 600, height: 132, turn: 1, paper: 170 },
      { x: -60, y: 560, width: 600, height: 120, turn: -1, paper: 170 },
    ];
    const page = { x: -14, y: -14, width: 508, height: 628, paper: 250 };
    expect(findCrops(drawTable(SIZE, 60, [page, ...bands], 2))).toEqual([]);
  });

  it('that has boxes, white or grey, with print around them', () => {
    const boxes = [
      { x: 60, y: 80, width: 150, height: 120, paper: 180 },
      { x: 260, y: 80, width: 150, height: 120, paper: 180 },
      { x: 60, y: 300, width: 350, height: 150, paper: 250 },
    ];
    expect(findCrops(drawTable(SIZE, 60, [PAGE, ...boxes], 2))).toEqual([]);
  });

  it('that has grey boxes of one skew and print beside them', () => {
    const boxes = [
      { x: 60, y: 60, width: 150, height: 200, turn: 2, paper: 238 },
      { x: 260, y: 67, width: 150, height: 200, turn: 2, paper: 238 },
      { x: 60, y: 330, width: 350, height: 200, turn: 2, paper: 252 },
    ];
    expect(findCrops(drawTable(SIZE, 252, boxes, 1))).toEqual([]);
  });

  it('that has bright cards on a dark figure, with paper around it', { tags: 'slow' }, () => {
    const figure = { x: 40, y: 60, width: 400, height: 260, turn: 1, paper: 60 };
    const cards = [
      { x: 80, y: 100, width: 140, height: 180, turn: 1 },
      { x: 260, y: 103, width: 140, height: 180, turn: 1 },
    ];
    expect(findCrops(drawTable(SIZE, 230, [figure, ...cards]))).toEqual([]);
  });

  it('that is drawn by a computer, even with white cards on a dark slide', () => {
    const cards = [
      { x: 50, y: 80, width: 170, height: 300, paper: 255 },
      { x: 260, y: 80, width: 170, height: 300, paper: 255 },
    ];
    expect(findCrops(drawTable(SIZE, 40, cards, 0))).toEqual([]);
  });

  it('that has columns and a table with rules', () => {
    const picture = drawTable(SIZE, 60, [PAGE], 2);
    for (let y = 200; y <= 500; y += 50) picture.data.fill(30, y * SIZE.width + 40, y * SIZE.width + 440);
    for (let x = 40; x <= 440; x += 100) for (let y = 200; y <= 500; y += 1) picture.data[y * SIZE.width + x] = 30;
    expect(findCrops(picture)).toEqual([]);
  });

  it.each([
    ['black', 0],
    ['white', 255],
    ['grey', 128],
  ])('that is all %s', (_name, grey) => {
    expect(findCrops(drawTable(SIZE, grey, [], 0))).toEqual([]);
  });

  it.each([
    [1, 1],
    [1, 4000],
    [4000, 2],
    [3, 3],
  ])('of %i × %i pixels', (width, height) => {
    expect(findCrops({ width, height, channels: 1, data: new Uint8Array(width * height).fill(9) })).toEqual([]);
  });

  it('with a million specks, as fast as any other', { tags: 'slow' }, () => {
    const [width, height] = [2000, 2600];
    const data = new Uint8Array(width * height);
    for (let at = 0; at < data.length; at += 1) data[at] = ((at * 2_654_435_761) >>> 0) % 5 === 0 ? 0 : 255;
    expect(findCrops({ width, height, channels: 1, data })).toEqual([]);
  });

  it('of noise', { tags: 'slow' }, () => {
    const data = Uint8Array.from({ length: 512 * 512 }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 24);
    expect(findCrops({ width: 512, height: 512, channels: 1, data })).toEqual([]);
  });
});
