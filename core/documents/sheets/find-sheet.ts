/**
 * Finds the outline of a sheet of paper in a photograph: four straight edges, along each of which the paper differs from
 * what it lies on. Lines are found with the Hough transform, in which each edge pixel votes for the line that is
 * perpendicular to its gradient (R. Duda, P. Hart, Use of the Hough transformation to detect lines and curves in pictures,
 * CACM 1972; F. O'Gorman, M. Clowes, Finding picture edges through collinearity of feature points, IEEE ToC 1976).
 */
import type { RasterImage } from '../../ocr/raster-image.ts';
import { cornersOf, isConvex, sideLengths, type Point, type Quadrilateral } from './quadrilateral.ts';

/** Gradient, in grey levels over two pixels, from which a pixel is part of an edge. */
const MIN_GRADIENT = 10;
/** Votes of a pixel are limited to this gradient, so that black print does not outvote the edge of the paper. */
const MAX_GRADIENT = 40;
/** A pixel votes for lines that differ from its direction by at most so many degrees. */
const VOTED_DEGREES = 2;
/** Lines of each direction from which the sides are chosen. */
const MAX_LINES = 14;
/** Lines nearer than this, in degrees and in pixels, are the same. */
const SAME_DEGREES = 4;
const SAME_PIXELS = 5;
/** Minimum length of a side, and minimum area, as parts of the picture's. */
const MIN_SIDE = 0.3;
const MIN_AREA = 0.2;
/** How far corners may lie outside the picture, as a part of its longer side. */
const MAX_OUTSIDE = 0.02;
/** Places along a side that are looked at. */
const PLACES = 48;
/** Distance from the side, in pixels, at which paper and background are compared. */
const BESIDE = [3, 5, 7] as const;
/** Minimum difference of paper and background, in grey levels. */
const MIN_DIFFERENCE = 8;
/** Part of the places of each side, and of all sides, at which edge and difference must be seen. */
const MIN_SIDE_SUPPORT = 0.6;
const MIN_SUPPORT = 0.8;

/** A line: x · cos(angle) + y · sin(angle) = distance. */
interface Line {
  /** Degrees, 0 to 179. */
  readonly angle: number;
  readonly distance: number;
  readonly votes: number;
}

interface Gradients {
  readonly width: number;
  readonly height: number;
  readonly across: Int16Array;
  readonly down: Int16Array;
}

/**
 * Returns the corners of the sheet that covers most of a picture, or undefined where none has four clear edges.
 * @param picture in grey, with a longer side of some 400 to 600 pixels
 */
export function findSheet(picture: RasterImage): Quadrilateral | undefined {
  const gradients = gradientsOf(picture);
  const lines = findLines(gradients);
  const flat = lines.filter(({ angle }) => angle > 45 && angle < 135).slice(0, MAX_LINES);
  const steep = lines.filter(({ angle }) => angle <= 45 || angle >= 135).slice(0, MAX_LINES);
  let best: { readonly sheet: Quadrilateral; readonly score: number } | undefined;
  for (const [top, bottom] of pairsOf(flat))
    for (const [left, right] of pairsOf(steep)) {
      const sheet = cornersOf(top, right, bottom, left);
      if (sheet === undefined) continue;
      const area = areaOf(sheet, picture);
      if (area === undefined || (best !== undefined && area <= best.score)) continue;
      const support = supportOf(sheet, picture, gradients);
      if (support !== undefined && (best === undefined || area * support > best.score))
        best = { sheet, score: area * support };
    }
  return best === undefined ? undefined : refined(best.sheet, gradients);
}

/** Sobel's operator, divided by four, on the smoothed picture: the steps of a slanted edge would hide its direction. */
function gradientsOf(picture: RasterImage): Gradients {
  const { width, height } = picture;
  const data = smooth(picture.data, width);
  const across = new Int16Array(width * height);
  const down = new Int16Array(width * height);
  const at = (place: number): number => data[place] ?? 0;
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const place = y * width + x;
      const [above, below] = [place - width, place + width];
      across[place] =
        (at(above + 1) + 2 * at(place + 1) + at(below + 1) - at(above - 1) - 2 * at(place - 1) - at(below - 1)) >> 2;
      down[place] =
        (at(below - 1) + 2 * at(below) + at(below + 1) - at(above - 1) - 2 * at(above) - at(above + 1)) >> 2;
    }
  return { width, height, across, down };
}

/** Weights of 1, 2 and 1 across and down. */
function smooth(data: Uint8Array, width: number): Uint8Array {
  return smoothAlong(smoothAlong(data, 1), width);
}

function smoothAlong(data: Uint8Array, step: number): Uint8Array {
  const smoothed = Uint8Array.from(data);
  for (let at = step; at < data.length - step; at += 1)
    smoothed[at] = ((data[at - step] ?? 0) + 2 * (data[at] ?? 0) + (data[at + step] ?? 0) + 2) >> 2;
  return smoothed;
}

/** The lines with the most votes, without those next to a stronger one; strongest first. */
function findLines({ width, height, across, down }: Gradients): Line[] {
  const reach = Math.ceil(Math.hypot(width, height));
  const columns = 2 * reach + 1;
  const votes = new Float32Array(180 * columns);
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const place = y * width + x;
      const [gx, gy] = [across[place] ?? 0, down[place] ?? 0];
      const size = Math.abs(gx) + Math.abs(gy);
      if (size < MIN_GRADIENT) continue;
      const direction = Math.round(directionAt(place, width, across, down));
      for (let off = -VOTED_DEGREES; off <= VOTED_DEGREES; off += 1) {
        const angle = (direction + off + 360) % 180;
        const distance = Math.round(x * (COSINES[angle] ?? 0) + y * (SINES[angle] ?? 0)) + reach;
        votes[angle * columns + distance] = (votes[angle * columns + distance] ?? 0) + Math.min(size, MAX_GRADIENT);
      }
    }
  return strongest(votes, columns, reach, MIN_GRADIENT * MIN_SIDE * Math.min(width, height) * 0.5);
}

/** Degrees of the mean gradient of 3 × 3 pixels: along a slanted edge, that of each alternates. */
function directionAt(place: number, width: number, across: Int16Array, down: Int16Array): number {
  let [gx, gy] = [0, 0];
  for (const row of [place - width, place, place + width])
    for (let at = row - 1; at <= row + 1; at += 1) {
      gx += across[at] ?? 0;
      gy += down[at] ?? 0;
    }
  return (Math.atan2(gy, gx) * 180) / Math.PI;
}

const radiansOf = (degrees: number): number => (degrees * Math.PI) / 180;
const COSINES = Float64Array.from({ length: 180 }, (_, angle) => Math.cos(radiansOf(angle)));
const SINES = Float64Array.from({ length: 180 }, (_, angle) => Math.sin(radiansOf(angle)));

function strongest(votes: Float32Array, columns: number, reach: number, least: number): Line[] {
  const candidates: Line[] = [];
  for (let angle = 0; angle < 180; angle += 1)
    for (let at = 1; at < columns - 1; at += 1) {
      const count = votes[angle * columns + at] ?? 0;
      const isPeak =
        count >= least &&
        count >= (votes[angle * columns + at - 1] ?? 0) &&
        count > (votes[angle * columns + at + 1] ?? 0);
      if (isPeak) candidates.push({ angle, distance: at - reach, votes: count });
    }
  const kept: Line[] = [];
  for (const line of candidates.sort((a, b) => b.votes - a.votes)) {
    if (kept.length >= 4 * MAX_LINES) break;
    if (!kept.some((other) => isSame(line, other))) kept.push(line);
  }
  return kept;
}

function isSame(a: Line, b: Line): boolean {
  const turn = Math.abs(a.angle - b.angle);
  // The same line has the angles 0 and 180, with distances of opposite sign.
  return turn > 90
    ? 180 - turn < SAME_DEGREES && Math.abs(a.distance + b.distance) < SAME_PIXELS
    : turn < SAME_DEGREES && Math.abs(a.distance - b.distance) < SAME_PIXELS;
}

function* pairsOf<T>(items: readonly T[]): Generator<readonly [T, T]> {
  for (const [at, first] of items.entries()) for (const second of items.slice(at + 1)) yield [first, second];
}

/** Area of a sheet as a part of the picture's; undefined where it is no sheet: too small, not convex, or outside. */
function areaOf(sheet: Quadrilateral, { width, height }: RasterImage): number | undefined {
  const outside = MAX_OUTSIDE * Math.max(width, height);
  const isInside = ({ x, y }: Point) => x >= -outside && y >= -outside && x <= width + outside && y <= height + outside;
  if (!sheet.every(isInside) || !isConvex(sheet)) return undefined;
  const [top, right, bottom, left] = sideLengths(sheet);
  if (Math.min(top, bottom) < MIN_SIDE * width || Math.min(left, right) < MIN_SIDE * height) return undefined;
  const [a, b, c, d] = sheet;
  const area = Math.abs((c.x - a.x) * (d.y - b.y) - (d.x - b.x) * (c.y - a.y)) / 2 / (width * height);
  return area < MIN_AREA ? undefined : area;
}

/** Part of the places along the sides at which the edge of a sheet is seen; undefined where a side has too few. */
function supportOf(sheet: Quadrilateral, picture: RasterImage, gradients: Gradients): number | undefined {
  let total = 0;
  for (const [at, from] of sheet.entries()) {
    const seen = sideSupport(from, sheet[(at + 1) % 4] ?? from, picture, gradients);
    if (seen < MIN_SIDE_SUPPORT) return undefined;
    total += seen / 4;
  }
  return total < MIN_SUPPORT ? undefined : total;
}

/** Part of the places between two corners at which paper and background differ, in the direction of most of them. */
function sideSupport(from: Point, to: Point, picture: RasterImage, gradients: Gradients): number {
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
function refined(sheet: Quadrilateral, gradients: Gradients): Quadrilateral {
  const sides = sheet.map((from, at) => fitSide(from, sheet[(at + 1) % 4] ?? from, gradients));
  const [top, right, bottom, left] = sides;
  if (top === undefined || right === undefined || bottom === undefined || left === undefined) return sheet;
  return cornersOf(top, right, bottom, left) ?? sheet;
}

/** The line through the edge between two corners, fitted twice: without the farthest places the second time. */
function fitSide(from: Point, to: Point, gradients: Gradients): Omit<Line, 'votes'> {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const inward = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  const places = Array.from({ length: 2 * PLACES }, (_, step) => (length * (step + 1)) / (2 * PLACES + 1)).flatMap(
    (along) => {
      const place = { x: from.x + (along / length) * (to.x - from.x), y: from.y + (along / length) * (to.y - from.y) };
      const off = steepestOffset(place, inward, gradients);
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
  let [weights, sum] = [0, 0];
  for (let off = -3; off <= 3; off += 1) {
    const [x, y] = [Math.round(place.x + off * inward.x), Math.round(place.y + off * inward.y)];
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    const along = Math.abs((across[y * width + x] ?? 0) * inward.x + (down[y * width + x] ?? 0) * inward.y);
    if (along < MIN_GRADIENT / 2) continue;
    // The pixel's own distance from the side: its place was rounded.
    const exact = (x - place.x) * inward.x + (y - place.y) * inward.y;
    weights += along ** 2;
    sum += exact * along ** 2;
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
