/** Takes documents apart that touch each other: they meet along a seam, an edge from one side of the region to the other. */
import { findLines, type Line } from '../../sheets/find-lines.ts';
import { isConvex, quadrilateralsOf, type Quadrilateral } from '../../sheets/quadrilateral.ts';
import type { Gradients } from '../../sheets/sheet-edges.ts';
import { areaOfMask, type Mask } from './mask.ts';
import { notchLines } from './notches.ts';
import { areaOfPolygon, quadrilateralAround, spanAt, type Outline } from './outline.ts';
import { hullOfRows } from './row-ends.ts';

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
  const mask = { ...region, inside: region.inside.slice() };
  const area = areaOfMask(mask);
  const counted = { ...mask, inside: shrunk(mask) };
  const leastVotes = VOTING_GRADIENT * MIN_LENGTH * Math.sqrt(area);
  const found = findLines(gradients, { leastVotes, mostVotes: VOTING_GRADIENT, most: 5 * MAX_LINES, counted });
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

/** The pixels of a mask that have a label. */
interface Part extends Half {
  readonly label: number;
  readonly counts: Counts;
}

function wholePart(mask: Mask, label: number): Part {
  const counts = countsOf(mask, label);
  return { label, counts, ...leftHalf(counts, new Int32Array(mask.height).fill(mask.width)) };
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
  const { counts } = part;
  const wholeSeen = isInRow ? IN_ROW_SEEN : ENTIRELY_SEEN;
  let best: { readonly line: Line; readonly score: number } | undefined;
  for (const line of lines) {
    const step = line.step ?? 0;
    const leastSeen = step > 0 ? NOTCHED_SEEN : MIN_SEEN;
    const seen = seamSeen(line, mask, part.label, gradients, leastSeen);
    if (seen < leastSeen) continue;
    const cuts = cutsOf(line, mask);
    const area = areaLeftOf(counts, cuts);
    if (Math.min(area, part.area - area) < minArea) continue;
    const [one, other] = [leftHalf(counts, cuts), rightHalf(counts, cuts)];
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

/**
 * Part of the line within a piece along which an edge is seen; 0 where the line leaves the piece in between, or less than
 * `least` is seen.
 */
function seamSeen(line: Line, mask: Mask, label: number, gradients: Gradients, least: number): number {
  const path = pathThrough(line, mask);
  const { fromX, fromY, nx, ny } = path;
  const { width, height, inside, left, top } = mask;
  const isInPiece = (step: number) => {
    const column = Math.round(fromX - step * ny) - left;
    const row = Math.round(fromY + step * nx) - top;
    return column >= 0 && row >= 0 && column < width && row < height && inside[row * width + column] === label;
  };
  let count = 0;
  let run = 0;
  let longest = 0;
  for (let step = path.first; step <= path.last; step += 1) {
    const isIn = isInPiece(step);
    run = isIn ? run + 1 : 0;
    longest = Math.max(longest, run);
    if (isIn) count += 1;
  }
  if (longest < 0.9 * count || count < 10) return 0;
  let seen = count;
  for (let step = path.first; step <= path.last; step += 1) {
    if (!isInPiece(step)) continue;
    if (hasEdge(Math.round(fromX - step * ny), Math.round(fromY + step * nx), nx, ny, gradients)) continue;
    seen -= 1;
    if (seen / count < least) return 0;
  }
  return seen / count;
}

/** A line in steps of a pixel. */
interface Path {
  /** Where the step 0 is: the point that is nearest to the middle of the mask. */
  readonly fromX: number;
  readonly fromY: number;
  /** The normal of the line. */
  readonly nx: number;
  readonly ny: number;
  /** The steps outside of which it is not in the mask. */
  readonly first: number;
  readonly last: number;
}

function pathThrough({ angle, distance }: Line, { width, height, left, top }: Mask): Path {
  const [nx, ny] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const [middleX, middleY] = [left + width / 2, top + height / 2];
  const off = distance - middleX * nx - middleY * ny;
  const [fromX, fromY] = [middleX + off * nx, middleY + off * ny];
  const acrossX = stepsWithin(left - fromX, left + width - fromX, -ny);
  const acrossY = stepsWithin(top - fromY, top + height - fromY, nx);
  const reach = width + height;
  return {
    fromX,
    fromY,
    nx,
    ny,
    first: Math.max(-reach, acrossX.first, acrossY.first),
    last: Math.min(reach, acrossX.last, acrossY.last),
  };
}

/** The whole steps of a length after which a place is between two bounds, and a few more. */
function stepsWithin(from: number, to: number, length: number): { readonly first: number; readonly last: number } {
  if (Math.abs(length) < 1e-9) return { first: -Infinity, last: Infinity };
  const [one, other] = [(from - 1) / length, (to + 1) / length];
  return { first: Math.floor(Math.min(one, other)) - 1, last: Math.ceil(Math.max(one, other)) + 1 };
}

function hasEdge(x: number, y: number, nx: number, ny: number, { width, height, across, down }: Gradients): boolean {
  for (let off = -2; off <= 2; off += 1) {
    const column = Math.round(x + off * nx);
    const row = Math.round(y + off * ny);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const gx = across[row * width + column] ?? 0;
    const gy = down[row * width + column] ?? 0;
    const along = Math.abs(gx * nx + gy * ny);
    if (along >= MIN_GRADIENT && along >= 0.8 * Math.sqrt(gx * gx + gy * gy)) return true;
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
  readonly left: Uint16Array;
}

function countsOf(mask: Mask, label: number): Counts {
  const { width, height, inside } = mask;
  const left = new Uint16Array((width + 1) * height);
  for (let row = 0, from = 0, to = 0; row < height; row += 1) {
    let count = 0;
    to += 1;
    for (let column = 0; column < width; column += 1, from += 1, to += 1) {
      if (inside[from] === label) count += 1;
      left[to] = count;
    }
  }
  return { mask, left };
}

/** What lies on one side of a line. */
interface Half {
  readonly area: number;
  readonly corners: Quadrilateral | undefined;
  readonly filled: number;
}

/** For each row of a mask the first column to the right of a line. */
function cutsOf({ angle, distance }: Line, { width, height, left, top }: Mask): Int32Array {
  const [nx, ny] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const cuts = new Int32Array(height);
  for (let row = 0; row < height; row += 1) {
    const rest = distance - (row + top) * ny;
    if (Math.abs(nx) < 1e-6) cuts[row] = rest < 0 ? 0 : width;
    else cuts[row] = Math.max(0, Math.min(width, Math.floor(rest / nx) + 1 - left));
  }
  return cuts;
}

/** Number of the pixels left of the cuts. */
function areaLeftOf({ mask, left }: Counts, cuts: Int32Array): number {
  let area = 0;
  for (let row = 0; row < mask.height; row += 1) area += left[row * (mask.width + 1) + (cuts[row] ?? 0)] ?? 0;
  return area;
}

const leftHalf = (counts: Counts, cuts: Int32Array): Half =>
  halfWithin(counts, new Int32Array(counts.mask.height), cuts);

const rightHalf = (counts: Counts, cuts: Int32Array): Half =>
  halfWithin(counts, cuts, new Int32Array(counts.mask.height).fill(counts.mask.width));

/** The pixels of a piece within these columns of each row. */
function halfWithin({ mask, left }: Counts, froms: Int32Array, tos: Int32Array): Half {
  const rows = new Int32Array(mask.height);
  const lefts = new Int32Array(mask.height);
  const rights = new Int32Array(mask.height);
  let count = 0;
  let area = 0;
  for (let row = 0; row < mask.height; row += 1) {
    const at = row * (mask.width + 1);
    const from = froms[row] ?? 0;
    const to = tos[row] ?? 0;
    const before = left[at + from] ?? 0;
    const all = left[at + to] ?? 0;
    if (all <= before) continue;
    area += all - before;
    rows[count] = row + mask.top;
    lefts[count] = columnAfter(left, at, before, from, to) + mask.left;
    rights[count] = columnAfter(left, at, all - 1, from, to) + mask.left;
    count += 1;
  }
  const corners = quadrilateralAround(hullOfRows({ count, rows, lefts, rights }));
  return { area, corners, filled: corners === undefined ? 0 : area / Math.max(area, areaOfPolygon(corners)) };
}

/** The column, of those from `from` to `to`, of the pixel that has so many to its left. */
function columnAfter(left: Uint16Array, row: number, count: number, from: number, to: number): number {
  // At a straight cut, it is the first one or the last one.
  if ((left[row + from + 1] ?? 0) > count) return from;
  if ((left[row + to - 1] ?? 0) <= count) return to - 1;
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((left[row + middle] ?? 0) > count) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

/**
 * The quadrilateral along the straight parts of an outline that covers most of the region and little else: where a hand, a
 * shadow or a thing beside it changes the outline. Undefined where it has no four straight sides.
 * @param mask the region
 */
export function quadrilateralAlong(
  outline: Outline,
  mask: Mask,
  gradients: Gradients,
): Omit<Piece, 'seams'> | undefined {
  const leastVotes = VOTING_GRADIENT * MIN_LENGTH * Math.sqrt(outline.area);
  const counted = { ...mask, inside: nearOutline(outline, mask) };
  const lines = findLines(gradients, { leastVotes, mostVotes: VOTING_GRADIENT, most: 4 * MAX_SIDES, counted });
  const steep = lines.filter(isSteep).slice(0, MAX_SIDES);
  const flat = lines.filter((line) => !isSteep(line)).slice(0, MAX_SIDES);
  const counts = countsOf(mask, 1);
  let best: Omit<Piece, 'seams'> | undefined;
  for (const corners of quadrilateralsOf(flat, steep)) {
    if (!isConvex(corners)) continue;
    const filled = likeness(corners, counts, outline.area);
    if (filled > (best?.filled ?? 0)) best = { corners, filled };
  }
  return best;
}

/** The pixels of an outline and those beside them. */
function nearOutline({ xs, ys }: Outline, { width, height, left, top }: Mask): Uint8Array {
  const near = new Uint8Array(width * height);
  for (let at = 0; at < xs.length; at += 1) {
    const place = ((ys[at] ?? 0) - top) * width + (xs[at] ?? 0) - left;
    for (let row = place - width; row <= place + width; row += width) {
      near[row - 1] = 1;
      near[row] = 1;
      near[row + 1] = 1;
    }
  }
  return near;
}

/** Intersection over union of a quadrilateral and a region, from every third row. */
function likeness(corners: Quadrilateral, { mask, left }: Counts, area: number): number {
  let shared = 0;
  for (let row = 1; row < mask.height; row += 3) {
    const y = row + mask.top;
    if (corners.every((corner) => corner.y < y) || corners.every((corner) => corner.y > y)) continue;
    const { from, to } = spanAt(y, corners);
    const first = Math.max(0, Math.round(from) - mask.left);
    const end = Math.min(mask.width, Math.round(to) - mask.left + 1);
    const at = row * (mask.width + 1);
    if (end > first) shared += 3 * ((left[at + end] ?? 0) - (left[at + first] ?? 0));
  }
  return shared / Math.max(1, area + areaOfPolygon(corners) - shared);
}

/** The pixels that are not near the outline. */
function shrunk({ width, height, inside }: Mask): Uint8Array {
  const deep = inside.slice();
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
