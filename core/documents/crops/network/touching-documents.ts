/**
 * Takes apart what was found as one document and is several that touch. The maps show an edge along a straight line all the
 * way across, which may be faint. A fold or a rule looks the same: only of documents side by side, the outline steps where
 * they meet, or others touch them in the same row that are not of their size: cards of one kind have frames.
 */
import { isConvex, pointBetween, sideLengths, type Point, type Quadrilateral } from '../../sheets/quadrilateral.ts';
import { areBesideEachOther, sharedArea } from '../regions/overlap.ts';
import { hasEdgeWithin } from './edges-within.ts';
import { IN_DOCUMENT, type DocumentMaps } from './edge-network.ts';
import { moved } from '../regions/sides-moved.ts';
import { alongEdges } from './map-candidates.ts';
import { meanInside } from './seen-documents.ts';

/** Places along a line that are looked at, and those of a quarter of it; the part of the line at either end that is left out. */
const PLACES = 32;
const QUARTER = PLACES / 4;
const LEFT_OUT = 0.06;
/** Pixels from a side at which a line begins, and by which its ends differ in how far they are from that side. */
const AWAY_FROM_SIDES = 12;
const TILTS = [-4, -2, 0, 2, 4] as const;
/** Mean probability of an edge along the quarter of a line where it is seen the least; where the outline does not step. */
const MIN_SEEN = 0.2;
const MIN_SEEN_IN_ROW = 0.3;
/** Lines that are tried, and the pixels between them. */
const MAX_LINES = 6;
const SAME_LINE = 8;
/** Pixels within which the edges of a part are looked for. */
const PART_REACH = 9;
/** Smallest side of a part, in pixels, and the mean probability that it lies in a document, at least. */
const MIN_SIDE = 16;
const MIN_INSIDE = 0.95;
/** Pixels by which the outline steps, at least. */
const MIN_STEP = 3;
/** Pixels from the middle of a step at which one part has ended and the other has not. */
const BESIDE_STEP = [4, 6, 8] as const;
/** Ratio of the sides of documents of one size, less than. */
const ONE_SIZE = 1.1;
/** Pixels between documents that touch, at most, and the length along which they do, as a part of the shortest side. */
const TOUCHING = 4;
const TOUCHING_PART = 0.3;

/** The documents, and in place of each that consists of several those. */
export function takenApart(documents: readonly Quadrilateral[], maps: DocumentMaps): Quadrilateral[] {
  const done: Quadrilateral[] = [];
  const left = [...documents];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const parts = hasEdgeWithin(next, maps) ? partsOf(next, [...done, ...left], maps) : undefined;
    if (parts === undefined) done.push(next);
    else left.push(...parts);
  }
  return done;
}

/** A line across a document, and what is on both sides of it. */
interface LineAcross {
  /** Mean probability of an edge along the quarter of it where it is seen the least, 0 to 1. */
  readonly seen: number;
  /** The sides at which it begins and ends. */
  readonly turned: Quadrilateral;
  readonly from: Point;
  readonly to: Point;
}

/** Both parts of a document that consists of several; undefined of a single one. */
function partsOf(
  document: Quadrilateral,
  others: readonly Quadrilateral[],
  maps: DocumentMaps,
): readonly [Quadrilateral, Quadrilateral] | undefined {
  const isOneOfAKind = others.some((other) => areOfOneSize(document, other));
  for (const line of linesAcross(document, maps)) {
    const [a, b, c, d] = line.turned;
    const one = settled([a, line.from, line.to, d], maps);
    const other = settled([line.from, b, c, line.to], maps);
    if (!isSheet(one, maps) || !isSheet(other, maps) || !areBesideEachOther(one, other)) continue;
    const hasStep = [line.from, line.to].some((end) => hasStepAt(end, one, other, maps));
    const isRow = line.seen >= MIN_SEEN_IN_ROW && !isOneOfAKind && others.some((beside) => isInRow(beside, line));
    if (hasStep || isRow) return [one, other];
  }
  return undefined;
}

/** The lines across a document along which an edge is seen all the way; those that are seen best first. */
function linesAcross([a, b, c, d]: Quadrilateral, maps: DocumentMaps): LineAcross[] {
  const kept: LineAcross[] = [];
  const lines = [...linesFrom([a, b, c, d], maps), ...linesFrom([b, c, d, a], maps)];
  for (const line of lines.toSorted((one, other) => other.seen - one.seen)) {
    if (kept.length >= MAX_LINES) break;
    if (!kept.some((other) => areNear(line, other))) kept.push(line);
  }
  return kept;
}

const areNear = (one: LineAcross, other: LineAcross): boolean =>
  one.turned[0] === other.turned[0] &&
  Math.hypot(one.from.x + one.to.x - other.from.x - other.to.x, one.from.y + one.to.y - other.from.y - other.to.y) <
    2 * SAME_LINE;

/** Those from the first side to the third. */
function linesFrom(turned: Quadrilateral, maps: DocumentMaps): LineAcross[] {
  const [a, b, c, d] = turned;
  const lines: LineAcross[] = [];
  const length = Math.min(Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(c.x - d.x, c.y - d.y));
  for (let along = AWAY_FROM_SIDES; along <= length - AWAY_FROM_SIDES; along += 1)
    for (const tilt of TILTS) {
      const from = pointBetween(a, b, (along + tilt / 2) / length);
      const to = pointBetween(d, c, (along - tilt / 2) / length);
      const seen = leastQuarter(from, to, maps);
      if (seen >= MIN_SEEN) lines.push({ seen, turned, from, to });
    }
  return lines;
}

/** Mean probability of an edge along the quarter of a line where it is the least, 0 to 1. */
function leastQuarter(from: Point, to: Point, { width, height, edge }: DocumentMaps): number {
  const length = Math.max(1e-6, Math.hypot(to.x - from.x, to.y - from.y));
  const [nx, ny] = [(from.y - to.y) / length, (to.x - from.x) / length];
  let least = Infinity;
  let sum = 0;
  for (let place = 0; place < PLACES; place += 1) {
    const part = LEFT_OUT + ((1 - 2 * LEFT_OUT) * (place + 0.5)) / PLACES;
    let most = 0;
    for (let off = -1; off <= 1; off += 1) {
      const x = Math.round(from.x + part * (to.x - from.x) + off * nx);
      const y = Math.round(from.y + part * (to.y - from.y) + off * ny);
      if (x >= 0 && y >= 0 && x < width && y < height) most = Math.max(most, edge[y * width + x] ?? 0);
    }
    sum += most;
    if (place % QUARTER !== QUARTER - 1) continue;
    least = Math.min(least, sum / (255 * QUARTER));
    if (least < MIN_SEEN) return least;
    sum = 0;
  }
  return least;
}

/** A part with its sides where the maps show its edge: the document was as high as its parts are in the mean. */
const settled = (part: Quadrilateral, maps: DocumentMaps): Quadrilateral =>
  alongEdges(alongEdges(part, maps, PART_REACH), maps);

/** Whether a part has the shape of a sheet, and surely lies in a document: what is seen in a picture on a card does not. */
const isSheet = (corners: Quadrilateral, maps: DocumentMaps): boolean =>
  isConvex(corners) && Math.min(...sideLengths(corners)) >= MIN_SIDE && meanInside(corners, maps) >= MIN_INSIDE;

/**
 * Whether the outline of two parts steps where they meet at one end: one is longer than the other there, and what is beside
 * its end, off the shorter one, lies in no document.
 */
function hasStepAt(
  end: Point,
  one: Quadrilateral,
  other: Quadrilateral,
  { width, height, inside }: DocumentMaps,
): boolean {
  const [a, b] = [nearest(one, end), nearest(other, end)];
  const [first, second] = [centreOf(one), centreOf(other)];
  const apart = Math.max(1e-6, Math.hypot(second.x - first.x, second.y - first.y));
  const across = { x: (second.x - first.x) / apart, y: (second.y - first.y) / apart };
  const along = (b.x - a.x) * -across.y + (b.y - a.y) * across.x;
  if (Math.abs(along) < MIN_STEP) return false;
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const isInside = (off: number) => {
    const x = Math.round(middle.x + off * across.x);
    const y = Math.round(middle.y + off * across.y);
    return x >= 0 && y >= 0 && x < width && y < height && (inside[y * width + x] ?? 0) >= IN_DOCUMENT;
  };
  const isOnlyOn = (side: 1 | -1) =>
    BESIDE_STEP.every((off) => isInside(side * off)) && BESIDE_STEP.every((off) => !isInside(-side * off));
  return isOnlyOn(1) || isOnlyOn(-1);
}

function centreOf(corners: Quadrilateral): Point {
  const centre = { x: 0, y: 0 };
  for (const { x, y } of corners) {
    centre.x += x / 4;
    centre.y += y / 4;
  }
  return centre;
}

const nearest = (corners: Quadrilateral, { x, y }: Point): Point =>
  corners.reduce((best, corner) =>
    Math.hypot(corner.x - x, corner.y - y) < Math.hypot(best.x - x, best.y - y) ? corner : best,
  );

/** Whether a document touches another on one of the sides between which a line divides that. */
function isInRow(beside: Quadrilateral, { turned }: LineAcross): boolean {
  if (!areTouching(beside, turned)) return false;
  const [a, b, , d] = turned;
  const centre = centreOf(beside);
  const along = partAlong(centre, a, b);
  const across = partAlong(centre, a, d);
  return (along < 0 || along > 1) && across > 0 && across < 1;
}

/** Where a place is on the way from a point to another: 0 at the one, 1 at the other. */
const partAlong = ({ x, y }: Point, from: Point, to: Point): number =>
  ((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) /
  Math.max(1e-6, (to.x - from.x) ** 2 + (to.y - from.y) ** 2);

/** Whether two documents are as large as each other, as cards of one kind are. */
function areOfOneSize(a: Quadrilateral, b: Quadrilateral): boolean {
  const [some, others] = [sideLengths(a), sideLengths(b)];
  const areAlike = (turn: 0 | 1) =>
    some.every((side, at) => {
      const ratio = side / Math.max(1e-6, others[(at + turn) % 4] ?? 0);
      return ratio < ONE_SIZE && ratio > 1 / ONE_SIZE;
    });
  return areAlike(0) || areAlike(1);
}

/** Whether two documents lie along each other. */
function areTouching(a: Quadrilateral, b: Quadrilateral): boolean {
  const [one, other] = [moved(a, TOUCHING / 2), moved(b, TOUCHING / 2)];
  if (one === undefined || other === undefined) return false;
  const side = Math.min(...sideLengths(a), ...sideLengths(b));
  return sharedArea(one, other) > (TOUCHING / 2) * TOUCHING_PART * side;
}
