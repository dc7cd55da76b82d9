/** The pixels that documents cover. */
import type { Quadrilateral } from '../sheets/quadrilateral.ts';
import { spanAt } from './outline.ts';

/** Pixels around a document that belong to neither: its edge and its shadow. */
const MARGIN = 5;

/** For each pixel whether it lies in one of the documents or within their margin. */
export function coverOf(
  { width, height }: { readonly width: number; readonly height: number },
  documents: readonly { readonly corners: Quadrilateral }[],
): Uint8Array {
  const covered = new Uint8Array(width * height);
  for (const { corners } of documents) fillQuadrilateral(covered, width, height, corners);
  return covered;
}

function fillQuadrilateral(covered: Uint8Array, width: number, height: number, corners: Quadrilateral): void {
  const ys = corners.map(({ y }) => y);
  const top = Math.max(0, Math.floor(Math.min(...ys) - MARGIN));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...ys) + MARGIN));
  for (let y = top; y <= bottom; y += 1) {
    const { from, to } = spanAt(y, corners);
    const [left, right] = [Math.max(0, Math.floor(from - MARGIN)), Math.min(width - 1, Math.ceil(to + MARGIN))];
    if (left <= right) covered.fill(1, y * width + left, y * width + right + 1);
  }
}
