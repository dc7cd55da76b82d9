/** The edges of a sheet in a picture: gradients, how well a side is seen, and where exactly it runs. */
import type { RasterImage } from '../../ocr/raster-image.ts';
import { cornersOf, type Point, type Quadrilateral, type StraightLine } from './quadrilateral.ts';

/** Gradient, in grey levels over two pixels, from which a pixel is part of an edge. */
export const MIN_GRADIENT = 10;
/** Places along a side that are looked at. */
const PLACES = 48;
/** Distance from the side, in pixels, at which paper and background are compared. */
const BESIDE = [3, 5, 7] as const;
/** Minimum difference of paper and background, in grey levels. */
const MIN_DIFFERENCE = 8;

export interface Gradients {
  readonly width: number;
  readonly height: number;
  readonly across: Int16Array;
  readonly down: Int16Array;
}

/** Sobel's operator, divided by four, on the smoothed picture: the steps of a slanted edge would hide its direction. */
export function gradientsOf(picture: RasterImage): Gradients {
  const { width, height } = picture;
  const data = smooth(picture.data, width);
  const across = new Int16Array(width * height);
  const down = new Int16Array(width * height);
  const at = (place: number): number => data[place] ?? 0;
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const place = y * width + x;
      const above = place - width;
      const below = place + width;
      across[place] =
        (at(above + 1) + 2 * at(place + 1) + at(below + 1) - at(above - 1) - 2 * at(place - 1) - at(below - 1)) >> 2;
      down[place] =
        (at(below - 1) + 2 * at(below) + at(below + 1) - at(above - 1) - 2 * at(above) - at(above + 1)) >> 2;
    }
  return { width, height, across, down };
}

/** Weights of 1, 2 and 1 across and down. */
export function smooth(data: Uint8Array, width: number): Uint8Array {
  return smoothAlong(smoothAlong(data, 1), width);
}

function smoothAlong(data: Uint8Array, step: number): Uint8Array {
  const smoothed = data.slice();
  for (let at = step; at < data.length - step; at += 1)
    smoothed[at] = ((data[at - step] ?? 0) + 2 * (data[at] ?? 0) + (data[at + step] ?? 0) + 2) >> 2;
  return smoothed;
}

/** Part of the places between two corners at which paper and background differ, in the direction of most of them. */
export function sideSupport(from: Point, to: Point, picture: RasterImage, gradients: Gradients): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const inward = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  let [brighter, darker] = [0, 0];
  for (let step = 1; step <= PLACES; step += 1) {
    const part = step / (PLACES + 1);
    const place = { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
    if (!hasEdge(place, inward, gradients)) continue;
    const difference = differenceAt(place, inward, picture);
    if (difference >= MIN_DIFFERENCE) brighter += 1;
    if (difference <= -MIN_DIFFERENCE) darker += 1;
  }
  return Math.max(brighter, darker) / PLACES;
}

/** The same sheet with each side along the steepest places of its edge, exact to a fraction of a pixel and of a degree. */
export const refined = (sheet: Quadrilateral, gradients: Gradients): Quadrilateral =>
  refinedBy(sheet, (place, inward) => steepestOffset(place, inward, gradients));

/** How far inward of a place on a side, in pixels, its edge is seen; undefined where none is. */
export type EdgeOffset = (place: Point, inward: Point) => number | undefined;

/** The same sheet with each side along its edge, fitted to what is seen at many places of it. */
export function refinedBy(sheet: Quadrilateral, offsetAt: EdgeOffset): Quadrilateral {
  const sides = sheet.map((from, at) => fitSide(from, sheet[(at + 1) % 4] ?? from, offsetAt));
  const [top, right, bottom, left] = sides;
  if (top === undefined || right === undefined || bottom === undefined || left === undefined) return sheet;
  return cornersOf(top, right, bottom, left) ?? sheet;
}

/** The line through the edge between two corners, fitted twice: without the farthest places the second time. */
function fitSide(from: Point, to: Point, offsetAt: EdgeOffset): StraightLine {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const inward = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  const places = Array.from({ length: 2 * PLACES }, (_, step) => (length * (step + 1)) / (2 * PLACES + 1)).flatMap(
    (along) => {
      const place = { x: from.x + (along / length) * (to.x - from.x), y: from.y + (along / length) * (to.y - from.y) };
      const off = offsetAt(place, inward);
      return off === undefined ? [] : [{ along, off }];
    },
  );
  const first = leastSquares(places);
  const near = places.filter(({ along, off }) => Math.abs(off - first.offset - first.slope * along) <= 1);
  const { offset, slope } = near.length >= PLACES / 2 ? leastSquares(near) : first;
  const begin = { x: from.x + offset * inward.x, y: from.y + offset * inward.y };
  const end = { x: to.x + (offset + slope * length) * inward.x, y: to.y + (offset + slope * length) * inward.y };
  const angle = Math.atan2(end.x - begin.x, begin.y - end.y);
  return { angle: (angle * 180) / Math.PI, distance: begin.x * Math.cos(angle) + begin.y * Math.sin(angle) };
}

/** How far inward the gradient along the normal is steepest, in pixels, within three of a place; undefined where it is flat. */
function steepestOffset(place: Point, inward: Point, { width, height, across, down }: Gradients): number | undefined {
  return strongestOffset(place, inward, { width, height, reach: 3 }, (at) => {
    const along = Math.abs((across[at] ?? 0) * inward.x + (down[at] ?? 0) * inward.y);
    return along < MIN_GRADIENT / 2 ? 0 : along;
  });
}

/**
 * How far inward of a place, in pixels, an edge is the strongest: the mean over the pixels within `reach` on the normal,
 * weighted by the squares of their strengths. Undefined where all are 0.
 * @param strengthAt the strength of the pixel at an index of the picture
 */
export function strongestOffset(
  place: Point,
  inward: Point,
  { width, height, reach }: { readonly width: number; readonly height: number; readonly reach: number },
  strengthAt: (at: number) => number,
): number | undefined {
  let [weights, sum] = [0, 0];
  for (let off = -reach; off <= reach; off += 1) {
    const [x, y] = [Math.round(place.x + off * inward.x), Math.round(place.y + off * inward.y)];
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    const weight = strengthAt(y * width + x) ** 2;
    // The pixel's own distance from the side: its place was rounded.
    const exact = (x - place.x) * inward.x + (y - place.y) * inward.y;
    weights += weight;
    sum += exact * weight;
  }
  return weights === 0 ? undefined : sum / weights;
}

/** offset + slope · along, by least squares; 0 without places. */
function leastSquares(places: readonly { readonly along: number; readonly off: number }[]): {
  readonly offset: number;
  readonly slope: number;
} {
  const count = places.length;
  if (count < 2) return { offset: 0, slope: 0 };
  const mean = (of: (place: { readonly along: number; readonly off: number }) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / count;
  const [meanAlong, meanOff] = [mean(({ along }) => along), mean(({ off }) => off)];
  const spread = mean(({ along }) => (along - meanAlong) ** 2);
  const slope = spread === 0 ? 0 : mean(({ along, off }) => (along - meanAlong) * (off - meanOff)) / spread;
  return { offset: meanOff - slope * meanAlong, slope };
}

/** Whether a gradient along the normal of the side lies within two pixels of a place. */
function hasEdge(place: Point, inward: Point, { width, height, across, down }: Gradients): boolean {
  for (let off = -2; off <= 2; off += 1) {
    const [x, y] = [Math.round(place.x + off * inward.x), Math.round(place.y + off * inward.y)];
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    const [gx, gy] = [across[y * width + x] ?? 0, down[y * width + x] ?? 0];
    const along = Math.abs(gx * inward.x + gy * inward.y);
    if (along >= MIN_GRADIENT / 2 && along >= 0.8 * Math.hypot(gx, gy)) return true;
  }
  return false;
}

/** Mean grey of the paper less that of the background beside a place, of the pixels that the picture has. */
function differenceAt(place: Point, inward: Point, { width, height, data }: RasterImage): number {
  const greyAt = (off: number): number | undefined => {
    const [x, y] = [Math.round(place.x + off * inward.x), Math.round(place.y + off * inward.y)];
    return x < 0 || y < 0 || x >= width || y >= height ? undefined : data[y * width + x];
  };
  let [sum, count] = [0, 0];
  for (const off of BESIDE) {
    const [paper, background] = [greyAt(off), greyAt(-off)];
    if (paper === undefined || background === undefined) continue;
    sum += paper - background;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}
