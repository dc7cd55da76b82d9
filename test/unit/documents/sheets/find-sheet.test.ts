import { describe, expect, it } from 'vitest';
import { findSheet } from '../../../../core/documents/sheets/find-sheet.ts';
import type { Quadrilateral } from '../../../../core/documents/sheets/quadrilateral.ts';
import { tiltedSheet } from '../../../../core/documents/sheets/tilted-sheet.ts';
import { drawPhotograph } from './draw-photograph.ts';

const SIZE = { width: 360, height: 480 };
const TILTED: Quadrilateral = [
  { x: 60, y: 45 },
  { x: 310, y: 30 },
  { x: 330, y: 430 },
  { x: 35, y: 450 },
];
const FROM_ABOVE: Quadrilateral = [
  { x: 50, y: 45 },
  { x: 310, y: 60 },
  { x: 290, y: 440 },
  { x: 30, y: 425 },
];
const WHOLE_PICTURE: Quadrilateral = [
  { x: -1, y: -1 },
  { x: 361, y: -1 },
  { x: 361, y: 481 },
  { x: -1, y: 481 },
];

const farthest = (found: Quadrilateral | undefined, sheet: Quadrilateral): number =>
  Math.max(...sheet.map(({ x, y }, at) => Math.hypot((found?.[at]?.x ?? 999) - x, (found?.[at]?.y ?? 999) - y)));

describe('The sheet in a photograph', () => {
  it.each([
    ['on a dark table', 235, 80],
    ['on a light table', 235, 185],
    ['of dark paper on a light table', 120, 230],
  ])('is found to within two pixels %s', (_name, paper, table) => {
    expect(farthest(findSheet(drawPhotograph({ ...SIZE, sheet: TILTED, paper, table })), TILTED)).toBeLessThan(2);
  });

  it('has the corners that need straightening, as parts of the picture', () => {
    const corners = tiltedSheet(drawPhotograph({ ...SIZE, sheet: TILTED, paper: 235, table: 80 })) ?? [];
    const expected = TILTED.flatMap(({ x, y }) => [x / SIZE.width, y / SIZE.height]);
    expect(corners).toHaveLength(8);
    for (const [at, part] of corners.entries()) expect(part).toBeCloseTo(expected[at] ?? 0, 2);
  });

  it('needs no straightening where it was taken from straight above', () => {
    const picture = drawPhotograph({ ...SIZE, sheet: FROM_ABOVE, paper: 235, table: 80 });
    expect(farthest(findSheet(picture), FROM_ABOVE)).toBeLessThan(2);
    expect(tiltedSheet(picture)).toBeUndefined();
  });

  it('is not found in a scan, whose paper fills the picture', () => {
    expect(findSheet(drawPhotograph({ ...SIZE, sheet: WHOLE_PICTURE, paper: 235, table: 80 }))).toBeUndefined();
  });

  it.each([
    [1, 1],
    [1, 400],
    [400, 2],
    [3, 3],
  ])('is not found in a picture of %i × %i pixels', (width, height) => {
    expect(tiltedSheet({ width, height, channels: 1, data: new Uint8Array(width * height).fill(7) })).toBeUndefined();
  });

  it('is not found in noise, and noise takes no longer than a page', () => {
    const data = Uint8Array.from({ length: 480 * 480 }, (_, at) => (at * 2_654_435_761) >>> 24);
    expect(findSheet({ width: 480, height: 480, channels: 1, data })).toBeUndefined();
  });
});
