/** A crop of a page: its size, and its pixels made straight. */
import type { PageSize } from '../formats/document-reader.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import { projectionOf } from '../sheets/projection.ts';
import { sideLengths, type Point, type Quadrilateral } from '../sheets/quadrilateral.ts';
import type { SheetCorners } from '../sheets/straighten.ts';

/** Grey of what lies outside the page. */
const OUTSIDE = 255;

/** The corners on a page of this size, in the unit of the size. */
export function cornersOn(
  { width, height }: { readonly width: number; readonly height: number },
  crop: SheetCorners,
): Quadrilateral {
  const corner = (at: number): Point => ({ x: (crop[2 * at] ?? 0) * width, y: (crop[2 * at + 1] ?? 0) * height });
  return [corner(0), corner(1), corner(2), corner(3)];
}

/** The size of a crop: the mean of opposite sides. */
export function cropSize({ widthMm, heightMm, ...resolution }: PageSize, crop: SheetCorners): PageSize {
  const [top, right, bottom, left] = sideLengths(cornersOn({ width: widthMm, height: heightMm }, crop));
  return { ...resolution, widthMm: (top + bottom) / 2, heightMm: (left + right) / 2 };
}

/**
 * The crop as a rectangle of exactly this size in pixels, bilinearly interpolated; white where the page has nothing.
 * @param page  the picture of the page
 */
export function cutCrop(
  page: RasterImage,
  crop: SheetCorners,
  { width, height }: { readonly width: number; readonly height: number },
): RasterImage {
  const { channels, data } = page;
  const seenAt = projectionOf(cornersOn({ width, height }, WHOLE), cornersOn(page, crop));
  const cut = new Uint8Array(width * height * channels).fill(OUTSIDE);
  const row = page.width * channels;
  const [lastColumn, lastRow] = [page.width - 1, page.height - 1];
  let to = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, to += channels) {
      const seen = seenAt(x + 0.5, y + 0.5);
      // Centres of pixels; half a pixel outside the outermost ones still shows them.
      const [atX, atY] = [seen.x - 0.5, seen.y - 0.5];
      if (!(atX >= -0.5 && atY >= -0.5 && atX <= lastColumn + 0.5 && atY <= lastRow + 0.5)) continue;
      const [left, top] = [Math.max(0, Math.floor(atX)), Math.max(0, Math.floor(atY))];
      const [right, below] = [Math.max(0, atX - left), Math.max(0, atY - top)];
      const nextColumn = left < lastColumn ? channels : 0;
      const nextRow = top < lastRow ? row : 0;
      for (let channel = 0, at = top * row + left * channels; channel < channels; channel += 1, at += 1) {
        const upper = (data[at] ?? 0) * (1 - right) + (data[at + nextColumn] ?? 0) * right;
        const lower = (data[at + nextRow] ?? 0) * (1 - right) + (data[at + nextRow + nextColumn] ?? 0) * right;
        cut[to + channel] = upper * (1 - below) + lower * below + 0.5;
      }
    }
  return { width, height, channels, data: cut };
}

/** The corners of the page itself. */
export const WHOLE: SheetCorners = [0, 0, 1, 0, 1, 1, 0, 1];
