import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Sheet } from '../../../../bench/ocr/damage/damage.ts';
import { DAMAGE, DAMAGE_NAMES, type DamageName } from '../../../../bench/ocr/damage/kinds.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { seededRandom } from '../../../../model-container/random.ts';

const INCHES = { width: 1.2, height: 0.8 };

/** A white page with black bars in place of words; the bar of the reverse side is at the top left. */
const draw = (dpi: number, channels: 1 | 3, isBar: (x: number, y: number) => boolean): RasterImage => {
  const [width, height] = [Math.round(INCHES.width * dpi), Math.round(INCHES.height * dpi)];
  const data = new Uint8Array(width * height * channels);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    data.fill(
      isBar((pixel % width) / dpi, Math.floor(pixel / width) / dpi) ? 0 : 255,
      pixel * channels,
      (pixel + 1) * channels,
    );
  return { width, height, channels, data };
};
const within = (value: number, low: number, high: number): boolean => value > low && value < high;
const sheet: Sheet = {
  draw: (dpi, channels) =>
    Promise.resolve(
      draw(dpi, channels, (x, y) => within(x, 0.4, 0.8) && (within(y, 0.3, 0.36) || within(y, 0.5, 0.56))),
    ),
  drawReverse: (dpi) => Promise.resolve(draw(dpi, 1, (x, y) => within(x, 0.1, 0.3) && within(y, 0.1, 0.2))),
  wordCentres: [{ x: 0.6, y: 0.33 }],
};
const scan = (name: DamageName, seed: number) => DAMAGE[name].scan(sheet, seededRandom(seed));
/** What the first seed gives, by kind of damage. */
const scans = new Map<DamageName, ReturnType<typeof scan>>();
const firstScan = (name: DamageName): ReturnType<typeof scan> => {
  const known = scans.get(name) ?? scan(name, 1);
  scans.set(name, known);
  return known;
};

/** Grey levels of the scan, by place in inches. */
const greyOf = async (name: DamageName) => {
  const { bytes } = await firstScan(name);
  const { data, info } = await sharp(bytes).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const [right, down] = [info.width / INCHES.width, info.height / INCHES.height];
  return (x: number, y: number): number => {
    const near = [-1, 0, 1].flatMap((dy) =>
      [-1, 0, 1].map((dx) => data[(Math.round(y * down) + dy) * info.width + Math.round(x * right) + dx] ?? Number.NaN),
    );
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  };
};
const [INK, PAPER] = [
  [0.6, 0.33],
  [0.6, 0.43],
] as const;

describe('every kind of damage', () => {
  it.each(DAMAGE_NAMES)(
    '%s: the same seed gives the same file, another seed another one',
    { tags: 'slow' },
    async (name) => {
      const [first, again, other] = await Promise.all([firstScan(name), scan(name, 1), scan(name, 2)]);
      expect(first.bytes.equals(again.bytes)).toBe(true);
      expect(first.bytes.equals(other.bytes)).toBe(false);
    },
  );

  it.each(DAMAGE_NAMES)('%s: the file states the resolution that is passed to tesseract', async (name) => {
    const { density } = await sharp((await firstScan(name)).bytes).metadata();
    expect(Math.round(density ?? 0)).toBe(DAMAGE[name].dpi ?? 72);
  });
});

describe('what the kinds of damage change', () => {
  it('a plain scan keeps ink dark and paper light', async () => {
    const grey = await greyOf('plain');
    expect(grey(...INK)).toBeLessThan(60);
    expect(grey(...PAPER)).toBeGreaterThan(230);
  });

  it('white on black exchanges them', async () => {
    const grey = await greyOf('white-on-black');
    expect(grey(...INK)).toBeGreaterThan(200);
    expect(grey(...PAPER)).toBeLessThan(80);
  });

  it('light print is grey', async () => {
    const grey = await greyOf('light-grey');
    expect(grey(...INK)).toBeGreaterThan(130);
    expect(grey(...INK)).toBeLessThan(200);
  });

  it('a fax is black and white, with half as many lines as columns per inch', async () => {
    const { data, info } = await sharp((await firstScan('fax')).bytes)
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(new Set(data)).toEqual(new Set([0, 255]));
    expect([info.width, info.height]).toEqual([Math.round(INCHES.width * 204), Math.round(INCHES.height * 98)]);
  });

  it('the reverse side shines through mirrored', async () => {
    const [clean, grey] = [await greyOf('plain'), await greyOf('bleed-through')];
    const mirrored = [INCHES.width - 0.2, 0.15] as const;
    expect(clean(...mirrored) - grey(...mirrored)).toBeGreaterThan(35);
    expect(grey(0.2, 0.15)).toBeGreaterThan(230);
  });

  it('scanner borders and photographs are larger than the page', async () => {
    for (const name of ['scanner-borders', 'photograph'] as const) {
      const { width } = await sharp((await firstScan(name)).bytes).metadata();
      expect(width).toBeGreaterThan(INCHES.width * 200);
    }
  });

  it('coloured paper and stamps have colour', async () => {
    for (const name of ['coloured-paper', 'stamps'] as const) {
      const { data } = await sharp((await firstScan(name)).bytes)
        .raw()
        .toBuffer({ resolveWithObject: true });
      const spreads = Array.from({ length: data.length / 3 }, (_, at) => {
        const pixel = data.subarray(at * 3, at * 3 + 3);
        return Math.max(...pixel) - Math.min(...pixel);
      });
      expect(Math.max(...spreads)).toBeGreaterThan(60);
    }
  });
});
