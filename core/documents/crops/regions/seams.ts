/** Takes documents apart that touch each other: they meet along a seam, an edge from one side of the region to the other. */
import { convexHull } from '../../../ocr/layout/convex-hull.ts';
import { findLines, type Line } from '../../sheets/find-lines.ts';
import { cornersOf, isConvex, type Point, type Quadrilateral } from '../../sheets/quadrilateral.ts';
import type { Gradients } from '../../sheets/sheet-edges.ts';
import { areaOfMask, maskOf, type Mask } from './mask.ts';
import { notchLines } from './notches.ts';
import { areaOfPolygon, quadrilateralAround, spanAt, type Outline } from './outline.ts';

/** A part of a region, with the quadrilateral around it. */
export interface Piece {
  readonly corners: Quadrilateral;
  /** Part of the quadrilateral that it covers. */
  readonly filled: number;
  /** The lines along which it was taken from others. */
  readonly seams: readonly Line[];
}

/** Part of its quadrilateral that a piece covers from which it is one document. */
export const WHOLE = 0.98;
/** Lines of each direction that are tried as sides. */
const MAX_SIDES = 6;
/** Lines of each direction that are tried as seams. */
const MAX_LINES = 24;
/** Shortest seam, as a part of the square root of the region's area. */
const MIN_LENGTH = 0.12;
/** Documents that touch each other, at most. */
const MAX_PIECES = 16;
/** Part of a seam along which an edge must be seen. */
const MIN_SEEN = 0.75;
/** The same for a seam that takes one whole document off and leaves the rest as uneven as it was. */
const CLEARLY_SEEN = 0.92;
/** The same for one that divides what has the shape of one sheet. */
const ENTIRELY_SEEN = 0.98;
/** Gradient along a seam, in grey levels over two pixels. */
const MIN_GRADIENT = 3;
/** Gradient from which a pixel has a vote for a line. */
const VOTING_GRADIENT = 10;
/** Distance from the outline, in pixels, within which edges are those of the outline. */
const AT_OUTLINE = 3;
/** By how much a split must raise the part of the quadrilaterals that is covered. */
const MIN_GAIN = 0.015;
/** Part of a seam from a notch along which an edge must be seen, the least gain of such a split, and what it counts for. */
const NOTCHED_SEEN = 0.85;
const NOTCHED_GAIN = 0.002;
const NOTCH_BONUS = 0.5;
/** The same in a row of documents, in which another seam was found. */
const IN_ROW_SEEN = 0.94;
/** Degrees between the seams of one row. */
const MAX_TURN = 25;
/** Smallest piece, as a part of the region. */
const MIN_PIECE = 0.03;

/** How many pixels may still be looked at when regions of a picture are split: its time is bounded. */
export interface Budget {
  pixels: number;
}

/** Splits a region along its seams; a single piece where it has none. */
export function splitAtSeams(region: Mask, gradients: Gradients, budget: Budget): Piece[] {
  const mask = { ...region, inside: Uint8Array.from(region.inside) };
  const area = areaOfMask(mask);
  const deep = shrunk(mask);
  const isCounted = (place: number) => {
    const [x, y] = [(place % gradients.width) - mask.left, Math.floor(place / gradients.width) - mask.top];
    return x >= 0 && y >= 0 && x < mask.width && y < mask.height && deep[y * mask.width + x] === 1;
  };
  const leastVotes = VOTING_GRADIENT * MIN_LENGTH * Math.sqrt(area);
  const search = { leastVotes, mostVotes: VOTING_GRADIENT, most: 5 * MAX_LINES, isCounted };
  const found = findLines(gradients, search);
  const whole = wholePart(mask, 1);
  const lines: SeamLine[] = [
    ...found.filter(isSteep).slice(0, MAX_LINES),
    ...found.filter((line) => !isSteep(line)).slice(0, MAX_LINES),
    ...(whole.corners === undefined ? [] : notchLines(whole.corners, (x, y) => isIn(mask, x, y)).slice(0, MAX_LINES)),
  ];
  const minArea = MIN_PIECE * area;
  const done: Piece[] = [];
  const left: (Part & { readonly seams: readonly Line[] })[] = [{ ...whole, seams: [] }];
  let labels = 1;
  while (left.length > 0 && done.length + left.length <= MAX_PIECES) {
    const part = left.pop();
    if (part === undefined) break;
    // In a group of documents, even a piece with the shape of a sheet may be two of the same height.
    const split =
      part.filled >= WHOLE && part.seams.length === 0
        ? undefined
        : bestSplit(
            part,
            mask,
            { lines: linesFor(part.seams, lines), isInRow: part.seams.length > 0 },
            gradients,
            minArea,
            budget,
          );
    if (split === undefined) {
      if (part.corners !== undefined) done.push({ corners: part.corners, filled: part.filled, seams: part.seams });
      continue;
    }
    labels += 1;
    divide(mask, part.label, labels, split);
    const seams = [...part.seams, split];
    left.push({ ...wholePart(mask, part.label), seams }, { ...wholePart(mask, labels), seams });
  }
  return done;
}

/** A line that may be a seam; with the pixels by which the outline steps at its ends, where it was found by that. */
type SeamLine = Line & { readonly step?: number };

const isIn = ({ width, height, inside, left, top }: Mask, x: number, y: number): boolean => {
  const [column, row] = [x - left, y - top];
  return column >= 0 && row >= 0 && column < width && row < height && inside[row * width + column] !== 0;
};

const isSteep = ({ angle }: Line): boolean => angle <= 45 || angle >= 135;

function wholePart(mask: Mask, label: number): Part {
  return partWithin(countsOf(mask, label), label, () => [0, mask.width]);
}

interface Part {
  readonly label: number;
  readonly area: number;
  readonly corners: Quadrilateral | undefined;
  readonly filled: number;
}

/** The lines that may divide a piece: documents lie in a row, so that the next seam runs like the first. */
function linesFor([first]: readonly Line[], lines: readonly SeamLine[]): readonly SeamLine[] {
  if (first === undefined) return lines;
  return lines.filter(({ angle }) => {
    const turn = Math.abs(angle - first.angle);
    return Math.min(turn, 180 - turn) <= MAX_TURN;
  });
}

/** The seam that makes the pieces most like sheets; undefined where none is seen or helps. */
function bestSplit(
  part: Part,
  mask: Mask,
  { lines, isInRow }: { readonly lines: readonly SeamLine[]; readonly isInRow: boolean },
  gradients: Gradients,
  minArea: number,
  budget: Budget,
): Line | undefined {
  budget.pixels -= mask.inside.length;
  if (budget.pixels < 0) return undefined;
  const counts = countsOf(mask, part.label);
  const wholeSeen = isInRow ? IN_ROW_SEEN : ENTIRELY_SEEN;
  let best: { readonly line: Line; readonly score: number } | undefined;
  for (const line of lines) {
    const seen = seamSeen(line, mask, part.label, gradients);
    const step = line.step ?? 0;
    if (seen < (step > 0 ? NOTCHED_SEEN : MIN_SEEN)) continue;
    const [one, other] = halves(counts, line);
    if (Math.min(one.area, other.area) < minArea) continue;
    const gain = (one.area * one.filled + other.area * other.filled) / part.area - part.filled;
    const isClear =
      seen >= (part.filled < WHOLE ? CLEARLY_SEEN : wholeSeen) &&
      gain >= -0.01 &&
      Math.max(one.filled, other.filled) >= 0.95;
    const isNotched = step > 0 && gain >= NOTCHED_GAIN;
    if (gain < MIN_GAIN && !isClear && !isNotched) continue;
    const score = seen + 2 * gain + Math.max(one.filled, other.filled) + Math.min(NOTCH_BONUS, step / 10);
    if (best === undefined || score > best.score) best = { line, score };
  }
  return best?.line;
}

/** Part of the line within a piece along which an edge is seen; 0 where it leaves the piece in between. */
function seamSeen({ angle, distance }: Line, mask: Mask, label: number, gradients: Gradients): number {
  const [nx, ny] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const reach = mask.width + mask.height;
  const middle = { x: mask.left + mask.width / 2, y: mask.top + mask.height / 2 };
  const off = distance - middle.x * nx - middle.y * ny;
  const foot = { x: middle.x + off * nx, y: middle.y + off * ny };
  let [inside, seen, run, longest] = [0, 0, 0, 0];
  for (let step = -reach; step <= reach; step += 1) {
    const [x, y] = [Math.round(foot.x - step * ny), Math.round(foot.y + step * nx)];
    const [column, row] = [x - mask.left, y - mask.top];
    const isIn =
      column >= 0 &&
      row >= 0 &&
      column < mask.width &&
      row < mask.height &&
      mask.inside[row * mask.width + column] === label;
    run = isIn ? run + 1 : 0;
    longest = Math.max(longest, run);
    if (!isIn) continue;
    inside += 1;
    if (hasEdge(x, y, nx, ny, gradients)) seen += 1;
  }
  return longest < 0.9 * inside || inside < 10 ? 0 : seen / inside;
}

function hasEdge(x: number, y: number, nx: number, ny: number, { width, height, across, down }: Gradients): boolean {
  for (let off = -2; off <= 2; off += 1) {
    const [column, row] = [Math.round(x + off * nx), Math.round(y + off * ny)];
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const [gx, gy] = [across[row * width + column] ?? 0, down[row * width + column] ?? 0];
    const along = Math.abs(gx * nx + gy * ny);
    if (along >= MIN_GRADIENT && along >= 0.8 * Math.hypot(gx, gy)) return true;
  }
  return false;
}

function divide(mask: Mask, label: number, other: number, line: Line): void {
  const [nx, ny] = [Math.cos((line.angle * Math.PI) / 180), Math.sin((line.angle * Math.PI) / 180)];
  for (let y = 0, at = 0; y < mask.height; y += 1)
    for (let x = 0; x < mask.width; x += 1, at += 1)
      if (mask.inside[at] === label && (x + mask.left) * nx + (y + mask.top) * ny > line.distance)
        mask.inside[at] = other;
}

/** For each row of a piece, how many of its pixels lie left of each column. */
interface Counts {
  readonly mask: Mask;
  readonly label: number;
  readonly left: Uint16Array;
}

function countsOf(mask: Mask, label: number): Counts {
  const columns = mask.width + 1;
  const left = new Uint16Array(columns * mask.height);
  for (let row = 0; row < mask.height; row += 1) {
    let count = 0;
    for (let column = 0; column < mask.width; column += 1) {
      if (mask.inside[row * mask.width + column] === label) count += 1;
      left[row * columns + column + 1] = count;
    }
  }
  return { mask, label, left };
}

/** Both sides of a line. */
function halves(counts: Counts, { angle, distance }: Line): readonly [Part, Part] {
  const { mask, label } = counts;
  const [nx, ny] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const cuts = Array.from({ length: mask.height }, (_, row) => {
    const rest = distance - (row + mask.top) * ny;
    if (Math.abs(nx) < 1e-6) return rest < 0 ? 0 : mask.width;
    return Math.max(0, Math.min(mask.width, Math.floor(rest / nx) + 1 - mask.left));
  });
  return [
    partWithin(counts, label, (row) => [0, cuts[row] ?? 0]),
    partWithin(counts, label, (row) => [cuts[row] ?? 0, mask.width]),
  ];
}

/** The part of a piece within these columns of each row. */
function partWithin(
  { mask, left }: Counts,
  label: number,
  columnsOf: (row: number) => readonly [from: number, to: number],
): Part {
  const ends: Point[] = [];
  let area = 0;
  for (let row = 0; row < mask.height; row += 1) {
    const [from, to] = columnsOf(row);
    const at = row * (mask.width + 1);
    const [before, count] = [left[at + from] ?? 0, (left[at + to] ?? 0) - (left[at + from] ?? 0)];
    if (count <= 0) continue;
    area += count;
    const [first, last] = [columnAfter(left, at, before), columnAfter(left, at, before + count - 1)];
    ends.push({ x: first + mask.left, y: row + mask.top }, { x: last + mask.left, y: row + mask.top });
  }
  const corners = quadrilateralAround(convexHull(ends));
  return { label, area, corners, filled: corners === undefined ? 0 : area / Math.max(area, areaOfPolygon(corners)) };

  /** The column of the pixel that has so many to its left. */
  function columnAfter(of: Uint16Array, row: number, count: number): number {
    let [low, high] = [0, mask.width];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((of[row + middle] ?? 0) > count) high = middle;
      else low = middle + 1;
    }
    return low - 1;
  }
}

/**
 * The quadrilateral along the straight parts of an outline that covers most of the region and little else: where a hand, a
 * shadow or a thing beside it changes the outline. Undefined where it has no four straight sides.
 */
export function quadrilateralAlong(outline: Outline, gradients: Gradients): Omit<Piece, 'seams'> | undefined {
  const mask = maskOf(outline);
  const near = new Uint8Array(gradients.width * gradients.height);
  for (const { x, y } of outline.points)
    for (const row of [y - 1, y, y + 1]) near.fill(1, row * gradients.width + x - 1, row * gradients.width + x + 2);
  const leastVotes = VOTING_GRADIENT * MIN_LENGTH * Math.sqrt(outline.area);
  const isCounted = (place: number) => near[place] === 1;
  const lines = findLines(gradients, { leastVotes, mostVotes: VOTING_GRADIENT, most: 4 * MAX_SIDES, isCounted });
  const steep = lines.filter(isSteep).slice(0, MAX_SIDES);
  const flat = lines.filter((line) => !isSteep(line)).slice(0, MAX_SIDES);
  let best: Omit<Piece, 'seams'> | undefined;
  for (const [top, bottom] of pairsOf(flat))
    for (const [left, right] of pairsOf(steep)) {
      const corners = cornersOf(top, right, bottom, left);
      if (corners === undefined || !isConvex(corners)) continue;
      const filled = likeness(corners, mask, outline.area);
      if (filled > (best?.filled ?? 0)) best = { corners, filled };
    }
  return best;
}

/** Intersection over union of a quadrilateral and a region, from every third row. */
function likeness(corners: Quadrilateral, mask: Mask, area: number): number {
  let shared = 0;
  for (let row = 1; row < mask.height; row += 3) {
    const y = row + mask.top;
    if (corners.every((corner) => corner.y < y) || corners.every((corner) => corner.y > y)) continue;
    const { from, to } = spanAt(y, corners);
    const last = Math.min(mask.width - 1, Math.round(to) - mask.left);
    for (let column = Math.max(0, Math.round(from) - mask.left); column <= last; column += 1)
      if (mask.inside[row * mask.width + column] === 1) shared += 3;
  }
  return shared / Math.max(1, area + areaOfPolygon(corners) - shared);
}

function* pairsOf<T>(items: readonly T[]): Generator<readonly [T, T]> {
  for (const [at, first] of items.entries()) for (const second of items.slice(at + 1)) yield [first, second];
}

/** The pixels that are not near the outline. */
function shrunk({ width, height, inside }: Mask): Uint8Array {
  const deep = Uint8Array.from(inside);
  for (let y = AT_OUTLINE; y < height - AT_OUTLINE; y += 1)
    for (let x = AT_OUTLINE; x < width - AT_OUTLINE; x += 1) {
      const at = y * width + x;
      const isDeep =
        inside[at - AT_OUTLINE] === 1 &&
        inside[at + AT_OUTLINE] === 1 &&
        inside[at - AT_OUTLINE * width] === 1 &&
        inside[at + AT_OUTLINE * width] === 1;
      if (!isDeep) deep[at] = 0;
    }
  return deep;
}
