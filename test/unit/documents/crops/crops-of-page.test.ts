import { describe, expect, it } from 'vitest';
import { cropsOfPage, MAX_CROPS } from '../../../../core/documents/crops/crops-of-page.ts';
import { findCrops } from '../../../../core/documents/crops/find-crops.ts';
import type { SheetCorners } from '../../../../core/documents/sheets/straighten.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { drawTable } from './draw-table.ts';

const PICTURE: RasterImage = { width: 1, height: 1, channels: 1, data: Uint8Array.of(255) };
const A4 = { widthMm: 210, heightMm: 297 };

const box = (left: number, top: number, right: number, bottom: number): SheetCorners => [
  left,
  top,
  right,
  top,
  right,
  bottom,
  left,
  bottom,
];
const LEFT = box(0.05, 0.1, 0.45, 0.8);
const RIGHT = box(0.55, 0.1, 0.95, 0.8);

const cropsOf = (...found: readonly SheetCorners[]): readonly SheetCorners[] => cropsOfPage(PICTURE, A4, () => found);

describe('The crops of a page', () => {
  it('are those that are found, in their order', () => {
    expect(cropsOf(RIGHT, LEFT)).toEqual([RIGHT, LEFT]);
    expect(cropsOf(LEFT)).toEqual([LEFT]);
    expect(cropsOf()).toEqual([]);
  });

  it('are none where one crop fills the page', () => {
    expect(cropsOf(box(0, 0, 1, 1))).toEqual([]);
    expect(cropsOf(box(0.01, 0.01, 0.99, 0.995))).toEqual([]);
    expect(cropsOf(box(0.05, 0.02, 0.95, 1))).toHaveLength(1);
  });

  it('may lie at the border of the page, and a little beyond it', () => {
    const atBorder = box(0, 0, 0.4, 1);
    const beyond = box(0.5, -0.02, 1.03, 0.9);
    expect(cropsOf(atBorder, beyond)).toEqual([atBorder, beyond]);
  });

  it('have one of a turned document that the border of the page cuts off, however far a corner lies beyond it', () => {
    const turned = { x: -30, y: 60, width: 360, height: 420, turn: 20 };
    const other = { x: 430, y: 560, width: 220, height: 300, turn: 1 };
    const picture = drawTable({ width: 700, height: 900 }, 60, [turned, other]);
    expect(cropsOfPage(picture, { widthMm: 210, heightMm: 270 }, findCrops)).toHaveLength(2);
  });

  it.each<[string, SheetCorners]>([
    ['is one pixel high', box(0.1, 0.5, 0.9, 0.5004)],
    ['is empty', box(0.1, 0.5, 0.9, 0.5)],
    ['lies outside the page', box(1.2, 0, 1.6, 1)],
    ['lies for the most part outside the page', box(0.96, 0, 1.05, 1)],
    ['has corners that are no numbers', [Number.NaN, 0, 1, 0, 1, 1, 0, 1]],
    ['has too few corners', [0, 0, 1, 0, 1, 1]],
    ['is not convex', [0.1, 0.1, 0.9, 0.1, 0.2, 0.2, 0.1, 0.9]],
    ['runs counter-clockwise', [0.1, 0.1, 0.1, 0.9, 0.9, 0.9, 0.9, 0.1]],
  ])('leave out one that %s', (_, crop) => {
    expect(cropsOf(LEFT, crop, RIGHT)).toEqual([LEFT, RIGHT]);
    expect(cropsOf(crop)).toEqual([]);
  });

  it(`are at most ${MAX_CROPS}: a page on which more are found stays whole, so that nothing of it is lost`, () => {
    const many = Array.from({ length: MAX_CROPS + 1 }, (_, at) => box(at / 13 + 0.01, 0.1, (at + 1) / 13, 0.9));
    expect(cropsOf(...many.slice(1))).toHaveLength(MAX_CROPS);
    expect(cropsOf(...many)).toEqual([]);
  });

  it('are none where the search fails: the page is read whole', () => {
    const fails = () => {
      throw new RangeError('no edge');
    };
    expect(cropsOfPage(PICTURE, A4, fails)).toEqual([]);
  });
});
