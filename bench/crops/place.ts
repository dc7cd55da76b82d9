/** Where documents lie on a background. */
import type { Quadrilateral } from '../../core/documents/sheets/quadrilateral.ts';
import type { RasterImage } from '../../core/ocr/raster-image.ts';
import type { Random } from '../../model-container/random.ts';

export const ARRANGEMENTS = ['straight', 'turned', 'turned far', 'touching'] as const;
/** Turned by at most 2°, 15°, 45°; or beside each other with at most two pixels between. */
export type Arrangement = (typeof ARRANGEMENTS)[number];

export interface Placed {
  readonly paper: RasterImage;
  readonly corners: Quadrilateral;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const TURN: Readonly<Record<Arrangement, number>> = { straight: 2, turned: 15, 'turned far': 45, touching: 3 };
/** Distance of documents from the border of the picture and from each other, in pixels. */
const MARGIN = 24;
const APART = 14;

/** Lays each paper into a cell of a grid, as large as fits, turned; touching ones into rows without gaps. */
export function place(papers: readonly RasterImage[], size: Size, arrangement: Arrangement, random: Random): Placed[] {
  return arrangement === 'touching' ? inRows(papers, size, random) : inGrid(papers, size, TURN[arrangement], random);
}

function inGrid(papers: readonly RasterImage[], size: Size, mostDegrees: number, random: Random): Placed[] {
  const columns = Math.max(1, Math.round(Math.sqrt((papers.length * size.width) / size.height)));
  const rows = Math.ceil(papers.length / columns);
  const cell = { width: (size.width - 2 * MARGIN) / columns, height: (size.height - 2 * MARGIN) / rows };
  return papers.map((paper, at) => {
    const angle = (mostDegrees * (2 * random.next() - 1) * Math.PI) / 180;
    const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
    const fit = Math.min(
      (cell.width - APART) / (paper.width * cos + paper.height * sin),
      (cell.height - APART) / (paper.width * sin + paper.height * cos),
    );
    const scale = fit * (0.72 + 0.28 * random.next());
    const [width, height] = [paper.width * scale, paper.height * scale];
    const [across, down] = [width * cos + height * sin, width * sin + height * cos];
    const free = { x: cell.width - APART - across, y: cell.height - APART - down };
    const x = MARGIN + (at % columns) * cell.width + APART / 2 + across / 2 + free.x * random.next();
    const y = MARGIN + Math.floor(at / columns) * cell.height + APART / 2 + down / 2 + free.y * random.next();
    return { paper, corners: turned(x, y, width, height, angle) };
  });
}

/** Rows of papers side by side; the whole group is turned a little. */
function inRows(papers: readonly RasterImage[], size: Size, random: Random): Placed[] {
  const rows = papers.length > 4 ? 2 : 1;
  const perRow = Math.ceil(papers.length / rows);
  const angle = (TURN.touching * (2 * random.next() - 1) * Math.PI) / 180;
  const height = ((size.height - 2 * MARGIN) / rows - APART) * (0.7 + 0.15 * random.next());
  return Array.from({ length: rows }, (_, row) => {
    const inRow = papers.slice(row * perRow, (row + 1) * perRow);
    const sizes = inRow.map((paper) => ({ paper, height: height * (0.75 + 0.25 * random.next()) }));
    const wide = sizes.reduce((sum, one) => sum + (one.height * one.paper.width) / one.paper.height, 0);
    const scale = Math.min(1, (size.width - 4 * MARGIN) / wide);
    let x = (size.width - wide * scale) / 2;
    const y = MARGIN + ((size.height - 2 * MARGIN) * (row + 0.5)) / rows;
    return sizes.map(({ paper, height: high }) => {
      const [across, down] = [((high * paper.width) / paper.height) * scale, high * scale];
      const centre = { x: x + across / 2 - size.width / 2, y: y - size.height / 2 + (down - height * scale) * 0.4 };
      x += across + 2 * random.next();
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      return {
        paper,
        corners: turned(
          size.width / 2 + centre.x * cos - centre.y * sin,
          size.height / 2 + centre.x * sin + centre.y * cos,
          across,
          down,
          angle,
        ),
      };
    });
  }).flat();
}

function turned(x: number, y: number, width: number, height: number, angle: number): Quadrilateral {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corner = (across: number, down: number) => ({
    x: x + (across * width * cos) / 2 - (down * height * sin) / 2,
    y: y + (across * width * sin) / 2 + (down * height * cos) / 2,
  });
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}
