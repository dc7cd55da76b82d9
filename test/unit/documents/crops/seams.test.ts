import { describe, expect, it } from 'vitest';
import { maskOf } from '../../../../core/documents/crops/regions/mask.ts';
import { areaOfPolygon, traceOutline } from '../../../../core/documents/crops/regions/outline.ts';
import { splitAtSeams } from '../../../../core/documents/crops/regions/seams.ts';
import { gradientsOfSmoothed, smooth } from '../../../../core/documents/sheets/sheet-edges.ts';

const SIZE = { width: 512, height: 300 };
const [TABLE, PAPER, SHADOW] = [50, 230, 150];
/** Grey between the table and all that lies on it. */
const LEVEL = 120;

/** A row of so many cards that touch, every second one of which is longer. */
function rowOfCards(count: number): Uint8Array {
  const data = new Uint8Array(SIZE.width * SIZE.height).fill(TABLE);
  const width = Math.floor(480 / count);
  for (let x = 0; x < width * count; x += 1) {
    const card = Math.floor(x / width);
    const grey = card > 0 && x % width < 2 ? SHADOW : PAPER;
    for (let y = 60; y < 200 + (card % 2) * 20; y += 1) data[y * SIZE.width + 16 + x] = grey;
  }
  return data;
}

/** The areas of the pieces that such a row is taken apart into. */
function piecesOf(count: number): number[] {
  const picture = { ...SIZE, channels: 1 as const, data: smooth(rowOfCards(count), SIZE.width) };
  const first = picture.data.findIndex((grey) => grey >= LEVEL);
  const outline = traceOutline(picture, first, LEVEL, 4000);
  if (outline === undefined) throw new Error('The outline is not longer than that.');
  const pieces = splitAtSeams(maskOf(outline), gradientsOfSmoothed(picture), { pixels: 6_000_000 });
  return pieces.map(({ corners }) => areaOfPolygon(corners));
}

describe('Documents that touch in a row', () => {
  it.each([2, 7, 16])('are taken apart: %s of them', (count) => {
    expect(piecesOf(count)).toHaveLength(count);
  });

  it.each([17, 20])('are all in one of the pieces where they are too many to be taken apart: %s of them', (count) => {
    const areas = piecesOf(count);
    expect(areas).toHaveLength(17);
    expect(areas.reduce((sum, area) => sum + area, 0) / (480 * 150)).toBeGreaterThan(0.95);
  });
});
