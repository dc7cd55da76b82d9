import { describe, expect, it } from 'vitest';
import { findCrops } from '../../../../core/documents/crops/find-crops.ts';

describe('finding the documents on a page', () => {
  it('finds a white sheet on a dark table', () => {
    const [width, height] = [400, 500];
    const data = new Uint8Array(width * height).fill(60);
    for (let y = 100; y < 400; y += 1) data.fill(235, y * width + 80, y * width + 320);
    const crops = findCrops({ width, height, channels: 1, data });
    expect(crops).toHaveLength(1);
    const expected = [0.2, 0.2, 0.8, 0.2, 0.8, 0.8, 0.2, 0.8];
    for (const [at, part] of expected.entries()) expect(crops[0]?.[at]).toBeCloseTo(part, 1);
  });

  it('leaves a blank page whole', () => {
    expect(findCrops({ width: 400, height: 500, channels: 1, data: new Uint8Array(200_000).fill(255) })).toEqual([]);
  });
});
