/**
 * The dark ground that a page was scanned or photographed on: a black lid, a table. Its pixels are many and darker than
 * ink, so that a threshold between them and the paper lies below the grey of thin and pale strokes.
 */
import type { RasterImage } from '../raster-image.ts';

/** Side of a cell in inches: more than a stroke of print is wide. */
const CELL = 1 / 20;
/**
 * Least share of the image that is ground, and least share that is not. A page has dark edges, and print that touches them,
 * without lying on any; and where nothing is left, there is no page.
 */
const LEAST_SHARE = 0.02;

export interface DarkGround {
  /** 1 for each cell of the ground, and for the cells around them, which the edges of the page blur into; row by row. */
  readonly cells: Uint8Array;
  readonly columns: number;
  /** Side of a cell in pixels. */
  readonly side: number;
}

/**
 * Finds the dark cells that are connected with the edge of the image.
 * @param image  in grey
 * @param threshold  grey that no pixel of a dark cell exceeds
 * @param dpi  pixels per inch of the image
 * @returns undefined where they, or the others, take less than LEAST_SHARE of the image
 */
export function findDarkGround(image: RasterImage, threshold: number, dpi: number): DarkGround | undefined {
  const side = Math.max(2, Math.round(CELL * dpi));
  const [columns, rows] = [Math.ceil(image.width / side), Math.ceil(image.height / side)];
  const isDark = (cell: number) =>
    isDarkCell(image, threshold, { left: (cell % columns) * side, top: Math.floor(cell / columns) * side, side });
  const ground = connectedWithEdge(isDark, columns, rows);
  const cells = withCellsAround(ground, columns, rows);
  const least = LEAST_SHARE * cells.length;
  return countOf(ground) < least || countOf(cells) > cells.length - least ? undefined : { cells, columns, side };
}

/** The histogram of the pixels of a grey image of this width that are not on the ground. */
export function histogramOutside({ cells, columns, side }: DarkGround, data: Uint8Array, width: number): Uint32Array {
  const histogram = new Uint32Array(256);
  for (let at = 0, y = 0; at < data.length; y += 1) {
    const row = Math.floor(y / side) * columns;
    for (let x = 0; x < width; x += 1, at += 1) {
      if (cells[row + Math.floor(x / side)] === 1) continue;
      const grey = data[at] ?? 0;
      histogram[grey] = (histogram[grey] ?? 0) + 1;
    }
  }
  return histogram;
}

const countOf = (cells: Uint8Array): number => cells.reduce((sum, cell) => sum + cell, 0);

interface Cell {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** Whether no pixel of the cell, which the image may cut off, is lighter than the threshold. */
function isDarkCell({ data, width, height }: RasterImage, threshold: number, { left, top, side }: Cell): boolean {
  const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)];
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) if ((data[y * width + x] ?? 0) > threshold) return false;
  return true;
}

/**
 * 1 for the dark cells that a path of dark cells (4-connectivity) leads to from the edge of the image. No other cell than
 * those and their neighbours is looked at.
 */
function connectedWithEdge(isDark: (cell: number) => boolean, columns: number, rows: number): Uint8Array {
  const [unseen, light, dark] = [0, 1, 2];
  const seen = new Uint8Array(columns * rows).fill(unseen);
  const open: number[] = [];
  const visit = (cell: number) => {
    if (seen[cell] !== unseen) return;
    seen[cell] = isDark(cell) ? dark : light;
    if (seen[cell] === dark) open.push(cell);
  };
  for (let cell = 0; cell < seen.length; cell += 1) {
    const column = cell % columns;
    if (column === 0 || column === columns - 1 || cell < columns || cell >= columns * (rows - 1)) visit(cell);
  }
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    if (cell % columns > 0) visit(cell - 1);
    if (cell % columns < columns - 1) visit(cell + 1);
    visit(cell - columns);
    visit(cell + columns);
  }
  return seen.map((state) => Number(state === dark));
}

function withCellsAround(ground: Uint8Array, columns: number, rows: number): Uint8Array {
  const wide = new Uint8Array(ground.length);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      if (ground[row * columns + column] !== 1) continue;
      const [left, right] = [Math.max(0, column - 1), Math.min(columns - 1, column + 1)];
      for (let near = Math.max(0, row - 1); near <= Math.min(rows - 1, row + 1); near += 1)
        wide.fill(1, near * columns + left, near * columns + right + 1);
    }
  return wide;
}
