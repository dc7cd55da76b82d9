/** Draws sheets with lines of print on a table. */
import type { Quadrilateral } from '../../../../core/documents/sheets/quadrilateral.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { seededRandom } from '../../../../model-container/random.ts';

export interface LaidSheet {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise about its centre. */
  readonly turn?: number;
  /** Grey of the paper; 230 unless given. */
  readonly paper?: number;
}

/** The corners of a sheet, clockwise from its upper left one. */
export function cornersOfSheet({ x, y, width, height, turn = 0 }: LaidSheet): Quadrilateral {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const corner = (across: number, down: number) => ({
    x: x + width / 2 + (across * width * cos - down * height * sin) / 2,
    y: y + height / 2 + (across * width * sin + down * height * cos) / 2,
  });
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

const random = seededRandom(1);
const normals: number[] = [];
/** A standard normal number by the index of a pixel, the same in every picture. */
function normalAt(pixel: number): number {
  while (normals.length <= pixel) normals.push(random.normal());
  return normals[pixel] ?? 0;
}

/** A table of this grey with noise, and the sheets on it in their order. */
export function drawTable(
  size: { readonly width: number; readonly height: number },
  table: number,
  sheets: readonly LaidSheet[],
  noise = 3,
): RasterImage {
  const { width, height } = size;
  const data = new Uint8Array(width * height);
  const greys = sheets.map(greysOf);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      let grey = table;
      for (const greyAt of greys) grey = greyAt(x + 0.5, y + 0.5) ?? grey;
      data[at] = Math.max(0, Math.min(255, Math.round(grey + noise * normalAt(at))));
    }
  return { width, height, channels: 1, data };
}

/** Grey of a sheet at a place of the table; undefined beside it. Every twelve pixels is a line of words. */
function greysOf(sheet: LaidSheet): (x: number, y: number) => number | undefined {
  const { width, height, turn = 0, paper = 230 } = sheet;
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return (x, y) => {
    const dx = x - sheet.x - width / 2;
    const dy = y - sheet.y - height / 2;
    const u = dx * cos + dy * sin + width / 2;
    const v = -dx * sin + dy * cos + height / 2;
    if (u < 0 || v < 0 || u >= width || v >= height) return undefined;
    const isText = u > 12 && u < width - 12 && v > 12 && v < height - 12 && v % 12 < 4 && u % 30 < 22 && u % 4 < 2;
    return isText ? 60 : paper;
  };
}
