import { describe, expect, it } from 'vitest';
import { withoutColour } from '../../../core/documents/without-colour.ts';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';

type Colour = readonly [number, number, number];

const WHITE: Colour = [250, 250, 250];
const BLACK: Colour = [30, 30, 35];

/** A picture of 100 × 100 pixels whose first ones have these colours; the others are white. */
const picture = (...colours: readonly Colour[]): RasterImage => ({
  width: 100,
  height: 100,
  channels: 3,
  data: Uint8Array.from(Array.from({ length: 10_000 }, (_, at) => colours[at] ?? WHITE).flat()),
});

const BLUE = Array.from({ length: 20 }, (): Colour => [30, 60, 180]);
const RED = Array.from({ length: 20 }, (): Colour => [200, 40, 50]);

describe('A picture without its colour', () => {
  it('has neither blue nor red ink, but black print, below a stamp too', () => {
    const greys = withoutColour(picture(BLACK, [30, 40, 90], ...BLUE, ...RED))?.data ?? [];
    expect(greys[0]).toBeLessThan(50);
    expect(greys[1]).toBeLessThan(160);
    expect(Math.min(...greys.slice(2, 42))).toBeGreaterThan(240);
    expect(greys[9999]).toBe(250);
  });

  it('is none where the picture has next to no colour', () => {
    expect(withoutColour(picture(BLACK, ...BLUE.slice(0, 5)))).toBeNull();
    expect(withoutColour({ ...picture(), channels: 1, data: new Uint8Array(10_000) })).toBeNull();
  });
});
