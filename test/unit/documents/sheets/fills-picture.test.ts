import { describe, expect, it } from 'vitest';
import { fillsPicture } from '../../../../core/documents/sheets/fills-picture.ts';
import type { Quadrilateral } from '../../../../core/documents/sheets/quadrilateral.ts';
import { drawPhotograph } from './draw-photograph.ts';

const SIZE = { width: 360, height: 480 };
const sheetWithin = (margin: number): Quadrilateral => [
  { x: margin, y: margin },
  { x: SIZE.width - margin, y: margin },
  { x: SIZE.width - margin, y: SIZE.height - margin },
  { x: margin, y: SIZE.height - margin },
];
/** The light falls off by a fifth from left to right in these pictures. */
const draw = (margin: number, paper: number, table: number) =>
  drawPhotograph({ ...SIZE, sheet: sheetWithin(margin), paper, table });

describe('The paper of a page', () => {
  it('fills the picture of a scan', () => {
    const data = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) => {
      const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
      const isPrint = x > 40 && x < 320 && y > 40 && y < 440 && y % 10 < 5 && x % 7 < 5;
      return isPrint ? 60 : 240;
    });
    expect(fillsPicture({ ...SIZE, channels: 1, data })).toBe(true);
  });

  it.each([
    ['on a dark table', 30, 235, 80],
    ['on a light table', 30, 235, 185],
    ['of dark paper on a light table', 30, 120, 230],
    ['that is small, on a dark table', 95, 235, 80],
    ['that is small and dark, on a light table', 95, 120, 230],
  ])('does not fill the picture of a sheet %s', (_name, margin, paper, table) => {
    expect(fillsPicture(draw(margin, paper, table))).toBe(false);
  });

  it('is not said to lie on something where a picture is too small to tell', () => {
    expect(fillsPicture({ width: 3, height: 900, channels: 1, data: new Uint8Array(2700) })).toBe(true);
  });
});
