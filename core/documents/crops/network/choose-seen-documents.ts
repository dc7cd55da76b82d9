/** Chooses among the documents that the maps show: none twice, and either a sheet or those that it consists of. */
import { areBesideEachOther, intersectionOverUnion, sharedArea } from '../regions/overlap.ts';
import type { SeenDocument } from './seen-documents.ts';

/** Intersection over union from which two are the same document. */
const SAME = 0.8;
/** Part of a document's area within another from which it is a part of that. */
const NESTED = 0.25;
/** Part of a region that the documents in it must cover together to be chosen in its place. */
const TILED = 0.85;
/** Part of its quadrilateral that a region covers, from which it has the shape of one sheet. */
const SHEET_FILLED = 0.97;
/** How much lower the score of the documents in a region may be than its own; less where it has the shape of a sheet. */
const LOWER_SCORE = 0.06;
const LOWER_SCORE_OF_SHEET = 0.02;
/** Least probability of an edge along each side of the documents that take the place of one with the shape of a sheet. */
const SEAM_SEEN = 0.7;
/** A document that lies on a lit surface: how much better its score is, and its least part of the surface. */
const MUCH_BETTER = 0.12;
const PART_OF_SURFACE = 0.3;

/** The clearest of those that are the same, and of those inside each other the outer one or the inner ones. */
export function chooseSeenDocuments(documents: readonly SeenDocument[]): SeenDocument[] {
  const kept: SeenDocument[] = [];
  const left = new Set(clearest(documents, isSame).toSorted((a, b) => b.area - a.area));
  for (const outer of left) {
    left.delete(outer);
    const inner = [...left].filter((other) => sharedArea(other.corners, outer.corners) > NESTED * other.area);
    const parts = clearest(inner, (a, b) => !areBesideEachOther(a.corners, b.corners));
    if (isGroup(outer, parts) || parts.some((part) => liesOn(part, outer))) continue;
    kept.push(outer);
    for (const other of inner) left.delete(other);
  }
  return kept;
}

/** The clearest documents, no two of which clash. */
function clearest(
  documents: readonly SeenDocument[],
  clash: (a: SeenDocument, b: SeenDocument) => boolean,
): SeenDocument[] {
  const kept: SeenDocument[] = [];
  for (const document of documents.toSorted((a, b) => b.score - a.score))
    if (!kept.some((other) => clash(document, other))) kept.push(document);
  return kept;
}

const isSame = (a: SeenDocument, b: SeenDocument): boolean => intersectionOverUnion(a.corners, b.corners) > SAME;

/** Whether a region is not one sheet but the documents that fill it: a fold is seen less clearly than where two meet. */
function isGroup(outer: SeenDocument, parts: readonly SeenDocument[]): boolean {
  if (parts.length < 2) return false;
  const filled = Math.min(1, outer.filled);
  const covered = parts.reduce((sum, part) => sum + sharedArea(part.corners, outer.corners), 0);
  if (covered < TILED * outer.area * filled) return false;
  const area = parts.reduce((sum, part) => sum + part.area, 0);
  const score = parts.reduce((sum, part) => sum + (part.score * part.area) / area, 0);
  if (filled < SHEET_FILLED) return score > outer.score - LOWER_SCORE;
  return score > outer.score - LOWER_SCORE_OF_SHEET && parts.every(({ leastSide }) => leastSide >= SEAM_SEEN);
}

const liesOn = (inner: SeenDocument, outer: SeenDocument): boolean =>
  inner.score > outer.score + MUCH_BETTER && inner.area > PART_OF_SURFACE * outer.area;
