/**
 * The component tree of a grey picture: the connected regions of pixels that are at least so bright, for every brightness,
 * each inside the next (P. Salembier, A. Oliveras, L. Garrido, Antiextensive connected operators for image and sequence
 * processing, IEEE TIP 1998; built with union-find: C. Berger et al., Effective component tree computation with
 * application to pattern recognition in astronomical imaging, ICIP 2007).
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
  const { data } = picture;
  const tree = buildTree(picture);
  const lives: { readonly node: number; readonly depth: number; readonly chain: readonly number[] }[] = [];
  for (const node of tree.order) {
    const area = tree.area[node] ?? 0;
    const isRegion = data[tree.parent[node] ?? node] !== data[node];
    if (!isRegion || area < limits.minArea || area > limits.maxArea) continue;
    const life = lifeOf(node, tree, data);
    if (life.depth >= limits.minDepth) lives.push({ node, ...life });
  }
  const taken = new Set<number>();
  const regions: Region[] = [];
  for (const { node, depth, chain } of lives.toSorted((a, b) => b.depth - a.depth)) {
    if (chain.some((at) => taken.has(at))) continue;
    for (const at of chain) taken.add(at);
    const halfway = (data[node] ?? 0) - depth / 2;
    const middle = chain.findLast((at) => (data[at] ?? 0) >= halfway) ?? node;
    regions.push({ level: data[middle] ?? 0, area: tree.area[middle] ?? 0, first: tree.first[middle] ?? 0, depth });
  }
  return regions;
}

/** How many levels a region stays nearly the same when the level is lowered, and its regions meanwhile. */
function lifeOf(node: number, { parent, area }: Tree, data: Uint8Array): { depth: number; chain: number[] } {
  const most = (area[node] ?? 0) * (1 + SAME_GROWTH);
  const chain = [node];
  for (let end = node; ;) {
    const next = parent[end] ?? end;
    if (next === end || (area[next] ?? 0) > most)
      return { depth: (data[node] ?? 0) - (next === end ? 0 : (data[next] ?? 0)), chain };
    chain.push(next);
    end = next;
  }
}

interface Tree {
  /** The pixels from the darkest region to the brightest. */
  readonly order: Int32Array;
  /** For the pixel that stands for a region: the one that stands for the next region around it; itself at the root. */
  readonly parent: Int32Array;
  readonly area: Int32Array;
  readonly first: Int32Array;
}

function buildTree({ width, height, data }: RasterImage): Tree {
  const count = width * height;
  const order = sortByLevel(data);
  const parent = new Int32Array(count);
  const root = new Int32Array(count).fill(-1);
  for (let at = count - 1; at >= 0; at -= 1) {
    const pixel = order[at] ?? 0;
    parent[pixel] = pixel;
    root[pixel] = pixel;
    const x = pixel % width;
    if (x > 0) join(pixel, pixel - 1, root, parent);
    if (x < width - 1) join(pixel, pixel + 1, root, parent);
    if (pixel >= width) join(pixel, pixel - width, root, parent);
    if (pixel < count - width) join(pixel, pixel + width, root, parent);
  }
  const area = new Int32Array(count).fill(1);
  const first = Int32Array.from({ length: count }, (_, pixel) => pixel);
  for (let at = 0; at < count; at += 1) {
    const pixel = order[at] ?? 0;
    const above = parent[pixel] ?? 0;
    // The pixel that stands for a region has a parent of another level.
    if (data[parent[above] ?? 0] === data[above]) parent[pixel] = parent[above] ?? 0;
  }
  for (let at = count - 1; at >= 0; at -= 1) {
    const pixel = order[at] ?? 0;
    const above = parent[pixel] ?? 0;
    if (above === pixel) continue;
    area[above] = (area[above] ?? 0) + (area[pixel] ?? 0);
    first[above] = Math.min(first[above] ?? 0, first[pixel] ?? 0);
  }
  return { order, parent, area, first };
}

/** Makes the region of a pixel the parent of the region of a neighbour that was reached before. */
function join(pixel: number, neighbour: number, root: Int32Array, parent: Int32Array): void {
  if ((root[neighbour] ?? -1) < 0) return;
  let top = neighbour;
  while (root[top] !== top) {
    const next = root[top] ?? top;
    root[top] = root[next] ?? next;
    top = next;
  }
  if (top === pixel) return;
  parent[top] = pixel;
  root[top] = pixel;
}

/** The pixels from dark to bright, by counting. */
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
