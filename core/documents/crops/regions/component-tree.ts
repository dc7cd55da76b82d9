/**
 * The component tree of a grey picture: the connected regions of pixels that are at least so bright, for every brightness,
 * each inside the next (P. Salembier, A. Oliveras, L. Garrido, Antiextensive connected operators for image and sequence
 * processing, IEEE TIP 1998; built with union-find: C. Berger et al., Effective component tree computation with
 * application to pattern recognition in astronomical imaging, ICIP 2007). It is built of runs, pixels of one brightness side
 * by side in a row: much of a map of a network is 0 or 255.
 */
import type { RasterImage } from '../../../ocr/raster-image.ts';

/** A connected region of pixels that are at least so bright. */
export interface Region {
  /** Grey level, 0 to 255, that its pixels reach. */
  readonly level: number;
  /** Number of pixels. */
  readonly area: number;
  /** Index of its first pixel, from the top and then from the left. */
  readonly first: number;
  /** Number of grey levels by which `level` can be lowered without the region growing by more than a twelfth. */
  readonly depth: number;
}

/** Growth up to which a region counts as the same one at a lower level. */
const SAME_GROWTH = 1 / 12;

/**
 * Returns the regions with `minArea` to `maxArea` pixels that stay nearly the same for at least `minDepth` grey levels,
 * those that stay so for the most levels first. Of regions that are nearly the same, the one at the middle level is taken.
 */
export function stableRegions(
  picture: RasterImage,
  limits: { readonly minArea: number; readonly maxArea: number; readonly minDepth: number },
): Region[] {
  const tree = buildTree(picture);
  const { level } = tree;
  const lives: { readonly node: number; readonly depth: number; readonly chain: readonly number[] }[] = [];
  for (const node of tree.order) {
    const area = tree.area[node] ?? 0;
    const isRegion = level[tree.parent[node] ?? node] !== level[node];
    if (!isRegion || area < limits.minArea || area > limits.maxArea) continue;
    const life = lifeOf(node, tree);
    if (life.depth >= limits.minDepth) lives.push({ node, ...life });
  }
  const taken = new Set<number>();
  const regions: Region[] = [];
  for (const { node, depth, chain } of lives.toSorted((a, b) => b.depth - a.depth)) {
    if (chain.some((at) => taken.has(at))) continue;
    for (const at of chain) taken.add(at);
    const halfway = (level[node] ?? 0) - depth / 2;
    const middle = chain.findLast((at) => (level[at] ?? 0) >= halfway) ?? node;
    regions.push({ level: level[middle] ?? 0, area: tree.area[middle] ?? 0, first: tree.first[middle] ?? 0, depth });
  }
  return regions;
}

/** How many levels a region stays nearly the same when the level is lowered, and its regions meanwhile. */
function lifeOf(node: number, { parent, area, level }: Tree): { depth: number; chain: number[] } {
  const most = (area[node] ?? 0) * (1 + SAME_GROWTH);
  const chain = [node];
  for (let end = node; ;) {
    const next = parent[end] ?? end;
    if (next === end || (area[next] ?? 0) > most)
      return { depth: (level[node] ?? 0) - (next === end ? 0 : (level[next] ?? 0)), chain };
    chain.push(next);
    end = next;
  }
}

interface Tree {
  /** The runs from the darkest region to the brightest. */
  readonly order: Int32Array;
  /** For the run that stands for a region: the one that stands for the next region around it; itself at the root. */
  readonly parent: Int32Array;
  readonly area: Int32Array;
  readonly first: Int32Array;
  /** The brightness of each run. */
  readonly level: Uint8Array;
}

function buildTree(picture: RasterImage): Tree {
  const runs = runsOf(picture);
  const { level, start } = runs;
  const count = level.length;
  const order = sortByLevel(level);
  const parent = joinedRuns(runs, order, picture);
  for (let at = 0; at < count; at += 1) {
    const run = order[at] ?? 0;
    const above = parent[run] ?? 0;
    // The run that stands for a region has a parent of another level.
    if (level[parent[above] ?? 0] === level[above]) parent[run] = parent[above] ?? 0;
  }
  const area = Int32Array.from(level, (_, run) => (start[run + 1] ?? 0) - (start[run] ?? 0));
  const first = start.slice(0, count);
  for (let at = count - 1; at >= 0; at -= 1) {
    const run = order[at] ?? 0;
    const above = parent[run] ?? 0;
    if (above === run) continue;
    area[above] = (area[above] ?? 0) + (area[run] ?? 0);
    first[above] = Math.min(first[above] ?? 0, first[run] ?? 0);
  }
  return { order, parent, area, first, level };
}

interface Runs {
  /** The first pixel of each run, and the number of pixels at the end. */
  readonly start: Int32Array;
  readonly level: Uint8Array;
  /** The run of each pixel. */
  readonly runOf: Int32Array;
}

function runsOf({ width, height, data }: RasterImage): Runs {
  const runOf = new Int32Array(width * height);
  const start = new Int32Array(width * height + 1);
  const level = new Uint8Array(width * height);
  let count = 0;
  for (let row = 0; row < height; row += 1)
    for (let at = row * width; at < (row + 1) * width; at += 1) {
      if (at === row * width || data[at] !== data[at - 1]) {
        start[count] = at;
        level[count] = data[at] ?? 0;
        count += 1;
      }
      runOf[at] = count - 1;
    }
  start[count] = width * height;
  return { start: start.subarray(0, count + 1), level: level.subarray(0, count), runOf };
}

/** The runs from bright to dark, each made the parent of the regions beside, above and below it that were reached before. */
function joinedRuns({ start, runOf }: Runs, order: Int32Array, { width, height }: RasterImage): Int32Array {
  const parent = new Int32Array(order.length);
  const root = new Int32Array(order.length).fill(-1);
  const joinRow = (run: number, from: number, to: number) => {
    for (let other = runOf[from] ?? 0; (start[other] ?? to) < to; other += 1) join(run, other, root, parent);
  };
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const run = order[at] ?? 0;
    parent[run] = run;
    root[run] = run;
    const [from, to] = [start[run] ?? 0, start[run + 1] ?? 0];
    if (from % width > 0) join(run, run - 1, root, parent);
    if (to % width > 0) join(run, run + 1, root, parent);
    if (from >= width) joinRow(run, from - width, to - width);
    if (to <= width * (height - 1)) joinRow(run, from + width, to + width);
  }
  return parent;
}

/** Makes a run the parent of the region of a neighbour that was reached before. */
function join(run: number, neighbour: number, root: Int32Array, parent: Int32Array): void {
  if ((root[neighbour] ?? -1) < 0) return;
  let top = neighbour;
  while (root[top] !== top) {
    const next = root[top] ?? top;
    root[top] = root[next] ?? next;
    top = next;
  }
  if (top === run) return;
  parent[top] = run;
  root[top] = run;
}

/** The runs from dark to bright, by counting. */
function sortByLevel(data: Uint8Array): Int32Array {
  const starts = new Int32Array(257);
  for (let at = 0; at < data.length; at += 1) {
    const next = (data[at] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let level = 1; level <= 256; level += 1) starts[level] = (starts[level] ?? 0) + (starts[level - 1] ?? 0);
  const order = new Int32Array(data.length);
  for (let at = 0; at < data.length; at += 1) {
    const level = data[at] ?? 0;
    const place = starts[level] ?? 0;
    order[place] = at;
    starts[level] = place + 1;
  }
  return order;
}
