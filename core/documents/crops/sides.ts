/** What is seen along the sides of a quadrilateral: how its inside differs from what is around it. */
import { medianOf } from '../../ocr/median.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import type { Point, Quadrilateral } from '../sheets/quadrilateral.ts';

/** Places along a side that are looked at. */
const PLACES = 40;
/** Part of the side at either end that is left out: corners are worn or folded. */
const LEFT_OUT = 0.05;
/** Distance from the side, in pixels, at which inside and outside are compared. */
const BESIDE = [3, 4, 5, 6] as const;

export interface Side {
  /** Median difference of inside and outside, in grey levels: positive where the inside is brighter. */
  readonly step: number;
  /** Part of the places at which the difference has the sign of the median and at least a third of it. */
  readonly seen: number;
  /** Part of the places beyond which the picture ends. */
  readonly atBorder: number;
  /** Median grey outside; undefined where the picture ends everywhere. */
  readonly outside: number | undefined;
}

/** The top, right, bottom and left side of a sheet. */
export function sidesOf(corners: Quadrilateral, picture: RasterImage): Side[] {
  return corners.map((from, at) => sideOf(from, corners[(at + 1) % 4] ?? from, picture));
}

function sideOf(from: Point, to: Point, picture: RasterImage): Side {
  const length = Math.max(1e-6, Math.hypot(to.x - from.x, to.y - from.y));
  const inward = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  const steps: number[] = [];
  const outsides: number[] = [];
  let atBorder = 0;
  for (let place = 0; place < PLACES; place += 1) {
    const part = LEFT_OUT + ((1 - 2 * LEFT_OUT) * (place + 0.5)) / PLACES;
    const point = { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
    const inside = greyBeside(point, inward, 1, picture);
    const outside = greyBeside(point, inward, -1, picture);
    if (outside === undefined || inside === undefined) {
      atBorder += 1;
      continue;
    }
    steps.push(inside - outside);
    outsides.push(outside);
  }
  const step = medianOf(steps) ?? 0;
  const seen = steps.filter((other) => other * step > 0 && Math.abs(other) >= Math.abs(step) / 3).length;
  return { step, seen: seen / PLACES, atBorder: atBorder / PLACES, outside: medianOf(outsides) };
}

/** Mean grey beside a place on a side; undefined where the picture ends there. */
function greyBeside(place: Point, inward: Point, direction: 1 | -1, picture: RasterImage): number | undefined {
  const { width, height, data } = picture;
  let sum = 0;
  for (const off of BESIDE) {
    const x = Math.round(place.x + direction * off * inward.x);
    const y = Math.round(place.y + direction * off * inward.y);
    if (x < 0 || y < 0 || x >= width || y >= height) return undefined;
    sum += data[y * width + x] ?? 0;
  }
  return sum / BESIDE.length;
}
