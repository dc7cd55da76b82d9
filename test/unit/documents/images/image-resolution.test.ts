import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolutionOf, timesTooLarge } from '../../../../core/documents/images/image-resolution.ts';

const UNSTATED = { dpiX: undefined, dpiY: undefined };
const square = (dpi: number) => ({ dpiX: dpi, dpiY: dpi });
/** Sides of the page in whole millimetres. */
const pageOf = (width: number, height: number, stated: Parameters<typeof resolutionOf>[1]) => {
  const { dpiX, dpiY } = resolutionOf({ width, height }, stated);
  return [Math.round((width / dpiX) * 25.4), Math.round((height / dpiY) * 25.4)];
};

describe('The resolution of an image', () => {
  it.each([
    ['A4', 595, 842, 72],
    ['A4', 620, 877, 75],
    ['A4', 794, 1123, 96],
    ['A4', 827, 1170, 100],
    ['A4', 1240, 1754, 150],
    ['A4, trimmed by the scanner', 1648, 2332, 200],
    ['A4', 1654, 2339, 200],
    ['A4', 1984, 2806, 240],
    ['A4', 2480, 3508, 300],
    ['A4', 3307, 4677, 400],
    ['A4', 4960, 7016, 600],
    ['Letter', 850, 1100, 100],
    ['Letter', 2550, 3300, 300],
  ])('that states none is that of a page of %s where %i × %i pixels fit it (%i dpi)', (_paper, width, height, dpi) => {
    expect(resolutionOf({ width, height }, UNSTATED)).toEqual(square(dpi));
    expect(resolutionOf({ width: height, height: width }, UNSTATED)).toEqual(square(dpi));
  });

  it.each([
    ['a photo', 3024, 4032],
    ['a receipt', 640, 2600],
    ['a page with the sides of a screen', 1024, 768],
    ['a page that is a little narrower than A4', 1010, 1457],
    ['A4 at less than 72 dpi', 500, 707],
    ['an icon', 80, 40],
  ])('that states none counts as 220 dpi for %s', (_name, width, height) => {
    expect(resolutionOf({ width, height }, UNSTATED)).toEqual(square(220));
  });

  it.each([
    [1030, 1457, [210, 297]],
    [1080, 1528, [210, 297]],
    [1528, 1080, [297, 210]],
    [1100, 1424, [216, 279]],
  ])(
    'that states none, or a default, is that of the paper where %i × %i pixels have the ratio of its sides',
    (width, height, mm) => {
      expect(pageOf(width, height, UNSTATED)).toEqual(mm);
      expect(pageOf(width, height, { dpiX: 72, dpiY: 72 })).toEqual(mm);
    },
  );

  it.each([
    ['a page of A4', 1652, 2336, 200, [210, 297]],
    ['a photo of 10 × 15 cm', 1181, 1772, 300, [100, 150]],
    ['a receipt of 80 mm × 900 mm', 640, 7192, 203, [80, 900]],
    ['a drawing of A1', 4677, 6622, 200, [594, 841]],
    ['pixels that would also fit A4 at another resolution', 1240, 1754, 300, [105, 149]],
  ])('that is stated holds for %s', (_name, width, height, dpi, page) => {
    expect(pageOf(width, height, square(dpi))).toEqual(page);
  });

  it('may differ between the axes, as that of a fax does', () => {
    expect(resolutionOf({ width: 1728, height: 1078 }, { dpiX: 204, dpiY: 98 })).toEqual({ dpiX: 204, dpiY: 98 });
  });

  it.each([
    ['1 dpi', square(1)],
    ['0 dpi', square(0)],
    ['72 dpi, the default of many programs', square(72)],
    ['96 dpi, the default of others', square(96)],
    ['2,540 dpi', square(2540)],
    ['one axis only', { dpiX: 300, dpiY: undefined }],
    ['axes that no device has', { dpiX: 300, dpiY: 72 }],
  ])('that would make no page is left out: %s for 2480 × 3508 pixels is A4', (_name, stated) => {
    expect(pageOf(2480, 3508, stated)).toEqual([210, 297]);
  });

  it.each([
    ['72', 28.35],
    ['72', 28.346],
    ['72', 28],
    ['96', 37.8],
    ['96', 38],
  ])('is a default of %s dpi, too, where it is stated as %d pixels per centimetre', (dpi, perCentimetre) => {
    const stated = square(perCentimetre * 2.54);
    expect(pageOf(1240, 1754, stated)).toEqual([210, 297]);
    expect(resolutionOf({ width: 1024, height: 768 }, stated)).toEqual(square(Number(dpi)));
  });

  it.each([
    ['72 dpi, where the pixels are A4 at 100 dpi', 827, 1170, 72, [210, 297]],
    ['72 dpi, where the page would be a poster', 4400, 2200, 72, [508, 254]],
    ['96 dpi, for a screen of the usual size', 1920, 1080, 96, [508, 286]],
    ['72 dpi, for A3', 842, 1191, 72, [297, 420]],
    ['300 dpi, where the page would be a grain of rice', 100, 60, 300, [12, 7]],
    ['100 dpi, where the page would be a banner', 1000, 9000, 100, [115, 1039]],
  ])('is believed by the page that it makes: %s', (_name, width, height, dpi, page) => {
    expect(pageOf(width, height, square(dpi))).toEqual(page);
  });

  it('is a finite number of pixels per inch for any statement', () => {
    const statement = fc.option(fc.double({ min: -10, max: 1e9 }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30_000 }),
        fc.integer({ min: 1, max: 30_000 }),
        statement,
        statement,
        (width, height, dpiX, dpiY) => {
          const resolution = resolutionOf({ width, height }, { dpiX, dpiY });
          for (const dpi of [resolution.dpiX, resolution.dpiY]) expect(dpi >= 72 && dpi <= 1200).toBe(true);
        },
      ),
    );
  });
});

describe('A PDF page that is one image', () => {
  it.each([
    ['A4 at 300 dpi, a unit for each pixel', 2480, 3508, 72, 300 / 72],
    ['a photograph, a unit for each pixel', 3024, 4032, 72, 220 / 72],
    ['A4 at 72 dpi', 595, 842, 72, 1],
    ['A3 at 96 dpi', 1123, 1587, 96, 1],
    ['A4 at 200 dpi', 1654, 2339, 200, 1],
    ['a poster at 50 dpi', 2000, 3000, 50, 1],
  ])('is so many times too large: %s', (_name, width, height, dpi, times) => {
    expect(timesTooLarge({ width, height }, dpi)).toBeCloseTo(times, 10);
  });
});
