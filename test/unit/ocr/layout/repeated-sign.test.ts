import { describe, expect, it } from 'vitest';
import { repetitionOf } from '../../../../core/ocr/layout/repeated-sign.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { seededRandom } from '../../../../model-container/random.ts';

const [WIDTH, HEIGHT] = [400, 30];

/** A line of signs, 10 pixels apart, with grey noise. @param inkOf  whether a pixel of a sign is ink, by the sign's place */
function lineOf(inkOf: (sign: number, x: number, y: number) => boolean): RasterImage {
  const random = seededRandom(1);
  const data = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1)
      data[y * WIDTH + x] = (inkOf(Math.floor(x / 10), x % 10, y) ? 40 : 220) + 30 * random.next();
  return { width: WIDTH, height: HEIGHT, channels: 1, data };
}

describe('The repetition of a line', () => {
  it.each([
    ['dashes', (_: number, x: number, y: number) => x < 6 && y > 13 && y < 17],
    ['stars', (_: number, x: number, y: number) => Math.abs(x - 4) + Math.abs(y - 12) < 4],
    ['double lines', (_: number, x: number, y: number) => x < 8 && (y === 10 || y === 16)],
  ])('is high in a row of %s', (_, inkOf) => {
    expect(repetitionOf(lineOf(inkOf))).toBeGreaterThan(0.9);
  });

  it('is low in a row of letters of one width', () => {
    const random = seededRandom(2);
    const letters = Array.from({ length: 40 }, () => Array.from({ length: 7 }, () => random.chance(0.5)));
    const line = lineOf((sign, x, y) => y > 5 && y < 25 && (letters[sign]?.[x] ?? false));
    expect(repetitionOf(line)).toBeLessThan(0.6);
  });

  it('is 0 in a line without ink, or shorter than three periods', () => {
    expect(repetitionOf({ width: 50, height: 20, channels: 1, data: new Uint8Array(1000).fill(255) })).toBe(0);
    expect(repetitionOf({ width: 8, height: 20, channels: 1, data: new Uint8Array(160) })).toBe(0);
  });
});
