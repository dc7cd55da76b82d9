import { describe, expect, it } from 'vitest';
import { loadEdgeKernel } from '../../../../../core/documents/crops/network/edge-kernel.ts';
import weights from '../../../../../core/documents/crops/network/edge-network.json' with { type: 'json' };
import {
  EdgeNetwork,
  loadEdgeNetwork,
  type DocumentMaps,
} from '../../../../../core/documents/crops/network/edge-network.ts';
import type { RasterImage } from '../../../../../core/ocr/raster-image.ts';
import { seededRandom } from '../../../../../model-container/random.ts';

const GROUND = 50;
const SHEET = 230;

/** A bright sheet with half the picture's sides, turned by 10 degrees around the middle of a dark ground; some noise. */
function sheetPicture(width: number, height: number): RasterImage {
  const random = seededRandom(1);
  const data = Uint8Array.from({ length: width * height }, (_, at) => {
    const { along, down } = onSheet(at % width, Math.floor(at / width), width, height);
    const grey = Math.abs(along) < 1 && Math.abs(down) < 1 ? SHEET : GROUND;
    return grey + random.below(8);
  });
  return { width, height, channels: 1, data };
}

/** A pixel in the sheet's coordinates: -1 and 1 at its sides. */
function onSheet(x: number, y: number, width: number, height: number) {
  const angle = (10 * Math.PI) / 180;
  const [right, below] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
  return {
    along: (right * Math.cos(angle) + below * Math.sin(angle)) / (width / 4),
    down: (below * Math.cos(angle) - right * Math.sin(angle)) / (height / 4),
  };
}

/** Mean of a map's bytes where a condition on the sheet's coordinates holds. */
function meanWhere(
  { width, height }: DocumentMaps,
  map: Uint8Array,
  holds: (along: number, down: number) => boolean,
): number {
  const chosen = map.filter((_, at) => {
    const { along, down } = onSheet(at % width, Math.floor(at / width), width, height);
    return holds(along, down);
  });
  return chosen.reduce((all, byte) => all + byte, 0) / chosen.length;
}

const isWithin = (along: number, down: number) => Math.abs(along) < 0.9 && Math.abs(down) < 0.9;
const isOutside = (along: number, down: number) => Math.abs(along) > 1.15 || Math.abs(down) > 1.15;
const isAtLeftSide = (along: number, down: number) => Math.abs(along + 1) < 0.005 && Math.abs(down) < 0.9;
const blank = (width: number, height: number): RasterImage => ({
  width,
  height,
  channels: 1,
  data: new Uint8Array(width * height).fill(250),
});

describe('the network that finds documents', () => {
  it.each([
    ['sides that are multiples of 32', 512, 384],
    ['other sides', 371, 509],
  ])('tells a sheet from the ground, and sees its edge: %s', (_what, width, height) => {
    const maps = loadEdgeNetwork().mapsOf(sheetPicture(width, height));
    expect([maps.width, maps.height, maps.inside.length, maps.edge.length]).toEqual([
      width,
      height,
      width * height,
      width * height,
    ]);
    expect(meanWhere(maps, maps.inside, isWithin)).toBeGreaterThan(230);
    expect(meanWhere(maps, maps.inside, isOutside)).toBeLessThan(25);
    expect(meanWhere(maps, maps.edge, isAtLeftSide)).toBeGreaterThan(128);
    expect(meanWhere(maps, maps.edge, isWithin)).toBeLessThan(25);
    expect(meanWhere(maps, maps.edge, isOutside)).toBeLessThan(25);
  });

  it('sees no edge on a blank page', () => {
    const { edge } = loadEdgeNetwork().mapsOf(blank(360, 512));
    const inner = edge.filter((_, at) => {
      const [x, y] = [at % 360, Math.floor(at / 360)];
      return x >= 16 && x < 344 && y >= 16 && y < 496;
    });
    expect(inner.reduce((most, byte) => Math.max(most, byte), 0)).toBeLessThan(128);
  });

  it('gives a picture the same maps after others of other sizes', () => {
    const picture = sheetPicture(200, 300);
    const first = new EdgeNetwork(weights, loadEdgeKernel()).mapsOf(picture);
    const network = loadEdgeNetwork();
    for (const [width, height] of [
      [512, 512],
      [40, 40],
      [512, 64],
    ] as const)
      network.mapsOf(sheetPicture(width, height));
    expect(network.mapsOf(picture)).toEqual(first);
  });

  it.each([
    ['too large', blank(513, 400)],
    ['too small', blank(400, 39)],
    ['in colour', { ...blank(100, 100), channels: 3 as const, data: new Uint8Array(30_000) }],
    ['shorter than its size says', { ...blank(100, 100), data: new Uint8Array(9999) }],
  ])('refuses a picture that is %s', (_what, picture) => {
    expect(() => loadEdgeNetwork().mapsOf(picture)).toThrow(RangeError);
  });

  it.each([
    ['weights are missing', { ...weights, weights: weights.weights.slice(0, -8) }],
    ['there are more weights', { ...weights, weights: `AAAA${weights.weights}` }],
    ['scales are missing', { ...weights, scales: weights.scales.slice(0, -16) }],
    ['a bias is no number', { ...weights, biases: `AADAfwAA${weights.biases.slice(8)}` }],
  ])('refuses a file in which %s', (_what, file) => {
    expect(() => new EdgeNetwork(file, loadEdgeKernel())).toThrow(/damaged/);
  });
});
