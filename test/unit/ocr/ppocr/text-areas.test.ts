import { describe, expect, it } from 'vitest';
import { findTextAreas, type TextMap } from '../../../../core/ocr/ppocr/text-areas.ts';

/** A map with a probability at each pixel. */
const mapOf = (width: number, height: number, at: (x: number, y: number) => number): TextMap => ({
  width,
  height,
  data: Float32Array.from({ length: width * height }, (_, index) => at(index % width, Math.floor(index / width))),
});

/** A bar around a middle, whose slope is given. */
const bar = (x: number, y: number, [middle, line, slope]: readonly [number, number, number]): boolean =>
  Math.abs(x - middle) < 60 && Math.abs(y - line - slope * (x - middle)) < 4;

describe('The lines of a map of text', () => {
  it('are as long as the areas and wider, along their slant', () => {
    const [line, ...others] = findTextAreas(mapOf(200, 100, (x, y) => (bar(x, y, [100, 50, 0.2]) ? 0.9 : 0)));
    expect(others).toEqual([]);
    expect(line?.angle).toBeCloseTo(Math.atan(0.2), 1);
    expect(Math.abs((line?.x ?? 0) - 100)).toBeLessThan(1);
    expect(Math.abs((line?.y ?? 0) - 50)).toBeLessThan(1);
    expect(line?.width).toBeGreaterThan(120);
    expect(line?.width).toBeLessThan(140);
    expect(line?.height).toBeGreaterThan(12);
    expect(line?.height).toBeLessThan(22);
  });

  it('are two where two bars do not touch', () => {
    const map = mapOf(200, 100, (x, y) => (bar(x, y, [100, 30, 0]) || bar(x, y, [100, 60, 0]) ? 0.9 : 0));
    expect(findTextAreas(map).map(({ y }) => Math.floor(y))).toEqual([30, 60]);
  });

  it.each([
    ['an empty map', () => 0],
    ['specks', (x: number, y: number) => (x % 4 < 2 && y % 4 < 2 ? 0.9 : 0)],
    ['an area of low probabilities', (x: number, y: number) => (bar(x, y, [100, 50, 0]) ? 0.4 : 0)],
  ])('are none on %s', (_name, at) => {
    expect(findTextAreas(mapOf(200, 100, at))).toEqual([]);
  });

  it('are the 400 largest ones of a map that has more', () => {
    const map = mapOf(960, 960, (x, y) => (x % 16 < 6 + (y > 480 ? 2 : 0) && y % 16 < 6 ? 0.9 : 0));
    const found = findTextAreas(map);
    expect(found).toHaveLength(400);
    expect(found.every(({ y }) => y > 480)).toBe(true);
  });

  it('are the whole map where everything is text', () => {
    const [all] = findTextAreas(mapOf(40, 20, () => 1));
    expect(all).toMatchObject({ x: 20, y: 10, angle: 0 });
  });
});
