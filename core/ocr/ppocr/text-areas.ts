/**
 * Turns the output of the network that finds lines into boxes, as its publishers do (M. Liao et al., Real-time Scene Text
 * Detection with Differentiable Binarization, AAAI 2020): the network shrinks lines, so that neighbours stay apart.
 */
import { convexHull, type Point } from '../layout/convex-hull.ts';
import { boxAlong, type SlantedBox } from './slanted-box.ts';

/** For each pixel the probability that it is in the middle of a line, 0 to 1. */
export interface TextMap {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Probability from which a pixel belongs to a line, and mean of a line's pixels: both as published. */
const MIN_PROBABILITY = 0.3;
const MIN_MEAN = 0.5;
/**
 * By which a line is widened at its ends, and above and below it, as multiples of its area divided by its perimeter: 1.6
 * is published for both. With 1.2 less of the neighbours is in the picture that the reader is given, and it makes fewer
 * errors.
 */
const UNCLIP_ALONG = 1.6;
const UNCLIP_ACROSS = 1.2;
/** Sides in pixels below which a line is noise, before and after it is widened: as published. */
const MIN_SIDE = 3;
const MIN_WIDENED = 5;
/** Lines of a page at most, the largest ones: a page full of specks takes no more time than a dense one. */
const MAX_LINES = 400;

/** The lines of a map, in its pixels: 400 at most, in no particular order. */
export function findTextAreas(map: TextMap): SlantedBox[] {
  const seen = new Uint8Array(map.width * map.height);
  const found: SlantedBox[] = [];
  for (let at = 0; at < seen.length; at += 1) {
    if (seen[at] === 1 || (map.data[at] ?? 0) <= MIN_PROBABILITY) continue;
    const { outline, mean } = traceArea(map, seen, at);
    const box = smallestBox(convexHull(outline));
    if (mean < MIN_MEAN || Math.min(box.width, box.height) < MIN_SIDE) continue;
    const wider = widen(box);
    if (Math.min(wider.width, wider.height) >= MIN_WIDENED) found.push(wider);
  }
  return found.toSorted((a, b) => b.width * b.height - a.width * a.height).slice(0, MAX_LINES);
}

/** The first and last pixel of each row of the area that contains a pixel, and the mean of its probabilities. */
function traceArea(
  { width, height, data }: TextMap,
  seen: Uint8Array,
  start: number,
): { outline: Point[]; mean: number } {
  const rows = new Map<number, { first: number; last: number }>();
  const open = [start];
  let [sum, count] = [0, 0];
  seen[start] = 1;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    sum += data[at] ?? 0;
    count += 1;
    const row = rows.get(y) ?? { first: x, last: x };
    rows.set(y, { first: Math.min(row.first, x), last: Math.max(row.last, x) });
    for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY += 1)
      for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX += 1) {
        const next = nextY * width + nextX;
        if (seen[next] === 1 || (data[next] ?? 0) <= MIN_PROBABILITY) continue;
        seen[next] = 1;
        open.push(next);
      }
  }
  const outline = [...rows].flatMap(([y, { first, last }]) => [
    { x: first, y },
    { x: last + 1, y },
    { x: first, y: y + 1 },
    { x: last + 1, y: y + 1 },
  ]);
  return { outline, mean: sum / count };
}

/** The box of the smallest area around a convex hull: one of its sides lies on a side of the hull. */
function smallestBox(hull: readonly Point[]): SlantedBox {
  const boxes = hull.map((from, at) => {
    const to = hull[(at + 1) % hull.length] ?? from;
    return boxAlong(hull, nearestToHorizontal(Math.atan2(to.y - from.y, to.x - from.x)));
  });
  return boxes.reduce((best, box) => (box.width * box.height < best.width * best.height ? box : best));
}

/** The same side of a box or the one across it, whichever is nearer to the horizontal. */
const nearestToHorizontal = (angle: number): number => angle - Math.round(angle / (Math.PI / 2)) * (Math.PI / 2);

function widen(box: SlantedBox): SlantedBox {
  const unit = (box.width * box.height) / (2 * (box.width + box.height));
  return { ...box, width: box.width + 2 * UNCLIP_ALONG * unit, height: box.height + 2 * UNCLIP_ACROSS * unit };
}
