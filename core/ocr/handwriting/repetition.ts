/**
 * How alike the letters of a page are. A printed letter looks the same wherever it stands; no two letters of a hand are
 * the same.
 */
import type { InkShape } from './ink-shapes.ts';

/** Sizes may differ by this part, and by a pixel at least. */
const MAX_SIZE_DIFFERENCE = 0.05;
/** Shapes of a size that are compared at most: the nearest is among them, or the letter is rare. */
const MAX_COMPARED = 8;

/**
 * For each shape the difference to the most similar other one of the page of about its size, from 0 (the same) to 1.
 * @param shapes the shapes of all lines of the page
 */
export function differencesToNearest(shapes: readonly InkShape[]): Map<InkShape, number> {
  const bySize = Map.groupBy(shapes, (shape) => sizeKey(widthOf(shape), heightOf(shape)));
  return new Map(shapes.map((shape) => [shape, differenceToNearest(shape, bySize)]));
}

const widthOf = ({ left, right }: InkShape): number => right - left;
const heightOf = ({ top, bottom }: InkShape): number => bottom - top;
const sizeKey = (width: number, height: number): number => width * 65_536 + height;

function differenceToNearest(shape: InkShape, bySize: ReadonlyMap<number, readonly InkShape[]>): number {
  const [width, height] = [widthOf(shape), heightOf(shape)];
  const across = Math.max(1, Math.round(width * MAX_SIZE_DIFFERENCE));
  const down = Math.max(1, Math.round(height * MAX_SIZE_DIFFERENCE));
  let least = 1;
  for (let w = width - across; w <= width + across; w += 1)
    for (let h = height - down; h <= height + down; h += 1) {
      const ofThisSize = bySize.get(sizeKey(w, h));
      if (ofThisSize === undefined) continue;
      let compared = 0;
      for (const other of ofThisSize) {
        if (other === shape) continue;
        if (compared === MAX_COMPARED) break;
        compared += 1;
        least = Math.min(least, difference(shape.grid, other.grid));
      }
    }
  return least;
}

/** The part of the ink of two grids that they do not share. */
function difference(a: Uint8Array, b: Uint8Array): number {
  let [apart, all] = [0, 0];
  for (let cell = 0; cell < a.length; cell += 1) {
    const [one, other] = [a[cell] as number, b[cell] as number]; // both grids have the same cells
    apart += Math.abs(one - other);
    all += one + other;
  }
  return all === 0 ? 1 : apart / all;
}
