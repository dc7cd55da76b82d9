/** Takes documents apart that touch each other: they meet along a seam, an edge from one side of the region to the other. */
import { findLines, type Line } from '../../sheets/find-lines.ts';
import { isConvex, quadrilateralsOf, type Quadrilateral } from '../../sheets/quadrilateral.ts';
import type { Gradients } from '../../sheets/sheet-edges.ts';
import { areaLeftOf, countsOf, cutsOf, leftHalf, rightHalf, type Counts, type Half } from './halves.ts';
import { areaOfMask, type Mask } from './mask.ts';
import { notchLines } from './notches.ts';
import { areaOfPolygon, spanAt, type Outline } from './outline.ts';
import { seamSeen } from './seam-seen.ts';

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
/** Documents that touch each other and are taken apart, at most. */
const MAX_PIECES = 16;
/** Part of a seam along which an edge must be seen. */
const MIN_SEEN = 0.75;
/** The same for a seam that takes one whole document off and leaves the rest as uneven as it was. */
const CLEARLY_SEEN = 0.92;
/** The same for one that divides what has the shape of one sheet. */
const ENTIRELY_SEEN = 0.98;
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
  const left: TakenPart[] = [{ ...whole, seams: [] }];
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
      done.push(...pieceOf(part));
      continue;
    }
    labels += 1;
    divide(mask, part.label, labels, split);
    const seams = [...part.seams, split];
    left.push({ ...wholePart(mask, part.label), seams }, { ...wholePart(mask, labels), seams });
  }
  // What is left of more documents stays together, so that none is lost.
  return [...done, ...left.flatMap(pieceOf)];
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

/** A part with the lines along which it was taken from others. */
type TakenPart = Part & Pick<Piece, 'seams'>;

/** The piece that a part is; none where there is no quadrilateral around it. */
const pieceOf = ({ corners, filled, seams }: TakenPart): Piece[] =>
  corners === undefined ? [] : [{ corners, filled, seams }];

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

function divide(mask: Mask, label: number, other: number, line: Line): void {
  const [nx, ny] = [Math.cos((line.angle * Math.PI) / 180), Math.sin((line.angle * Math.PI) / 180)];
  for (let y = 0, at = 0; y < mask.height; y += 1)
    for (let x = 0; x < mask.width; x += 1, at += 1)
      if (mask.inside[at] === label && (x + mask.left) * nx + (y + mask.top) * ny > line.distance)
        mask.inside[at] = other;
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
