import { describe, expect, it } from 'vitest';
import { cropAndScale, findBlackAndWhite, invertLine, normaliseLine } from '../../../../core/ocr/lstm/line-image.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';

/** Paper of grey 240 with strokes of grey 30, two pixels wide, every eight. */
function strokes(width: number, height: number): RasterImage {
  const data = Uint8Array.from({ length: width * height }, (_, at) => ((at % width) % 8 < 2 ? 30 : 240));
  return { width, height, channels: 1, data };
}
const whole = { left: 0, top: 0, right: 400, bottom: 400 };

describe('The image of a line', () => {
  it.each([
    [12, 36],
    [24, 36],
    [30, 36],
    [40, 36],
    [90, 36],
    [30, 48],
  ])('is scaled from a height of %i to %i pixels, and its width in proportion', (from, to) => {
    const line = cropAndScale(strokes(160, from), whole, to);
    expect(line).toMatchObject({ width: Math.trunc((160 * to) / from + 0.5), height: to });
  });

  it('is unchanged if it has the height already', () => {
    const image = strokes(80, 36);
    expect(cropAndScale(image, whole, 36)?.data).toEqual(image.data);
  });

  it('is cropped at the edges of the page, and null outside it', () => {
    expect(cropAndScale(strokes(100, 36), { left: -10, top: -4, right: 50, bottom: 99 }, 36)).toMatchObject({
      width: 50,
      height: 36,
    });
    expect(cropAndScale(strokes(100, 36), { left: 120, top: 0, right: 150, bottom: 36 }, 36)).toBeNull();
  });

  it('stays uniform at any scale if it is uniform', () => {
    for (const height of [13, 30, 45, 100]) {
      const plain: RasterImage = { width: 90, height, channels: 1, data: new Uint8Array(90 * height).fill(200) };
      expect(new Set(cropAndScale(plain, whole, 36)?.data)).toEqual(new Set([200]));
    }
  });

  it('is normalised from its black to its white', () => {
    const image = strokes(80, 36);
    const line = { width: image.width, height: image.height, data: new Uint8Array(image.data) };
    const { black, white } = findBlackAndWhite(line);
    expect([Math.round(black), Math.round(white)]).toEqual([30, 241]);
    expect(new Set(normaliseLine(line))).toEqual(new Set([-127, 127]));
    expect(new Set(normaliseLine(invertLine(line)))).toEqual(new Set([127, -127]));
  });
});
