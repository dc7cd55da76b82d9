import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodeJpeg } from '../../../core/results/images/encode-jpeg.ts';
import { layOutPage } from '../../../core/results/pdf/writing/rendered-layout.ts';
import { scaledDown } from '../../../core/results/images/scaled-down.ts';

describe('A page image scaled down', () => {
  const image = { width: 1000, height: 1400 };

  it('keeps its size if none is requested', () => {
    expect(scaledDown(image, {})).toEqual(image);
  });

  it('follows the only given side', () => {
    expect(scaledDown(image, { width: 500 })).toEqual({ width: 500, height: 700 });
    expect(scaledDown(image, { height: 700 })).toEqual({ width: 500, height: 700 });
  });

  it('follows the larger of two sides that do not match its aspect ratio', () => {
    expect(scaledDown(image, { width: 800, height: 600 })).toEqual({ width: 800, height: 1120 });
    expect(scaledDown(image, { width: 100, height: 700 })).toEqual({ width: 500, height: 700 });
    expect(scaledDown(image, { width: 700, height: 700 })).toEqual({ width: 500, height: 700 });
  });

  it('is never enlarged, never empty, and keeps its aspect ratio', () => {
    const side = fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 5000 }),
        side,
        side,
        (width, height, askedWidth, askedHeight) => {
          const scaled = scaledDown({ width, height }, { width: askedWidth, height: askedHeight });
          expect(scaled.width).toBeGreaterThanOrEqual(1);
          expect(scaled.height).toBeGreaterThanOrEqual(1);
          expect(scaled.width).toBeLessThanOrEqual(width);
          expect(scaled.height).toBeLessThanOrEqual(height);
          expect(Math.abs(scaled.width - (scaled.height * width) / height)).toBeLessThanOrEqual(1 + width / height);
        },
      ),
    );
  });
});

describe('The JPEG of a page image', () => {
  it.each([
    ['without colour', 0, 1],
    ['with colour', 40, 3],
  ])('%s has one channel of grey or three of colour, and states its resolution', async (_, blueness, channels) => {
    const data = Buffer.alloc(40 * 30 * 3, 128).map((value, at) => (at % 3 === 2 ? value + blueness : value));
    const { bytes, grey } = await encodeJpeg({ data, width: 40, height: 30, channels: 3 }, 90, 150);
    expect(grey).toBe(channels === 1);
    expect(await sharp(bytes).metadata()).toMatchObject({ channels, density: 150, width: 40, height: 30 });
  });
});

describe('The layout of a rendered page', () => {
  const portrait = { width: 1819, height: 2573, dpi: 220 };
  const landscape = { width: 2573, height: 1819, dpi: 220 };

  it('swaps page_height and page_width on a landscape page', () => {
    const { page } = layOutPage(landscape, { page_height: 297, page_width: 210 });
    expect([page.width, page.height].map((points) => Math.round((points / 72) * 25.4))).toEqual([297, 210]);
  });

  it('fits the image into a page of another aspect ratio, centred and undistorted', () => {
    const { page, image } = layOutPage(portrait, { page_height: 400, page_width: 200 });
    expect(image.width / image.height).toBeCloseTo(portrait.width / portrait.height, 4);
    expect(image.x).toBeCloseTo((page.width - image.width) / 2, 4);
    expect(image.y).toBeCloseTo((page.height - image.height) / 2, 4);
  });

  it('is reduced to the longest page of a PDF if the page is longer, with its proportions', () => {
    const { page, image } = layOutPage({ width: 2550, height: 5100, dpi: 10.2 }, {});
    expect(page).toEqual({ width: 7200, height: 14_400 });
    expect(image.width).toBeCloseTo(7200, 4);
  });

  it('treats image_height and image_width as the short side; of both the smaller', () => {
    expect(layOutPage(portrait, { image_height: 600 }).pixels.width).toBe(600);
    expect(layOutPage(landscape, { image_width: 600 }).pixels.height).toBe(600);
    expect(layOutPage(portrait, { image_width: 1240, image_height: 1754 }).pixels).toEqual({
      width: 1240,
      height: 1754,
    });
  });

  it('derives the pixels from dpi and the page size if no pixels are given', () => {
    expect(layOutPage(portrait, { page_height: 254, page_width: 179.6, dpi: 100 }).pixels.height).toBe(1000);
  });

  it('never exceeds the pixels that a parser process can hold', () => {
    const { pixels } = layOutPage(portrait, { image_width: 20_000 });
    expect(pixels.width * pixels.height).toBeLessThanOrEqual(40_100_000);
    expect(pixels.width / pixels.height).toBeCloseTo(portrait.width / portrait.height, 2);
  });
});
