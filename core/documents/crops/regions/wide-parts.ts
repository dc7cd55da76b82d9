/**
 * The parts of a region that are wider than a finger: a hand that holds a document, or reaches from one to the next, is
 * about as bright as paper and belongs to the region. Opening in the sense of mathematical morphology (J. Serra, Image
 * Analysis and Mathematical Morphology, 1982), by the distance to the outside.
 */
import { takeComponent, type Mask } from './mask.ts';

/** Distances of the chamfer 3-4 transform (G. Borgefors, Distance transformations in digital images, 1986) in a pixel. */
const CHAMFER = 3;
const DIAGONAL = 4;
/** More than any distance in a mask. */
const FAR = 0xff_00;

/** Parts of a region, at most: their time is bounded. */
const MAX_PARTS = 16;

/** Returns the parts that remain where all that is narrower than 2 × `radius` pixels is taken away; the upper 16 of many. */
export function wideParts(mask: Mask, radius: number): Mask[] {
  const deep = distancesToOutside(mask);
  for (let at = 0; at < deep.length; at += 1) deep[at] = (deep[at] ?? 0) > CHAMFER * radius ? 1 : 0;
  const parts: Mask[] = [];
  for (let start = 0; start < deep.length && parts.length < MAX_PARTS; start += 1)
    if (deep[start] !== 0) parts.push(grown(takeComponent(start, deep, mask.width), mask, radius));
  return parts;
}

/** Distance of each pixel to the nearest one outside, in thirds of a pixel. */
function distancesToOutside({ width, height, inside }: Pick<Mask, 'width' | 'height' | 'inside'>): Uint16Array {
  const distances = new Uint16Array(width * height);
  for (let at = 0; at < distances.length; at += 1) distances[at] = inside[at] === 0 ? 0 : FAR;
  // The first and last rows and columns of a mask are outside.
  for (let y = 1; y < height - 1; y += 1) lower(distances, y * width + 1, width - 2, 1, width);
  for (let y = height - 2; y > 0; y -= 1) lower(distances, (y + 1) * width - 2, width - 2, -1, width);
  return distances;
}

/**
 * Lowers the distances of a row by those of the pixel before each and of the three beside it in the row before.
 * @param step 1 from the left and above, -1 from the right and below
 */
function lower(distances: Uint16Array, start: number, count: number, step: 1 | -1, width: number): void {
  const row = step * width;
  let before = distances[start - step] ?? 0;
  for (let at = start, left = count; left > 0; left -= 1, at += step) {
    let distance = distances[at] ?? 0;
    if (distance !== 0) {
      const other = at - row;
      const straight = Math.min(before, distances[other] ?? 0) + CHAMFER;
      const across = Math.min(distances[other - 1] ?? 0, distances[other + 1] ?? 0) + DIAGONAL;
      distance = Math.min(distance, straight, across);
      distances[at] = distance;
    }
    before = distance;
  }
}

/** The pixels of the mask within `radius` pixels of a component. */
function grown(component: Int32Array, mask: Mask, radius: number): Mask {
  const { left, top, width, height } = boxAround(component, mask, radius + 1);
  const outside = new Uint8Array(width * height).fill(1);
  for (let at = 0; at < component.length; at += 1) {
    const place = component[at] ?? 0;
    const row = Math.floor(place / mask.width);
    outside[(row - top) * width + place - row * mask.width - left] = 0;
  }
  const distances = distancesToOutside({ width, height, inside: outside });
  const inside = new Uint8Array(mask.inside.length);
  for (let row = 0, at = 0; row < height; row += 1)
    for (let place = (top + row) * mask.width + left; at < (row + 1) * width; at += 1, place += 1)
      if (mask.inside[place] === 1 && (distances[at] ?? 0) <= CHAMFER * radius) inside[place] = 1;
  return { ...mask, inside };
}

/** The box, within the mask, that holds all pixels that are up to `margin` pixels from a component. */
function boxAround(component: Int32Array, mask: Mask, margin: number): Omit<Mask, 'inside'> {
  let [first, last, top, bottom] = [mask.width, 0, mask.height, 0];
  for (let at = 0; at < component.length; at += 1) {
    const place = component[at] ?? 0;
    const row = Math.floor(place / mask.width);
    const column = place - row * mask.width;
    first = Math.min(first, column);
    last = Math.max(last, column);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
  }
  first = Math.max(0, first - margin);
  top = Math.max(0, top - margin);
  const width = Math.min(mask.width - 1, last + margin) - first + 1;
  return { left: first, top, width, height: Math.min(mask.height - 1, bottom + margin) - top + 1 };
}
