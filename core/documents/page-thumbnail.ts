/** The thumbnail of a page and its ink coverage. */
import type { PageRecord } from './page-record.ts';
import { histogramOf } from '../ocr/grey-tones.ts';
import { averageCells } from '../ocr/pixels/pixel-kernel.ts';
import type { RasterImage } from '../ocr/raster-image.ts';

/** Long side of a thumbnail in pixels. */
const THUMBNAIL_PIXELS = 96;
/** Difference from the background, of 255 grey levels, above which a pixel is ink. */
const INK_CONTRAST = 40;
/** Long side in pixels of the image in which ink is measured: about 50 dpi for an A4 page. */
const INK_LONG_SIDE = 585;
/** Width in grey levels of the histogram bins that determine the background. */
const BIN_WIDTH = 8;

type Rotation = PageRecord['rotation'];

/** Downscales a grey image by area averaging to a long side of `longSide` pixels; returns a smaller image unchanged. */
export const shrink = (image: RasterImage, longSide: number): RasterImage => {
  const scale = longSide / Math.max(image.width, image.height);
  if (scale >= 1) return image;
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  return { width, height, channels: 1, data: averageCells(image, { width, height }) };
};

const sum = (counts: Uint32Array): number => counts.reduce((total, count) => total + count, 0);

/** The grey level of the background: the middle of the most frequent bin. */
const backgroundOf = (histogram: Uint32Array): number => {
  const bins = Array.from({ length: 256 / BIN_WIDTH }, (_, bin) =>
    sum(histogram.subarray(bin * BIN_WIDTH, (bin + 1) * BIN_WIDTH)),
  );
  return bins.indexOf(Math.max(...bins)) * BIN_WIDTH + BIN_WIDTH / 2;
};

/** Fraction of the pixels that are not background, 0 to 1. */
export const inkOf = (image: RasterImage): number => {
  const { data } = shrink(image, INK_LONG_SIDE);
  const histogram = histogramOf(data);
  const background = backgroundOf(histogram);
  return (
    histogram.reduce((ink, count, level) => (Math.abs(level - background) > INK_CONTRAST ? ink + count : ink), 0) /
    data.length
  );
};

/** Rotates a grey image clockwise by a multiple of 90°. */
export const rotateGrey = (image: RasterImage, rotation: Rotation): RasterImage => {
  if (rotation === 0) return image;
  const { width, height, data } = image;
  const rotated = new Uint8Array(data.length);
  const size = rotation === 180 ? { width, height } : { width: height, height: width };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rotated[rotatedIndex(x, y, image, rotation)] = data[y * width + x] ?? 0;
  }
  return { ...size, channels: 1, data: rotated };
};

const rotatedIndex = (x: number, y: number, { width, height }: RasterImage, rotation: Rotation): number => {
  if (rotation === 90) return x * height + (height - 1 - y);
  if (rotation === 180) return (height - 1 - y) * width + (width - 1 - x);
  return (width - 1 - x) * height + y;
};

/**
 * Computes ink and thumbnail of a page.
 * @param image the page in grey, as a viewer displays it
 * @param rotation degrees clockwise by which the page is rotated to be upright
 */
export const inkAndThumbnailOf = (image: RasterImage, rotation: Rotation): Pick<PageRecord, 'ink' | 'thumbnail'> => {
  const small = rotateGrey(shrink(image, THUMBNAIL_PIXELS), rotation);
  return {
    ink: inkOf(image),
    thumbnail: { width: small.width, height: small.height, grey: Buffer.from(small.data).toString('base64') },
  };
};

/** Ink and a white thumbnail for a page that cannot be rendered. */
export const blankInkAndThumbnail = (width: number, height: number): Pick<PageRecord, 'ink' | 'thumbnail'> => {
  const scale = THUMBNAIL_PIXELS / Math.max(width, height);
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  return { ink: 0, thumbnail: { ...size, grey: Buffer.alloc(size.width * size.height, 0xff).toString('base64') } };
};
