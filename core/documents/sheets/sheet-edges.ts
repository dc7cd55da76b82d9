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
export const gradientsOf = (picture: RasterImage): Gradients =>
  gradientsOfSmoothed({ ...picture, data: smooth(picture.data, picture.width) });

/** The gradients of a picture that is smoothed already. */
export function gradientsOfSmoothed({ width, height, data }: RasterImage): Gradients {
  const across = new Int16Array(width * height);
  const down = new Int16Array(width * height);
  for (let y = 1; y < height - 1; y += 1) {
    const end = (y + 1) * width - 1;
    let above = (y - 1) * width;
    let below = above + 2 * width;
    // Left, middle and right column of the 3 × 3 pixels: their weighted sums, and their lower less their upper pixel.
    let [left, leftStep] = [columnSum(data, above, width), (data[below] ?? 0) - (data[above] ?? 0)];
    let [middle, middleStep] = [columnSum(data, above + 1, width), (data[below + 1] ?? 0) - (data[above + 1] ?? 0)];
    for (let place = end - width + 2; place < end; place += 1) {
      above = place - width + 1;
      below = place + width + 1;
      const right = columnSum(data, above, width);
      const rightStep = (data[below] ?? 0) - (data[above] ?? 0);
      across[place] = (right - left) >> 2;
      down[place] = (leftStep + 2 * middleStep + rightStep) >> 2;
      left = middle;
      middle = right;
      leftStep = middleStep;
      middleStep = rightStep;
    }
  }
  return { width, height, across, down };
}

const columnSum = (data: Uint8Array, top: number, width: number): number =>
  (data[top] ?? 0) + 2 * (data[top + width] ?? 0) + (data[top + 2 * width] ?? 0);

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
  refinedBy(sheet, { ...gradients, least: MIN_GRADIENT / 2, reach: 3 });

/** What is seen of edges in a picture: gradients, or without `down`, how strong the edge is in each pixel. */
export interface SeenEdges {
  readonly width: number;
  readonly height: number;
  readonly across: Int16Array | Uint8Array;
  readonly down?: Int16Array;
  /** Strength from which an edge is seen: of a gradient, that along the normal of the side. */
  readonly least: number;
  /** How many pixels on either side of a place on a side its edge is looked for. */
  readonly reach: number;
}

/** The same sheet with each side along its edge, fitted to what is seen at many places of it. */
export function refinedBy(sheet: Quadrilateral, edges: SeenEdges): Quadrilateral {
  const [a, b, c, d] = sheet;
  const [top, right, bottom] = [fitSide(a, b, edges), fitSide(b, c, edges), fitSide(c, d, edges)];
  return cornersOf(top, right, bottom, fitSide(d, a, edges)) ?? sheet;
}

/** The line through the edge between two corners, fitted twice: without the farthest places the second time. */
function fitSide(from: Point, to: Point, edges: SeenEdges): StraightLine {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const inward = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  const places = edgeAlong(from, to, length, inward, edges);
  const first = leastSquares(places);
  const near = placesNear(places, first);
  const { offset, slope } = near.count >= PLACES / 2 ? leastSquares(near) : first;
  const begin = { x: from.x + offset * inward.x, y: from.y + offset * inward.y };
  const end = { x: to.x + (offset + slope * length) * inward.x, y: to.y + (offset + slope * length) * inward.y };
  const angle = Math.atan2(end.x - begin.x, begin.y - end.y);
  return { angle: (angle * 180) / Math.PI, distance: begin.x * Math.cos(angle) + begin.y * Math.sin(angle) };
}

/** Places along a side at which its edge is seen. */
interface SeenPlaces {
  readonly count: number;
  /** Pixels from the beginning of the side. */
  readonly alongs: Float64Array;
  /** Pixels inward of the side. */
  readonly offs: Float64Array;
}

function edgeAlong(from: Point, to: Point, length: number, inward: Point, edges: SeenEdges): SeenPlaces {
  const alongs = new Float64Array(2 * PLACES);
  const offs = new Float64Array(2 * PLACES);
  let count = 0;
  for (let step = 0; step < 2 * PLACES; step += 1) {
    const along = (length * (step + 1)) / (2 * PLACES + 1);
    const x = from.x + (along / length) * (to.x - from.x);
    const y = from.y + (along / length) * (to.y - from.y);
    const off = strongestOffset(x, y, inward.x, inward.y, edges);
    if (Number.isNaN(off)) continue;
    alongs[count] = along;
    offs[count] = off;
    count += 1;
  }
  return { count, alongs, offs };
}

/** Those of the places that are within a pixel of a line. */
function placesNear({ count, alongs, offs }: SeenPlaces, { offset, slope }: SideLine): SeenPlaces {
  const near = { alongs: new Float64Array(count), offs: new Float64Array(count) };
  let kept = 0;
  for (let at = 0; at < count; at += 1) {
    const along = alongs[at] ?? 0;
    const off = offs[at] ?? 0;
    if (Math.abs(off - offset - slope * along) > 1) continue;
    near.alongs[kept] = along;
    near.offs[kept] = off;
    kept += 1;
  }
  return { ...near, count: kept };
}

/**
 * How far inward of a place, in pixels, an edge is the strongest: the mean over the pixels within reach on the normal,
 * weighted by the squares of their strengths. NaN where all are 0.
 */
function strongestOffset(
  fromX: number,
  fromY: number,
  inwardX: number,
  inwardY: number,
  { width, height, across, down, least, reach }: SeenEdges,
): number {
  let weights = 0;
  let sum = 0;
  for (let off = -reach; off <= reach; off += 1) {
    const x = Math.round(fromX + off * inwardX);
    const y = Math.round(fromY + off * inwardY);
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    const at = y * width + x;
    const value = across[at] ?? 0;
    const strength = down === undefined ? value : Math.abs(value * inwardX + (down[at] ?? 0) * inwardY);
    if (strength < least) continue;
    const weight = strength * strength;
    // The pixel's own distance from the side: its place was rounded.
    const exact = (x - fromX) * inwardX + (y - fromY) * inwardY;
    weights += weight;
    sum += exact * weight;
  }
  return weights === 0 ? NaN : sum / weights;
}

/** offset + slope · along. */
interface SideLine {
  readonly offset: number;
  readonly slope: number;
}

/** The line by least squares; 0 without places. */
function leastSquares({ count, alongs, offs }: SeenPlaces): SideLine {
  if (count < 2) return { offset: 0, slope: 0 };
  let [meanAlong, meanOff] = [0, 0];
  for (let at = 0; at < count; at += 1) {
    meanAlong += alongs[at] ?? 0;
    meanOff += offs[at] ?? 0;
  }
  meanAlong /= count;
  meanOff /= count;
  let [spread, shared] = [0, 0];
  for (let at = 0; at < count; at += 1) {
    const along = (alongs[at] ?? 0) - meanAlong;
    spread += along ** 2;
    shared += along * ((offs[at] ?? 0) - meanOff);
  }
  const slope = spread === 0 ? 0 : shared / count / (spread / count);
  return { offset: meanOff - slope * meanAlong, slope };
}

/** Whether a gradient along the normal of the side lies within two pixels of a place. */
function hasEdge(place: Point, inward: Point, { width, height, across, down }: Gradients): boolean {
  for (let off = -2; off <= 2; off += 1) {
    const x = Math.round(place.x + off * inward.x);
    const y = Math.round(place.y + off * inward.y);
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    const gx = across[y * width + x] ?? 0;
    const gy = down[y * width + x] ?? 0;
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
