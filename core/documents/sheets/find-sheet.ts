/**
 * Finds the outline of a sheet of paper in a photograph: four straight edges, along each of which the paper differs from
 * what it lies on.
 */
import type { RasterImage } from '../../ocr/raster-image.ts';
import { isConvex, quadrilateralsOf, sideLengths, type Point, type Quadrilateral } from './quadrilateral.ts';
import { findLines } from './find-lines.ts';
import { gradientsOf, MIN_GRADIENT, refined, sideSupport, type Gradients } from './sheet-edges.ts';

/** Votes of a pixel are limited to this gradient, so that black print does not outvote the edge of the paper. */
const MAX_GRADIENT = 40;
/** Lines of each direction from which the sides are chosen. */
const MAX_LINES = 14;
/** Minimum length of a side, and minimum area, as parts of the picture's. */
const MIN_SIDE = 0.3;
const MIN_AREA = 0.2;
/** How far corners may lie outside the picture, as a part of its longer side. */
const MAX_OUTSIDE = 0.02;
/** Part of the places of each side, and of all sides, at which edge and difference must be seen. */
const MIN_SIDE_SUPPORT = 0.6;
const MIN_SUPPORT = 0.8;

/**
 * Returns the corners of the sheet that covers most of a picture, or undefined where none has four clear edges.
 * @param picture in grey, with a longer side of some 400 to 600 pixels
 */
export function findSheet(picture: RasterImage, gradients = gradientsOf(picture)): Quadrilateral | undefined {
  const { width, height } = gradients;
  const leastVotes = MIN_GRADIENT * MIN_SIDE * Math.min(width, height) * 0.5;
  const lines = findLines(gradients, { leastVotes, mostVotes: MAX_GRADIENT, most: 4 * MAX_LINES });
  const flat = lines.filter(({ angle }) => angle > 45 && angle < 135).slice(0, MAX_LINES);
  const steep = lines.filter(({ angle }) => angle <= 45 || angle >= 135).slice(0, MAX_LINES);
  let best: { readonly sheet: Quadrilateral; readonly score: number } | undefined;
  for (const sheet of quadrilateralsOf(flat, steep)) {
    const area = areaOf(sheet, picture);
    if (area === undefined || (best !== undefined && area <= best.score)) continue;
    const support = supportOf(sheet, picture, gradients);
    if (support !== undefined && (best === undefined || area * support > best.score))
      best = { sheet, score: area * support };
  }
  return best === undefined ? undefined : refined(best.sheet, gradients);
}

/** Area of a sheet as a part of the picture's; undefined where it is no sheet: too small, not convex, or outside. */
function areaOf(sheet: Quadrilateral, { width, height }: RasterImage): number | undefined {
  const outside = MAX_OUTSIDE * Math.max(width, height);
  const isInside = ({ x, y }: Point) => x >= -outside && y >= -outside && x <= width + outside && y <= height + outside;
  if (!sheet.every(isInside) || !isConvex(sheet)) return undefined;
  const [top, right, bottom, left] = sideLengths(sheet);
  if (Math.min(top, bottom) < MIN_SIDE * width || Math.min(left, right) < MIN_SIDE * height) return undefined;
  const [a, b, c, d] = sheet;
  const area = Math.abs((c.x - a.x) * (d.y - b.y) - (d.x - b.x) * (c.y - a.y)) / 2 / (width * height);
  return area < MIN_AREA ? undefined : area;
}

/** Part of the places along the sides at which the edge of a sheet is seen; undefined where a side has too few. */
function supportOf(sheet: Quadrilateral, picture: RasterImage, gradients: Gradients): number | undefined {
  let total = 0;
  for (const [at, from] of sheet.entries()) {
    const seen = sideSupport(from, sheet[(at + 1) % 4] ?? from, picture, gradients);
    if (seen < MIN_SIDE_SUPPORT) return undefined;
    total += seen / 4;
  }
  return total < MIN_SUPPORT ? undefined : total;
}
