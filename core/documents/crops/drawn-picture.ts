/** Whether a picture with documents is drawn by a computer, such as a slide with cards on it: then it is a page as a whole. */
import type { RasterImage } from '../../ocr/raster-image.ts';
import type { Quadrilateral } from '../sheets/quadrilateral.ts';

/** Part of the outside whose pixels equal their neighbours from which a picture is drawn by a computer. */
const MIN_FLAT = 0.97;
/** Degrees up to which a sheet is exactly upright. */
const UPRIGHT = 0.12;

interface Outlined {
  readonly corners: Quadrilateral;
}

/**
 * Whether the outside is of one grey and most documents are exactly upright: no scanner and no camera does that.
 * @param covered 1 for each pixel of the documents
 */
export function isDrawn({ width, data }: RasterImage, covered: Uint8Array, documents: readonly Outlined[]): boolean {
  let [flat, all] = [0, 0];
  for (let row = 0; row < data.length; row += width)
    for (let at = row + 1; at < row + width; at += 1) {
      if (covered[at] === 1 || covered[at - 1] === 1) continue;
      all += 1;
      if (data[at] === data[at - 1]) flat += 1;
    }
  const upright = documents.filter(isUpright).length;
  return (all === 0 || flat >= MIN_FLAT * all) && 2 * upright >= documents.length;
}

/** Whether the sides of a document run exactly along the picture. */
export function isUpright({ corners }: Outlined): boolean {
  return corners.every((from, at) => {
    const to = corners[(at + 1) % 4] ?? from;
    const degrees = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    const off = Math.abs(degrees / 90 - Math.round(degrees / 90)) * 90;
    return off <= UPRIGHT;
  });
}
