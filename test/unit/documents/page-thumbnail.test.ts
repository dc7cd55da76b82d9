import { describe, expect, it } from 'vitest';
import {
  blankInkAndThumbnail,
  inkOf,
  inkAndThumbnailOf,
  shrink,
  rotateGrey,
} from '../../../core/documents/page-thumbnail.ts';
import { pagePixels } from '../../../core/documents/page-pixels.ts';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';

const grey = (width: number, height: number, level: (x: number, y: number) => number): RasterImage => ({
  width,
  height,
  channels: 1,
  data: Uint8Array.from({ length: width * height }, (_, index) => level(index % width, Math.floor(index / width))),
});

describe('The thumbnail of a page', () => {
  it('has a long side of 96 pixels and keeps the aspect ratio', () => {
    expect(
      inkAndThumbnailOf(
        grey(400, 800, () => 255),
        0,
      ).thumbnail,
    ).toMatchObject({ width: 48, height: 96 });
  });

  it('is upright', () => {
    expect(
      inkAndThumbnailOf(
        grey(400, 800, () => 255),
        90,
      ).thumbnail,
    ).toMatchObject({ width: 96, height: 48 });
  });

  it('has one byte of grey per pixel', () => {
    const { thumbnail } = inkAndThumbnailOf(
      grey(200, 100, () => 128),
      0,
    );
    expect(Buffer.from(thumbnail.grey, 'base64')).toEqual(Buffer.alloc(thumbnail.width * thumbnail.height, 128));
  });

  it('is white for a page that cannot be rendered, even one pixel wide', () => {
    expect(blankInkAndThumbnail(1, 20_000).thumbnail).toMatchObject({ width: 1, height: 96 });
  });
});

describe('The ink of a page', () => {
  it('is 0 on a blank page', () => {
    expect(inkOf(grey(100, 100, () => 250))).toBe(0);
  });

  it('is 0 on a blank page of grey paper', () => {
    expect(inkOf(grey(100, 100, () => 120))).toBe(0);
  });

  it('is the fraction of the page that is not background', () => {
    expect(inkOf(grey(100, 100, (_x, y) => (y < 25 ? 0 : 255)))).toBeCloseTo(0.25);
  });
});

describe('A rotated image', () => {
  const corner = grey(3, 2, (x, y) => (x === 0 && y === 0 ? 0 : 255));
  const darkPixel = (image: RasterImage): [number, number] => {
    const index = image.data.indexOf(0);
    return [index % image.width, Math.floor(index / image.width)];
  };

  it.each([
    [0, [0, 0]],
    [90, [1, 0]],
    [180, [2, 1]],
    [270, [0, 2]],
  ] as const)('has its top left corner at the position after a clockwise rotation by %i degrees', (rotation, place) => {
    expect(darkPixel(rotateGrey(corner, rotation))).toEqual(place);
  });
});

describe('A downscaled image', () => {
  it('has the mean of the pixels that it replaces', () => {
    expect([
      ...shrink(
        grey(4, 4, (x) => (x % 2 === 0 ? 0 : 200)),
        2,
      ).data,
    ]).toEqual([100, 100, 100, 100]);
  });
});

describe('The size of a page in pixels', () => {
  it('is 220 pixels per inch', () => {
    expect(pagePixels({ widthMm: 210, heightMm: 297 })).toEqual({ width: 1819, height: 2572, dpi: 220 });
  });

  it('is smaller for a page of 200 × 200 inches', () => {
    const { width, height, dpi } = pagePixels({ widthMm: 5080, heightMm: 5080 });
    expect(width * height).toBeLessThanOrEqual(25_100_000);
    expect(dpi).toBeCloseTo(25);
  });

  it('does not exceed that of the upload', () => {
    expect(pagePixels({ widthMm: 210, heightMm: 297, ownDpi: 72 })).toEqual({ width: 595, height: 842, dpi: 72 });
  });

  it('is at least one', () => {
    expect(pagePixels({ widthMm: 0.01, heightMm: 5000 }).width).toBe(1);
  });
});
