/**
 * The parts of a region that are wider than a finger: a hand that holds a document, or reaches from one to the next, is
 * about as bright as paper and belongs to the region. Opening in the sense of mathematical morphology (J. Serra, Image
 * Analysis and Mathematical Morphology, 1982), by the distance to the outside.
 */
import type { Mask } from './mask.ts';

/** Distances of the chamfer 3-4 transform (G. Borgefors, Distance transformations in digital images, 1986) in a pixel. */
const CHAMFER = 3;
const DIAGONAL = 4;

/** Parts of a region, at most: their time is bounded. */
const MAX_PARTS = 16;

/** Returns the parts that remain where all that is narrower than 2 × `radius` pixels is taken away; the upper 16 of many. */
export function wideParts(mask: Mask, radius: number): Mask[] {
  const deep = distancesToOutside(mask).map((distance) => Number(distance > CHAMFER * radius));
  const parts: Mask[] = [];
  for (let start = 0; start < deep.length && parts.length < MAX_PARTS; start += 1)
    if (deep[start] !== 0) parts.push(grown(takeComponent(start, deep, mask), mask, radius));
  return parts;
}

/** Distance of each pixel to the nearest one outside, in thirds of a pixel. */
function distancesToOutside({ width, height, inside }: Pick<Mask, 'width' | 'height' | 'inside'>): Uint16Array {
  const distances = Uint16Array.from(inside, (value) => (value === 0 ? 0 : 0xff_00));
  const nearer = (at: number, other: number, step: number) => {
    const through = (distances[other] ?? 0) + step;
    if (through < (distances[at] ?? 0)) distances[at] = through;
  };
  // The first and last rows and columns of a mask are outside.
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      if (distances[at] === 0) continue;
      nearer(at, at - 1, CHAMFER);
      nearer(at, at - width - 1, DIAGONAL);
      nearer(at, at - width, CHAMFER);
      nearer(at, at - width + 1, DIAGONAL);
    }
  for (let y = height - 2; y > 0; y -= 1)
    for (let x = width - 2; x > 0; x -= 1) {
      const at = y * width + x;
      if (distances[at] === 0) continue;
      nearer(at, at + 1, CHAMFER);
      nearer(at, at + width + 1, DIAGONAL);
      nearer(at, at + width, CHAMFER);
      nearer(at, at + width - 1, DIAGONAL);
    }
  return distances;
}

/** Takes the pixels that are connected with one away from `deep`. @returns 0 for them, 1 elsewhere */
function takeComponent(start: number, deep: Uint16Array, { width }: Mask): Uint8Array {
  const outside = new Uint8Array(deep.length).fill(1);
  const waiting = [start];
  deep[start] = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    outside[at] = 0;
    for (const next of [at - 1, at + 1, at - width, at + width])
      if (deep[next] === 1) {
        deep[next] = 0;
        waiting.push(next);
      }
  }
  return outside;
}

/** The pixels of the mask within `radius` pixels of a component. */
function grown(outside: Uint8Array, mask: Mask, radius: number): Mask {
  const distances = distancesToOutside({ width: mask.width, height: mask.height, inside: outside });
  const inside = mask.inside.map((value, at) => (value === 1 && (distances[at] ?? 0) <= CHAMFER * radius ? 1 : 0));
  return { ...mask, inside };
}
