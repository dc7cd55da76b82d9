/** Finds the connected shapes of ink in a text line (letters, or joined letters of cursive) and measures each. */
import { inkLevels, otsuThreshold } from '../grey-tones.ts';
import { clipToImage } from '../layout/find-ink-box.ts';
import type { Box } from '../lstm/line-image.ts';
import type { RasterImage } from '../raster-image.ts';

/** A connected component of ink. */
export interface InkShape {
  /** Bounding box in pixels of the image; right and bottom are exclusive. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Number of ink pixels. */
  readonly ink: number;
  /** Number of horizontal runs of ink pixels. */
  readonly runs: number;
  /** Pixels that have ink directly above them. */
  readonly covered: number;
  /**
   * How often the left edge of a run lies this many pixels to the right of that of the run below it: −2 and less, −1, 0,
   * 1, 2 and more. A straight stem has only zeros.
   */
  readonly shifts: readonly [number, number, number, number, number];
  /** Ink in each cell of a grid of 8 × 8 over the bounding box, 0 to 255, row by row. */
  readonly grid: Uint8Array;
}

/** Side of the grid. */
const CELLS = 8;
/** Minimum difference between the greys of ink and paper, in levels of 0 to 255. */
const MIN_CONTRAST = 24;
/** Longer runs, in multiples of the height of the line, belong to rules, frames and pictures. */
const MAX_RUN = 2.5;
/** Limit on the runs of a line: noise has any number, a line of small print a few thousand. */
const MAX_RUNS = 20_000;

/**
 * Returns the shapes inside a box, from left to right by their left edges.
 * @param image the page in grey
 */
export function findInkShapes(image: RasterImage, box: Box): InkShape[] {
  const inside = clipToImage(image, box);
  if (inside.right <= inside.left || inside.bottom <= inside.top) return [];
  const isInk = inkByGrey(image, inside);
  if (isInk === null) return [];
  const runs = findRuns(image, inside, isInk);
  return measureShapes(runs).sort((a, b) => a.left - b.left);
}

/** 1 for each grey level that is ink, by Otsu's threshold; paper is the more frequent tone. Null without contrast. */
function inkByGrey({ data, width }: RasterImage, { left, top, right, bottom }: Box): Uint8Array | null {
  const histogram = new Uint32Array(256);
  for (let y = top; y < bottom; y += 1)
    for (let at = y * width + left, end = y * width + right; at < end; at += 1) {
      const grey = data[at] as number; // at is inside the image
      histogram[grey] = (histogram[grey] as number) + 1;
    }
  const least = histogram.findIndex((count) => count > 0);
  const most = histogram.findLastIndex((count) => count > 0);
  if (most - least < MIN_CONTRAST) return null;
  const total = (right - left) * (bottom - top);
  const threshold = otsuThreshold(histogram, total);
  const dark = histogram.subarray(0, threshold + 1).reduce((all, count) => all + count, 0);
  return inkLevels(threshold, dark * 2 <= total);
}

/** Runs of ink, row by row; the numbers of a run are at the same index of all arrays. */
interface Runs {
  count: number;
  readonly row: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Union-find: index of another run of the same shape; the root has its own. */
  readonly parent: Int32Array;
  readonly covered: Int32Array;
  /** Shift of the left edge to the run above, plus 2 and limited to 0 to 4; −1: no single run above. */
  readonly shift: Int8Array;
}

const newRuns = (): Runs => ({
  count: 0,
  row: new Int32Array(MAX_RUNS),
  from: new Int32Array(MAX_RUNS),
  to: new Int32Array(MAX_RUNS),
  parent: new Int32Array(MAX_RUNS),
  covered: new Int32Array(MAX_RUNS),
  shift: new Int8Array(MAX_RUNS),
});

/** Used again for each line: the arrays are larger than what a line needs. */
let buffer: Runs | undefined;

function findRuns({ data, width }: RasterImage, { left, top, right, bottom }: Box, isInk: Uint8Array): Runs {
  const runs = (buffer ??= newRuns());
  runs.count = 0;
  const longest = MAX_RUN * (bottom - top);
  let above = 0;
  for (let y = top; y < bottom; y += 1) {
    const first = runs.count;
    const end = y * width + right;
    for (let at = y * width + left; at < end; at += 1) {
      if (isInk[data[at] as number] === 0) continue; // at is inside the image
      const start = at;
      while (at < end && isInk[data[at] as number] === 1) at += 1;
      if (at - start > longest) continue;
      if (runs.count === MAX_RUNS) return runs;
      addRun(runs, y, start - y * width, at - y * width);
    }
    joinRows(runs, above, first);
    above = first;
  }
  return runs;
}

function addRun(runs: Runs, row: number, from: number, to: number): void {
  const at = runs.count;
  runs.count += 1;
  runs.row[at] = row;
  runs.from[at] = from;
  runs.to[at] = to;
  runs.parent[at] = at;
  runs.covered[at] = 0;
  runs.shift[at] = -1;
}

// Casts: all indices are below `count`.
function joinRows(runs: Runs, above: number, first: number): void {
  let upper = above;
  for (let at = first; at < runs.count; at += 1) {
    const [from, to] = [runs.from[at] as number, runs.to[at] as number];
    while (upper < first && (runs.to[upper] as number) < from) upper += 1;
    let touching = 0;
    for (let i = upper; i < first && (runs.from[i] as number) <= to; i += 1) {
      touching += 1;
      const shared = Math.min(runs.to[i] as number, to) - Math.max(runs.from[i] as number, from);
      runs.covered[at] = (runs.covered[at] as number) + Math.max(0, shared);
      runs.shift[at] = Math.max(0, Math.min(4, (runs.from[i] as number) - from + 2));
      unite(runs.parent, i, at);
    }
    if (touching > 1) runs.shift[at] = -1;
  }
}

function rootOf(parent: Int32Array, index: number): number {
  let root = index;
  for (let next = parent[root] as number; next !== root; next = parent[root] as number) {
    parent[root] = parent[next] as number;
    root = parent[root] as number;
  }
  return root;
}

function unite(parent: Int32Array, a: number, b: number): void {
  const [one, other] = [rootOf(parent, a), rootOf(parent, b)];
  parent[Math.max(one, other)] = Math.min(one, other);
}

interface Measured {
  left: number;
  readonly top: number;
  right: number;
  bottom: number;
  ink: number;
  runs: number;
  covered: number;
  readonly shifts: [number, number, number, number, number];
  readonly members: number[];
}

function measureShapes(runs: Runs): InkShape[] {
  const shapes = new Map<number, Measured>();
  for (let at = 0; at < runs.count; at += 1) {
    const [row, from, to] = [runs.row[at] as number, runs.from[at] as number, runs.to[at] as number];
    const root = rootOf(runs.parent, at);
    let shape = shapes.get(root);
    if (shape === undefined) {
      shape = {
        left: from,
        top: row,
        right: to,
        bottom: row + 1,
        ink: 0,
        runs: 0,
        covered: 0,
        shifts: [0, 0, 0, 0, 0],
        members: [],
      };
      shapes.set(root, shape);
    }
    shape.left = Math.min(shape.left, from);
    shape.right = Math.max(shape.right, to);
    shape.bottom = row + 1;
    shape.ink += to - from;
    shape.runs += 1;
    shape.covered += runs.covered[at] as number;
    const shift = runs.shift[at] as number;
    if (shift >= 0) shape.shifts[shift] = (shape.shifts[shift] as number) + 1;
    shape.members.push(at);
  }
  return Array.from(shapes.values(), ({ members, ...shape }) => ({ ...shape, grid: gridOf(shape, runs, members) }));
}

/** The ink in each cell: half of the runs' length for a run in the middle of two cells, and so on. */
function gridOf(
  { left, top, right, bottom }: Pick<Measured, 'left' | 'top' | 'right' | 'bottom'>,
  runs: Runs,
  members: readonly number[],
): Uint8Array {
  const sums = new Float64Array(CELLS * CELLS);
  const [across, down] = [CELLS / (right - left), CELLS / (bottom - top)];
  for (const at of members) {
    const y = Math.floor(((runs.row[at] as number) - top + 0.5) * down);
    const [from, to] = [((runs.from[at] as number) - left) * across, ((runs.to[at] as number) - left) * across];
    for (let x = Math.floor(from); x < to; x += 1)
      sums[y * CELLS + x] = (sums[y * CELLS + x] as number) + Math.min(to, x + 1) - Math.max(from, x);
  }
  const rows = Math.max(1, (bottom - top) / CELLS);
  const grid = new Uint8Array(CELLS * CELLS);
  for (let cell = 0; cell < grid.length; cell += 1)
    grid[cell] = Math.min(255, Math.round((255 * (sums[cell] as number)) / rows));
  return grid;
}
