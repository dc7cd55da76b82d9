/** Where the image of a scan lies on its PDF page. */
import type { Rotation } from '../../../ocr/rotation.ts';
import type { RasterImage } from '../../../ocr/raster-image.ts';
import type { Matrix } from '../pdfium/page-objects.ts';

/** Pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Edges of a page in its own units, y upwards. */
interface PageEdges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface ScanPlace {
  /** Edges of the image as parts of the page's width and height, from the top left; below 0 and above 1 beside the page. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Degrees clockwise by which the image is turned on the page. */
  readonly rotation: Rotation;
}

/** Width and height of an image, as parts of the page's, up to which what lies beside the page is scaled in vain. */
const LARGEST = 1.5;
/** The same, below which the image is no scan. */
const SMALLEST = 0.2;

/** Degrees clockwise by which a transform turns the unit square; undefined where it skews, mirrors or turns by others. */
const rotationOf = ({ a, b, c, d }: Matrix): Rotation | undefined => {
  if (b === 0 && c === 0) {
    if (a > 0 && d > 0) return 0;
    return a < 0 && d < 0 ? 180 : undefined;
  }
  if (a !== 0 || d !== 0) return undefined;
  if (b < 0 && c > 0) return 90;
  return b > 0 && c < 0 ? 270 : undefined;
};

/**
 * @param sameEdge  distance, in units of the page, up to which an edge of the image counts as that of the page
 * @returns undefined where the image is not upright or turned by quarters, or is much smaller or larger than the page
 */
export const scanPlace = (matrix: Matrix, page: PageEdges, sameEdge: number): ScanPlace | undefined => {
  const rotation = rotationOf(matrix);
  if (rotation === undefined) return undefined;
  const { a, b, c, d, e, f } = matrix;
  const snapped = (at: number, edge: number): number => (Math.abs(at - edge) <= sameEdge ? edge : at);
  const [left, right] = [snapped(Math.min(e, e + a + c), page.left), snapped(Math.max(e, e + a + c), page.right)];
  const [bottom, top] = [snapped(Math.min(f, f + b + d), page.bottom), snapped(Math.max(f, f + b + d), page.top)];
  const [width, height] = [page.right - page.left, page.top - page.bottom];
  const [across, down] = [(right - left) / width, (top - bottom) / height];
  if (!(Math.min(across, down) >= SMALLEST && Math.max(across, down) <= LARGEST)) return undefined;
  return {
    left: (left - page.left) / width,
    top: (page.top - top) / height,
    right: (right - page.left) / width,
    bottom: (page.top - bottom) / height,
    rotation,
  };
};

/** A box in pixels. */
export interface PixelBox extends PixelSize {
  readonly x: number;
  readonly y: number;
}

/** The box of the image on a page of this size. */
export const boxOf = ({ left, top, right, bottom }: ScanPlace, { width, height }: PixelSize): PixelBox => {
  const [x, y] = [Math.round(left * width), Math.round(top * height)];
  return {
    x,
    y,
    width: Math.max(1, Math.round(right * width) - x),
    height: Math.max(1, Math.round(bottom * height) - y),
  };
};

/** The grey image at its box on a white page; itself where it fills the page. */
export const onWhite = (grey: RasterImage, { x, y }: PixelBox, page: PixelSize): RasterImage => {
  if (x === 0 && y === 0 && grey.width === page.width && grey.height === page.height) return grey;
  const data = new Uint8Array(page.width * page.height).fill(0xff);
  const [from, to] = [Math.max(0, x), Math.min(page.width, x + grey.width)];
  for (let row = Math.max(0, y); row < Math.min(page.height, y + grey.height); row += 1) {
    const start = (row - y) * grey.width - x;
    data.set(grey.data.subarray(start + from, start + to), row * page.width + from);
  }
  return { ...page, channels: 1, data };
};
