/** How well found documents match the true ones. */
import { intersectionOverUnion } from '../../core/documents/crops/regions/overlap.ts';
import type { CropCorners } from '../../core/documents/crops/find-crops.ts';
import type { Quadrilateral } from '../../core/documents/sheets/quadrilateral.ts';

/** Intersection over union from which a document counts as found. */
export const FOUND = 0.9;

export interface Matched {
  /** For each true document the intersection over union with the found one that it is matched to; 0 without one. */
  readonly overlaps: readonly number[];
  /** Found documents that match none by at least FOUND. */
  readonly extra: number;
}

/** Matches one to one, the largest overlaps first. */
export function matchDocuments(truth: readonly Quadrilateral[], found: readonly Quadrilateral[]): Matched {
  const pairs = truth
    .flatMap((document, t) => found.map((crop, f) => ({ t, f, overlap: intersectionOverUnion(document, crop) })))
    .toSorted((a, b) => b.overlap - a.overlap);
  const overlaps = truth.map(() => 0);
  const [takenTruth, takenFound] = [new Set<number>(), new Set<number>()];
  for (const { t, f, overlap } of pairs) {
    if (takenTruth.has(t) || takenFound.has(f)) continue;
    takenTruth.add(t);
    takenFound.add(f);
    overlaps[t] = overlap;
  }
  const right = overlaps.filter((overlap) => overlap >= FOUND).length;
  return { overlaps, extra: found.length - right };
}

/** Corners as parts of a picture in its pixels. */
export function inPixels(crop: CropCorners, width: number, height: number): Quadrilateral {
  const corner = (at: number) => ({ x: (crop[2 * at] ?? 0) * width, y: (crop[2 * at + 1] ?? 0) * height });
  return [corner(0), corner(1), corner(2), corner(3)];
}
