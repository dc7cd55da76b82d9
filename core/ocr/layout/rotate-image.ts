/** Rotations by 90° for vertical lines, which are recognised on a rotated image of the page. */
import type { RasterImage } from '../raster-image.ts';
import type { Box } from '../lstm/line-image.ts';

/** Clockwise rotation, in degrees, that makes a line upright. */
export type LineRotation = 0 | 90 | 270;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Rotated images by image: the vertical lines of a page are read in several languages. */
const rotated = new WeakMap<RasterImage, Map<LineRotation, RasterImage>>();

/** Rotates a grey image clockwise. The same image is rotated once. */
export function rotateImage(image: RasterImage, rotation: LineRotation): RasterImage {
  if (rotation === 0) return image;
  const known = rotated.get(image) ?? new Map<LineRotation, RasterImage>();
  const turned = known.get(rotation) ?? turn(image, rotation);
  rotated.set(image, known.set(rotation, turned));
  return turned;
}

function turn(image: RasterImage, rotation: 90 | 270): RasterImage {
  const { width, height } = image;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const to = rotation === 90 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y;
      data[to] = image.data[y * width + x] ?? 0;
    }
  }
  return { ...image, width: height, height: width, data };
}

/** Maps a box of the page to the rotated page. @param size size of the page before the rotation, in pixels */
export function rotateBox({ left, top, right, bottom }: Box, { width, height }: Size, rotation: LineRotation): Box {
  if (rotation === 90) return { left: height - bottom, top: left, right: height - top, bottom: right };
  return rotation === 270
    ? { left: top, top: width - right, right: bottom, bottom: width - left }
    : { left, top, right, bottom };
}

/** The inverse of `rotateBox`. @param size size of the page before the rotation, in pixels */
export function unrotateBox({ left, top, right, bottom }: Box, { width, height }: Size, rotation: LineRotation): Box {
  if (rotation === 90) return { left: top, top: height - right, right: bottom, bottom: height - left };
  return rotation === 270
    ? { left: width - bottom, top: left, right: width - top, bottom: right }
    : { left, top, right, bottom };
}
