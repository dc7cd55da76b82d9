/** Straightens a photograph: the sheet of paper becomes a rectangle, and what is around it stays around it. */
import type { RasterImage } from '../../ocr/raster-image.ts';
import { unflatten, type Curl } from '../../ocr/curl/curl.ts';
import { projectionOf } from './projection.ts';
import { sideLengths, type Point, type Quadrilateral } from './quadrilateral.ts';
import { resamplePicture } from './resample-picture.ts';

/** Corners clockwise from the top left, each as parts of the picture's width and height: x1, y1, x2, y2, … y4. */
export type SheetCorners = readonly number[];

/** Grey of what lies outside the photograph. */
const OUTSIDE = 255;

/** How a photograph was made straight and flat. */
export interface Straightening {
  /** The corners of the sheet in the picture. */
  readonly sheet?: SheetCorners | undefined;
  /** How the lines bend in the straightened picture. */
  readonly curl?: Curl | undefined;
}

/**
 * Makes a picture straight and flat, in one resampling and without changing its size.
 * @returns the picture itself where there is nothing to do
 */
export function straightenAndFlatten(picture: RasterImage, { sheet, curl }: Straightening): RasterImage {
  if (curl === undefined) return sheet === undefined ? picture : straighten(picture, sheet);
  const curled = unflatten(curl, picture);
  if (sheet === undefined) return resamplePicture(picture, curled);
  const seenAt = seenBy(cornersIn(picture, sheet));
  return resamplePicture(picture, (x, y) => {
    const bent = curled(x, y);
    return seenAt(bent.x, bent.y);
  });
}

/** Where the sheet of a straightened picture lies, as parts of its width and height: left, top, right, bottom. */
export function straightSheet(
  picture: Pick<RasterImage, 'width' | 'height'>,
  sheet: SheetCorners,
): readonly [number, number, number, number] {
  const [first, , third] = rectangleOf(cornersIn(picture, sheet));
  const { width, height } = picture;
  return [first.x / width, first.y / height, third.x / width, third.y / height];
}

const seenBy = (corners: Quadrilateral): ((x: number, y: number) => Point) =>
  projectionOf(rectangleOf(corners), corners);

/**
 * Straightens a picture without changing its size. The rectangle has the mean size of the sheet and the same centre.
 * @returns a picture of the same size, bilinearly interpolated; white where the photograph has nothing
 */
export function straighten(picture: RasterImage, sheet: SheetCorners): RasterImage {
  const { width, height, channels, data } = picture;
  const seenAt = seenBy(cornersIn(picture, sheet));
  const straight = new Uint8Array(data.length).fill(OUTSIDE);
  const row = width * channels;
  let to = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, to += channels) {
      const { x: atX, y: atY } = seenAt(x, y);
      const left = Math.floor(atX);
      const top = Math.floor(atY);
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const right = atX - left;
      const below = atY - top;
      for (let channel = 0, at = top * row + left * channels; channel < channels; channel += 1, at += 1) {
        const upper = (data[at] ?? 0) * (1 - right) + (data[at + channels] ?? 0) * right;
        const lower = (data[at + row] ?? 0) * (1 - right) + (data[at + row + channels] ?? 0) * right;
        straight[to + channel] = upper * (1 - below) + lower * below + 0.5;
      }
    }
  return { width, height, channels, data: straight };
}

function cornersIn({ width, height }: Pick<RasterImage, 'width' | 'height'>, sheet: SheetCorners): Quadrilateral {
  const corner = (at: number): Point => ({ x: (sheet[2 * at] ?? 0) * width, y: (sheet[2 * at + 1] ?? 0) * height });
  return [corner(0), corner(1), corner(2), corner(3)];
}

/** The upright rectangle with the centre of the corners, as wide and high as opposite sides are in the mean. */
function rectangleOf(corners: Quadrilateral): Quadrilateral {
  const [top, right, bottom, left] = sideLengths(corners);
  const [halfWidth, halfHeight] = [(top + bottom) / 4, (left + right) / 4];
  const x = corners.reduce((sum, corner) => sum + corner.x / 4, 0);
  const y = corners.reduce((sum, corner) => sum + corner.y / 4, 0);
  return [
    { x: x - halfWidth, y: y - halfHeight },
    { x: x + halfWidth, y: y - halfHeight },
    { x: x + halfWidth, y: y + halfHeight },
    { x: x - halfWidth, y: y + halfHeight },
  ];
}
