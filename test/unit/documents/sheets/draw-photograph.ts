/** Draws a sheet of paper on a table, seen at an angle. */
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { projectionOf } from '../../../../core/documents/sheets/projection.ts';
import type { Quadrilateral } from '../../../../core/documents/sheets/quadrilateral.ts';

/** Places within a pixel. */
const PARTS = [-0.25, 0.25].flatMap((dx) => [-0.25, 0.25].map((dy) => [dx, dy] as const));
const PAPER = { width: 210, height: 297 };

export interface Photograph {
  readonly sheet: Quadrilateral;
  readonly width: number;
  readonly height: number;
  /** Grey levels, 0 to 255. */
  readonly paper: number;
  readonly table: number;
  /** Whether a place of the paper, in millimetres, is black. Default: isPrint. */
  readonly print?: (x: number, y: number) => boolean;
}

/** Lines of print, on the whole paper. */
export const isPrint = (x: number, y: number): boolean =>
  x > 25 && x < 185 && y > 30 && y < 260 && y % 10 < 3 && x % 14 < 11;

export function drawPhotograph({ sheet, width, height, paper, table, print = isPrint }: Photograph): RasterImage {
  const { width: right, height: bottom } = PAPER;
  const toPaper = projectionOf(sheet, [
    { x: 0, y: 0 },
    { x: right, y: 0 },
    { x: right, y: bottom },
    { x: 0, y: bottom },
  ]);
  const greyAt = (x: number, y: number): number => {
    const at = toPaper(x, y);
    const isPaper = at.x >= 0 && at.y >= 0 && at.x < right && at.y < bottom;
    // The table has a grain, and the light falls off to the right.
    const light = 1 - (0.2 * x) / width;
    return light * (isPaper ? (print(at.x, at.y) ? 40 : paper) : table + 4 * Math.sin(y / 5));
  };
  const data = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      // A pixel shows the mean of the light that falls on it.
      let sum = 0;
      for (const [dx, dy] of PARTS) sum += greyAt(x + dx, y + dy) / PARTS.length;
      data[at] = sum;
    }
  return { width, height, channels: 1, data };
}
