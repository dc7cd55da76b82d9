/**
 * Notches in the outline of documents that touch: where one ends and the next is longer or shorter, the outline has a
 * step, and the seam begins there.
 */
import { medianOf } from '../../../ocr/median.ts';
import type { Line } from '../../sheets/find-lines.ts';
import { pointBetween, type Point, type Quadrilateral } from '../../sheets/quadrilateral.ts';

/** A line across a region from a notch in its outline. */
export interface NotchLine extends Line {
  /** Pixels by which the outline steps at that end of the line where it steps more. */
  readonly step: number;
}

/** Pixels by which the outline steps at least. */
const MIN_STEP = 3;
/** Pixels to either side of a place that are left out, and that are looked at. */
const GAP = 2;
const REACH = 7;

/** Lines from side to side of a region, along two opposite sides of the quadrilateral around it, from where its outline steps. */
export function notchLines(
  [a, b, c, d]: Quadrilateral,
  isInside: (x: number, y: number) => boolean,
): readonly NotchLine[] {
  return [...linesAcross([a, b, c, d], isInside), ...linesAcross([d, a, b, c], isInside)];
}

/** The lines that run from the first side, a to b, to the opposite one. */
function linesAcross([a, b, c, d]: Quadrilateral, isInside: (x: number, y: number) => boolean): NotchLine[] {
  const count = Math.round(Math.max(Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(c.x - d.x, c.y - d.y)));
  const columns = Array.from({ length: count + 1 }, (_, at) => {
    const part = at / Math.max(1, count);
    return { from: pointBetween(a, b, part), to: pointBetween(d, c, part) };
  });
  const near = stepsOf(columns.map(({ from, to }) => depthAt(from, to, isInside)));
  const far = stepsOf(columns.map(({ from, to }) => depthAt(to, from, isInside)));
  const steps = near.map((step, at) => Math.max(step, far[at] ?? 0));
  return columns.flatMap(({ from, to }, at) => {
    const step = steps[at] ?? 0;
    const around = steps.slice(Math.max(0, at - REACH + GAP), at + REACH - GAP + 1);
    if (step < MIN_STEP || step < Math.max(...around)) return [];
    // Of places with the same step, the one in the middle.
    const same = steps.findIndex((other, later) => later > at && other < step) - at;
    const first = at - steps.findLastIndex((other, earlier) => earlier < at && other < step);
    return Math.abs(same - first) <= 1 ? [{ ...lineThrough(from, to), step }] : [];
  });
}

/** How far from a point towards another the region begins, in pixels; the whole way where it does not. */
function depthAt(from: Point, to: Point, isInside: (x: number, y: number) => boolean): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  for (let along = 0; along < length; along += 1) {
    const part = along / length;
    if (isInside(Math.round(from.x + part * (to.x - from.x)), Math.round(from.y + part * (to.y - from.y))))
      return along;
  }
  return length;
}

/** By how much the depth changes at each place, less the slope that it has everywhere; 0 near the ends. */
function stepsOf(depths: readonly number[]): number[] {
  const slopes = depths.slice(REACH).map((depth, at) => (depth - (depths[at] ?? 0)) / REACH);
  const slope = medianOf(slopes) ?? 0;
  const near = new Float64Array(REACH - GAP + 1);
  return depths.map((_, at) => {
    if (at < REACH || at >= depths.length - REACH) return 0;
    const before = medianFrom(depths, at - REACH, near);
    const after = medianFrom(depths, at + GAP, near);
    return Math.abs(after - before - slope * (REACH + GAP));
  });
}

/** The median of values from a place on, as many as `sorted` has room for. */
function medianFrom(values: readonly number[], from: number, sorted: Float64Array): number {
  for (let count = 0; count < sorted.length; count += 1) {
    const value = values[from + count] ?? 0;
    let at = count;
    for (; at > 0 && (sorted[at - 1] ?? 0) > value; at -= 1) sorted[at] = sorted[at - 1] ?? 0;
    sorted[at] = value;
  }
  return sorted[sorted.length >> 1] ?? 0;
}

function lineThrough(from: Point, to: Point): Line {
  const angle = Math.atan2(to.x - from.x, from.y - to.y);
  const degrees = ((angle * 180) / Math.PI + 360) % 180;
  const radians = (degrees * Math.PI) / 180;
  return { angle: degrees, distance: from.x * Math.cos(radians) + from.y * Math.sin(radians), votes: 0 };
}
