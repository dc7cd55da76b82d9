/** Regions of a picture that have the shape of a sheet of paper. */
import type { RasterImage } from '../../ocr/raster-image.ts';
import { sideLengths, type Point, type Quadrilateral } from '../sheets/quadrilateral.ts';
import { refined, type Gradients } from '../sheets/sheet-edges.ts';
import type { Line } from '../sheets/find-lines.ts';
import { quadrilateralAlong, splitAtSeams, WHOLE, type Budget, type Piece } from './regions/seams.ts';
import { stableRegions, type Region } from './regions/component-tree.ts';
import { areaOfMask, maskOf, type Mask } from './regions/mask.ts';
import { wideParts } from './regions/wide-parts.ts';
import { areaOfPolygon, quadrilateralAround, traceOutline, type Outline } from './regions/outline.ts';
import { hullOfRows, rowEndsOf } from './regions/row-ends.ts';

export interface Candidate {
  readonly corners: Quadrilateral;
  /** In pixels. */
  readonly area: number;
  /** Part of the quadrilateral that the region covers, holes included: 1 for a whole sheet. */
  readonly filled: number;
  /** Grey levels between the region and what is around it. */
  readonly depth: number;
  /** Whether it is brighter than what is around it. */
  readonly isBright: boolean;
  /** The lines along which it touches others. */
  readonly seams: readonly Line[];
}

/** Smallest and largest area, as parts of the picture's. */
const MIN_AREA = 0.004;
const MAX_AREA = 0.97;
/** Smallest side, as a part of the picture's longer side. */
const MIN_SIDE = 0.035;
/** Grey levels by which a region stands out at least. */
const MIN_DEPTH = 4;
/** Regions that are looked at: the clearest ones. */
const MAX_REGIONS = 150;
/** Longest outline, in multiples of the picture's circumference: longer ones are not those of a sheet. */
const MAX_OUTLINE = 2;
/** Part of the quadrilateral that a region must cover: hands and shadows hide some of a sheet. */
const MIN_FILLED = 0.86;
/** Regions that are split at seams, at most; their smallest part of the picture; grey levels by which they stand out. */
const MAX_SPLITS = 8;
const MIN_SPLIT = 0.015;
const SPLIT_DEPTH = 8;
/** Pixels that are looked at to split regions, at most. */
const MAX_SPLIT_WORK = 6_000_000;
/** How often the pixels of a region are looked at to find the lines of a part. */
const PART_WORK = 2;
/** Half of a finger's width in pixels: narrower parts of a region are taken away. */
const FINGER = 9;
/** Part of a region that is narrower than a finger, at least, where a hand is part of it. */
const MIN_FINGER = 0.01;
/** Cosine of the angle at a corner, at most: 60° to 120°. */
const MAX_COSINE = 0.5;
/** How far corners may lie outside the picture, as a part of its longer side. */
const MAX_OUTSIDE = 0.03;

/** The regions with the shape of a sheet, whether they are brighter or darker than what is around them. */
export function findCandidates(smoothed: RasterImage, gradients: Gradients): Candidate[] {
  const inverted: RasterImage = { ...smoothed, data: invertedOf(smoothed.data) };
  return [...candidatesIn(smoothed, gradients, true), ...candidatesIn(inverted, gradients, false)];
}

function invertedOf(data: Uint8Array): Uint8Array {
  const inverted = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1) inverted[at] = 255 - (data[at] ?? 0);
  return inverted;
}

/**
 * The regions with the shape of a sheet that are brighter than what is around them.
 * @param isBright  what the candidates say of themselves
 * @param takesApart  whether regions are split where documents touch
 */
export function candidatesIn(
  picture: RasterImage,
  gradients: Gradients,
  isBright: boolean,
  takesApart = true,
): Candidate[] {
  const pixels = picture.width * picture.height;
  const limits = { minArea: MIN_AREA * pixels * 0.6, maxArea: MAX_AREA * pixels, minDepth: MIN_DEPTH };
  let splits = 0;
  const budget = { pixels: MAX_SPLIT_WORK };
  return stableRegions(picture, limits)
    .slice(0, MAX_REGIONS)
    .flatMap((region) => {
      const outline = outlineOf(region, picture);
      if (outline === undefined) return [];
      const whole = pieceOf(outline);
      const isSplit =
        takesApart &&
        whole.filled < WHOLE &&
        splits < MAX_SPLITS &&
        outline.area >= MIN_SPLIT * pixels &&
        region.depth >= SPLIT_DEPTH &&
        !isFromEdgeToEdge(outline, picture);
      if (isSplit) splits += 1;
      const pieces = isSplit ? piecesOf(outline, whole, gradients, budget) : [whole];
      return pieces.flatMap((piece) => candidateOf(piece, region, picture, gradients, isBright) ?? []);
    });
}

/** What a region that is not a whole sheet may be: documents that touch, with or without a hand, or one sheet. */
function piecesOf(outline: Outline, whole: RoughPiece, gradients: Gradients, budget: Budget): readonly RoughPiece[] {
  const mask = maskOf(outline);
  const pieces = splitAtSeams(mask, gradients, budget);
  const parts = partsOf(mask, gradients, budget);
  if (pieces.length > 1) return [...pieces, ...parts];
  const along = quadrilateralAlong(outline, mask, gradients);
  return [along !== undefined && along.filled > whole.filled ? { ...along, seams: [] } : whole, ...parts];
}

function outlineOf(region: Region, picture: RasterImage): Outline | undefined {
  const maxLength = MAX_OUTLINE * 2 * (picture.width + picture.height);
  const outline = traceOutline(picture, region.first, region.level, maxLength);
  return outline === undefined || outline.area > MAX_AREA * picture.data.length ? undefined : outline;
}

/** The documents in the parts of a region that are wider than a finger; none where nothing but corners is narrower. */
function partsOf(mask: Mask, gradients: Gradients, budget: Budget): Piece[] {
  const parts = wideParts(mask, FINGER);
  const area = areaOfMask(mask);
  const lost = area - parts.reduce((sum, part) => sum + areaOfMask(part), 0);
  // The corners of a part are rounded by less than a circle's square.
  if (lost < MIN_FINGER * area + parts.length * FINGER ** 2) return [];
  return parts.flatMap((part) => {
    budget.pixels -= PART_WORK * mask.inside.length;
    return budget.pixels < 0 ? [] : splitAtSeams(part, gradients, budget);
  });
}

/** Whether a region reaches three or four sides of the picture: a page, or the background. */
const isFromEdgeToEdge = ({ xs, ys }: Outline, { width, height }: RasterImage): boolean =>
  [
    xs.some((x) => x <= 1),
    ys.some((y) => y <= 1),
    xs.some((x) => x >= width - 2),
    ys.some((y) => y >= height - 2),
  ].filter(Boolean).length >= 3;

/** A piece, or a region around which there is no quadrilateral. */
type RoughPiece = Omit<Piece, 'corners'> & { readonly corners: Quadrilateral | undefined };

const NO_SHEET: RoughPiece = { corners: undefined, filled: 0, seams: [] };

/** The quadrilateral around a region; one that nothing covers where there is none that the region fills. */
function pieceOf(outline: Outline): RoughPiece {
  const hull = hullOfRows(rowEndsOf(outline));
  // The quadrilateral is no smaller than the hull.
  if (outline.area < 0.999 * MIN_FILLED * areaOfPolygon(hull)) return NO_SHEET;
  const corners = quadrilateralAround(hull);
  return corners === undefined ? NO_SHEET : { corners, filled: outline.area / areaOfPolygon(corners), seams: [] };
}

function candidateOf(
  { corners: rough, filled, seams }: RoughPiece,
  region: Region,
  picture: RasterImage,
  gradients: Gradients,
  isBright: boolean,
): Candidate | undefined {
  if (rough === undefined || filled < MIN_FILLED || !isSheet(rough, picture)) return undefined;
  const corners = refined(rough, gradients);
  const settled = isSheet(corners, picture) ? corners : rough;
  return { corners: settled, area: areaOfPolygon(settled), filled, depth: region.depth, isBright, seams };
}

/** Whether the corners can be those of a sheet in the picture: its size, its angles, and not outside. */
function isSheet(corners: Quadrilateral, { width, height }: RasterImage): boolean {
  const longSide = Math.max(width, height);
  const outside = MAX_OUTSIDE * longSide;
  const isInside = ({ x, y }: Point) => x >= -outside && y >= -outside && x <= width + outside && y <= height + outside;
  return (
    corners.every((corner) => isInside(corner)) &&
    Math.min(...sideLengths(corners)) >= MIN_SIDE * longSide &&
    areaOfPolygon(corners) >= MIN_AREA * width * height &&
    corners.every((corner, at) =>
      hasSheetAngle(corners[(at + 3) % 4] ?? corner, corner, corners[(at + 1) % 4] ?? corner),
    )
  );
}

function hasSheetAngle(before: Point, corner: Point, after: Point): boolean {
  const [ax, ay, bx, by] = [before.x - corner.x, before.y - corner.y, after.x - corner.x, after.y - corner.y];
  return Math.abs(ax * bx + ay * by) <= MAX_COSINE * Math.hypot(ax, ay) * Math.hypot(bx, by);
}
