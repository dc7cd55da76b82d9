/** Boxes by where they lie: a page of noise has ten thousand lines, each of which would be compared with all of the others. */
import type { Box } from './lstm/line-image.ts';

/** Cells along a side of the page, at most. */
const MAX_CELLS = 256;

/** Cells along one side of the page: as large as its boxes are in the mean. */
interface Cells {
  readonly from: number;
  readonly size: number;
  readonly count: number;
}

export class BoxIndex {
  readonly #boxes: readonly Box[];
  readonly #across: Cells;
  readonly #down: Cells;
  /** The places of the boxes that each cell has a part of. */
  readonly #cells = new Map<number, number[]>();
  /** The last query by which each box was found. */
  readonly #found: Uint32Array;
  #query = 0;

  /** @param boxes  with finite sides */
  constructor(boxes: readonly Box[]) {
    this.#boxes = boxes;
    this.#across = cellsAlong(boxes, 'left', 'right');
    this.#down = cellsAlong(boxes, 'top', 'bottom');
    this.#found = new Uint32Array(boxes.length);
    for (const [place, box] of boxes.entries())
      for (const cell of this.#cellsOf(box)) {
        const places = this.#cells.get(cell);
        if (places === undefined) this.#cells.set(cell, [place]);
        else places.push(place);
      }
  }

  /** The places of the boxes that meet this one, if only at a side, ascending. */
  meeting(box: Box): number[] {
    this.#query += 1;
    const places: number[] = [];
    for (const cell of this.#cellsOf(box))
      for (const place of this.#cells.get(cell) ?? []) {
        if (this.#found[place] === this.#query) continue;
        this.#found[place] = this.#query;
        const other = this.#boxes[place];
        if (other !== undefined && meet(box, other)) places.push(place);
      }
    return places.sort((a, b) => a - b);
  }

  *#cellsOf({ left, top, right, bottom }: Box): Generator<number> {
    const [firstColumn, lastColumn] = [cellAt(left, this.#across), cellAt(right, this.#across)];
    const [firstRow, lastRow] = [cellAt(top, this.#down), cellAt(bottom, this.#down)];
    for (let row = firstRow; row <= lastRow; row += 1)
      for (let column = firstColumn; column <= lastColumn; column += 1) yield row * MAX_CELLS + column;
  }
}

const meet = (a: Box, b: Box): boolean =>
  a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;

function cellsAlong(boxes: readonly Box[], from: 'left' | 'top', to: 'right' | 'bottom'): Cells {
  let [least, most, sum] = [Infinity, -Infinity, 0];
  for (const box of boxes) {
    least = Math.min(least, box[from]);
    most = Math.max(most, box[to]);
    sum += box[to] - box[from];
  }
  const extent = Math.max(1, most - least);
  const count = Math.max(1, Math.min(MAX_CELLS, Math.floor((extent * boxes.length) / Math.max(1, sum))));
  return { from: least, size: extent / count, count };
}

const cellAt = (at: number, { from, size, count }: Cells): number =>
  Math.max(0, Math.min(count - 1, Math.floor((at - from) / size)));
