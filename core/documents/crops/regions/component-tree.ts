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
  const lives = livesOf(tree, limits).toSorted((a, b) => b.depth - a.depth);
  const isTaken = new Uint8Array(tree.order.length);
  return lives.flatMap((life) => {
    if (isAnyTaken(life, tree, isTaken)) return [];
    const chain = chainOf(life, tree);
    for (const node of chain) isTaken[node] = 1;
    const halfway = (tree.level[life.node] ?? 0) - life.depth / 2;
    const middle = chain.findLast((node) => (tree.level[node] ?? 0) >= halfway) ?? life.node;
    const { level, area, first } = tree;
    return [{ level: level[middle] ?? 0, area: area[middle] ?? 0, first: first[middle] ?? 0, depth: life.depth }];
  });
}

/** How long a region stays nearly the same when the level is lowered. */
interface Life {
  readonly node: number;
  /** In grey levels. */
  readonly depth: number;
  /** The first region around it that is another one; undefined where there is none. */
  readonly end: number | undefined;
}

function livesOf(
  tree: Tree,
  limits: { readonly minArea: number; readonly maxArea: number; readonly minDepth: number },
): Life[] {
  const { order, area, parent, level } = tree;
  const lives: Life[] = [];
  for (let at = 0; at < order.length; at += 1) {
    const node = order[at] ?? 0;
    const size = area[node] ?? 0;
    if (size < limits.minArea || size > limits.maxArea || level[parent[node] ?? node] === level[node]) continue;
    const end = endOf(node, tree);
    const depth = (level[node] ?? 0) - (end === undefined ? 0 : (level[end] ?? 0));
    if (depth >= limits.minDepth) lives.push({ node, depth, end });
  }
  return lives;
}

/** The first region around one that is larger by more than the growth up to which it is the same. */
function endOf(node: number, { parent, area }: Tree): number | undefined {
  const most = (area[node] ?? 0) * (1 + SAME_GROWTH);
  for (let at = node; ;) {
    const next = parent[at] ?? at;
    if (next === at) return undefined;
    if ((area[next] ?? 0) > most) return next;
    at = next;
  }
}

/** Whether a region or one of those around it that are nearly the same is taken. */
function isAnyTaken({ node, end }: Life, { parent }: Tree, isTaken: Uint8Array): boolean {
  for (let at = node; ;) {
    if (isTaken[at] === 1) return true;
    const next = parent[at] ?? at;
    if (next === at || next === end) return false;
    at = next;
  }
}

/** A region and those around it that are nearly the same. */
function chainOf({ node, end }: Life, { parent }: Tree): number[] {
  const chain = [node];
  for (let at = node; ;) {
    const next = parent[at] ?? at;
    if (next === at || next === end) return chain;
    chain.push(next);
    at = next;
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

/** Arrays for a tree of so many pixels. All trees use them one after the other: they would be some 6 MB for each. */
interface TreeMemory {
  readonly start: Int32Array;
  readonly level: Uint8Array;
  readonly isFirst: Uint8Array;
  readonly runOf: Int32Array;
  readonly order: Int32Array;
  readonly parent: Int32Array;
  readonly root: Int32Array;
  readonly area: Int32Array;
  readonly first: Int32Array;
}

let memory = allocate(0);

function allocate(pixels: number): TreeMemory {
  const numbers = () => new Int32Array(pixels + 1);
  return {
    start: numbers(),
    level: new Uint8Array(pixels + 1),
    isFirst: new Uint8Array(pixels + 1),
    runOf: numbers(),
    order: numbers(),
    parent: numbers(),
    root: numbers(),
    area: numbers(),
    first: numbers(),
  };
}

/** The tree of a picture, until the next one is built. */
function buildTree(picture: RasterImage): Tree {
  if (memory.runOf.length <= picture.data.length) memory = allocate(picture.data.length);
  const runs = runsOf(picture);
  const { level, start, count } = runs;
  const order = sortByLevel(level, count);
  const parent = joinedRuns(runs, order, picture);
  for (let at = 0; at < count; at += 1) {
    const run = order[at] ?? 0;
    const above = parent[run] ?? 0;
    // The run that stands for a region has a parent of another level.
    if (level[parent[above] ?? 0] === level[above]) parent[run] = parent[above] ?? 0;
  }
  const { area, first } = memory;
  for (let run = 0; run < count; run += 1) {
    first[run] = start[run] ?? 0;
    area[run] = (start[run + 1] ?? 0) - (start[run] ?? 0);
  }
  for (let at = count - 1; at >= 0; at -= 1) {
    const run = order[at] ?? 0;
    const above = parent[run] ?? 0;
    if (above === run) continue;
    area[above] = (area[above] ?? 0) + (area[run] ?? 0);
    if ((first[run] ?? 0) < (first[above] ?? 0)) first[above] = first[run] ?? 0;
  }
  return { order, parent, area, first, level };
}

interface Runs {
  readonly count: number;
  /** The first pixel of each run, and the number of pixels at the end. */
  readonly start: Int32Array;
  readonly level: Uint8Array;
  /** 1 for the first run of a row, and one more at the end. */
  readonly isFirst: Uint8Array;
  /** The run of each pixel. */
  readonly runOf: Int32Array;
}

function runsOf({ width, height, data }: RasterImage): Runs {
  const { start, level, isFirst, runOf } = memory;
  let run = -1;
  for (let row = 0, at = 0; row < height; row += 1) {
    let before = -1;
    for (const end = at + width; at < end; at += 1) {
      const grey = data[at] ?? 0;
      if (grey !== before) {
        run += 1;
        start[run] = at;
        level[run] = grey;
        isFirst[run] = before < 0 ? 1 : 0;
        before = grey;
      }
      runOf[at] = run;
    }
  }
  start[run + 1] = width * height;
  isFirst[run + 1] = 1;
  return { count: run + 1, start, level, isFirst, runOf };
}

/** The runs from bright to dark, each made the parent of the regions beside, above and below it that were reached before. */
function joinedRuns({ start, runOf, isFirst }: Runs, order: Int32Array, { width, height }: RasterImage): Int32Array {
  const { parent, root } = memory;
  root.fill(-1, 0, order.length);
  const lastRow = width * (height - 1);
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const run = order[at] ?? 0;
    parent[run] = run;
    root[run] = run;
    const from = start[run] ?? 0;
    const to = start[run + 1] ?? 0;
    if (isFirst[run] === 0 && (root[run - 1] ?? -1) >= 0) join(run, run - 1, root, parent);
    if (isFirst[run + 1] === 0 && (root[run + 1] ?? -1) >= 0) join(run, run + 1, root, parent);
    if (from >= width) joinRow(run, from - width, to - width, runOf, start, root, parent);
    if (to <= lastRow) joinRow(run, from + width, to + width, runOf, start, root, parent);
  }
  return parent;
}

/** Makes a run the parent of the regions of those runs of a row that have pixels from one to another. */
function joinRow(
  run: number,
  from: number,
  to: number,
  runOf: Int32Array,
  start: Int32Array,
  root: Int32Array,
  parent: Int32Array,
): void {
  for (let other = runOf[from] ?? 0; (start[other] ?? to) < to; other += 1)
    if ((root[other] ?? -1) >= 0) join(run, other, root, parent);
}

/** Makes a run the parent of the region of a neighbour that was reached before. */
function join(run: number, neighbour: number, root: Int32Array, parent: Int32Array): void {
  let top = neighbour;
  for (let next = root[top] ?? top; next !== top; next = root[top] ?? top) {
    const above = root[next] ?? next;
    root[top] = above;
    top = above;
  }
  if (top === run) return;
  parent[top] = run;
  root[top] = run;
}

/** The runs from dark to bright, by counting. */
function sortByLevel(levels: Uint8Array, count: number): Int32Array {
  const starts = new Int32Array(257);
  for (let at = 0; at < count; at += 1) {
    const next = (levels[at] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let level = 1; level <= 256; level += 1) starts[level] = (starts[level] ?? 0) + (starts[level - 1] ?? 0);
  const { order } = memory;
  for (let at = 0; at < count; at += 1) {
    const level = levels[at] ?? 0;
    const place = starts[level] ?? 0;
    order[place] = at;
    starts[level] = place + 1;
  }
  return order.subarray(0, count);
}
