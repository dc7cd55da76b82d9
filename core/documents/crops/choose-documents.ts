/** Chooses the documents among the candidates: those with four clear sides, none inside another. */
import { medianOf } from '../../ocr/median.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import type { Quadrilateral } from '../sheets/quadrilateral.ts';
import type { Candidate } from './candidates.ts';
import { intersectionOverUnion, sharedArea } from './regions/overlap.ts';
import { sidesOf } from './sides.ts';

/** A document with what is seen along its sides. */
export interface Document {
  readonly corners: Quadrilateral;
  /** In pixels. */
  readonly area: number;
  /** Median difference of inside and outside along a side, in grey levels: positive where the inside is brighter. */
  readonly step: number;
  /** Grey of the background beside it. */
  readonly outside: number;
  /** Part of it that its region covers. */
  readonly filled: number;
  /** Whether it was taken from others at a seam. */
  readonly isPiece: boolean;
  /** 0 to 1: how well its sides are seen and how fully it is filled. */
  readonly score: number;
}

/** Part of each side, and of all sides, that must be seen or lie at the border of the picture. */
const MIN_SIDE_SEEN = 0.6;
const MIN_SEEN = 0.8;
/** Smallest difference of inside and outside, in grey levels. */
const MIN_STEP = 3;
/** Sides that may lie at the border of the picture. */
const MAX_AT_BORDER = 2;
/** Part of a document's area by which two overlap, from which they are the same place. */
const SAME_PLACE = 0.25;
/** Part of a candidate that smaller ones must cover together to be chosen in its place. */
const TILED = 0.85;
/** Documents that a group is taken apart into may be filled less than it by this much: their seams are rough. */
const MUCH_LESS_FILLED = 0.01;
const MAX_DOCUMENTS = 40;
/** A region that stands out by less than this part of what lies in it is a patch of the background. */
const PATCH = 0.35;
/** A sheet that lies on a lit surface: part of the surface's area and of its step, at least; how much better its score is. */
const SHEET_ON_SURFACE = 0.35;
const SHEET_STEP = 0.5;
const MUCH_BETTER = 0.1;
/** A side along a seam is less certain than one along the background. */
const SEAM_CERTAINTY = 0.8;
/** Pixels between a seam and the side that runs along it. */
const AT_SEAM = 6;

/** The documents among the candidates; the clearest of those that overlap, the outer one of those inside each other. */
export function chooseDocuments(candidates: readonly Candidate[], smoothed: RasterImage): Document[] {
  const documents = candidates.flatMap((candidate) => documentOf(candidate, smoothed) ?? []);
  const chosen: Document[] = [];
  for (const document of documents.toSorted((a, b) => b.score - a.score)) {
    if (chosen.length >= MAX_DOCUMENTS) break;
    if (!chosen.some((other) => isSame(document, other))) chosen.push(document);
  }
  return withoutNested(chosen);
}

function documentOf(candidate: Candidate, smoothed: RasterImage): Document | undefined {
  const all = sidesOf(candidate.corners, smoothed);
  const sides = all.filter((_, at) => !isAtSeam(candidate, at));
  const inside = sides.filter(({ atBorder }) => atBorder < 0.5);
  if (inside.length === 0 || sides.length - inside.length > MAX_AT_BORDER) return undefined;
  const sign = candidate.isBright ? 1 : -1;
  if (inside.some(({ step }) => step * sign < MIN_STEP)) return undefined;
  if (sides.some(({ seen, atBorder }) => seen + atBorder < MIN_SIDE_SEEN)) return undefined;
  const seen = sides.reduce((sum, side) => sum + (side.seen + side.atBorder) / sides.length, 0);
  if (seen < MIN_SEEN) return undefined;
  const step = medianOf(inside.map((side) => side.step)) ?? 0;
  const outside = medianOf(inside.flatMap((side) => side.outside ?? [])) ?? 0;
  const { corners, area, filled } = candidate;
  const certainty = (seen * sides.length + SEAM_CERTAINTY * (all.length - sides.length)) / all.length;
  const isPiece = candidate.seams.length > 0;
  return { corners, area, step, outside, filled: Math.min(1, filled), isPiece, score: certainty * Math.min(1, filled) };
}

/** Whether a side of a candidate runs along a seam. */
function isAtSeam({ corners, seams }: Candidate, side: number): boolean {
  const [from, to] = [corners[side], corners[(side + 1) % 4]];
  if (from === undefined || to === undefined) return false;
  return seams.some(({ angle, distance }) => {
    const [nx, ny] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    return [from, to].every(({ x, y }) => Math.abs(x * nx + y * ny - distance) <= AT_SEAM);
  });
}

/** Whether two are nearly the same place. */
const isSame = (a: Document, b: Document): boolean =>
  intersectionOverUnion(a.corners, b.corners) > 1 - 0.6 * SAME_PLACE;

/**
 * Of documents that overlap, the outer one: a box on a sheet is part of the sheet. Unless it is a patch of the background,
 * from which the inner ones stand out far more, or a group that the inner ones make up.
 */
function withoutNested(documents: readonly Document[]): Document[] {
  const kept: Document[] = [];
  const left = new Set(documents.toSorted((a, b) => b.area - a.area));
  for (const outer of left) {
    const inner = [...left].filter(
      (other) => other !== outer && sharedArea(other.corners, outer.corners) > SAME_PLACE * other.area,
    );
    left.delete(outer);
    const isPatch = inner.some(({ step }) => step * PATCH > outer.step && step > 0);
    const isSurface = inner.some((other) => liesOn(other, outer));
    if (isPatch || isSurface || isGroup(outer, withoutOverlap(inner))) continue;
    kept.push(outer);
    for (const other of inner) left.delete(other);
  }
  return kept;
}

/** Whether a region is the lit part of a table with a sheet on it: much of it, as clear against what is around, and better seen. */
const liesOn = (inner: Document, outer: Document): boolean =>
  inner.area >= SHEET_ON_SURFACE * outer.area &&
  inner.step >= SHEET_STEP * outer.step &&
  inner.score >= outer.score + MUCH_BETTER;

/** Whether a region is not one sheet but the documents that fill it. */
function isGroup(outer: Document, inner: readonly Document[]): boolean {
  const area = inner.reduce((sum, document) => sum + document.area, 0);
  if (inner.length < 2 || area < TILED * outer.area * outer.filled) return false;
  const filled = inner.reduce((sum, document) => sum + document.filled * document.area, 0) / area;
  return inner.every(({ isPiece }) => !isPiece) || filled > outer.filled - MUCH_LESS_FILLED;
}

function withoutOverlap(documents: readonly Document[]): Document[] {
  const kept: Document[] = [];
  for (const document of documents.toSorted((a, b) => b.area - a.area))
    if (!kept.some((other) => sharedArea(other.corners, document.corners) > SAME_PLACE * document.area))
      kept.push(document);
  return kept;
}
