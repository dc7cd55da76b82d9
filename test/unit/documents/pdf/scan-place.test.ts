import { describe, expect, it } from 'vitest';
import { boxOf, onWhite, scanPlace } from '../../../../core/documents/pdf/scan/scan-place.ts';

const PAGE = { left: 10, bottom: 20, right: 210, top: 320 };

type Six = readonly [number, number, number, number, number, number];

/** The place of an image on PAGE, whose edges may be half a unit away. */
const placeOf = ([a, b, c, d, e, f]: Six) => scanPlace({ a, b, c, d, e, f }, PAGE, 0.5);

describe('The image of a scan', () => {
  it('fills the page where its edges are nearly those of the page', () => {
    expect(placeOf([199.6, 0, 0, 300.3, 10.4, 19.8])).toEqual({ left: 0, top: 0, right: 1, bottom: 1, rotation: 0 });
  });

  it('leaves a margin, or goes on beside the page', () => {
    expect(placeOf([100, 0, 0, 330, 60, -10])).toEqual({ left: 0.25, top: 0, right: 0.75, bottom: 1.1, rotation: 0 });
  });

  it.each([
    [90, [0, -300, 200, 0, 10, 320]],
    [180, [-200, 0, 0, -300, 210, 320]],
    [270, [0, 300, -200, 0, 210, 20]],
  ] as const)('may be turned by %i degrees', (rotation, matrix) => {
    expect(placeOf(matrix)).toEqual({ left: 0, top: 0, right: 1, bottom: 1, rotation });
  });

  it.each([
    ['mirrored', [-200, 0, 0, 300, 210, 20]],
    ['turned and mirrored', [0, 300, 200, 0, 10, 20]],
    ['askew', [199, 3, -3, 299, 10, 20]],
    ['small', [30, 0, 0, 300, 10, 20]],
    ['much larger than the page', [200, 0, 0, 600, 10, 20]],
    ['not there', [0, 0, 0, 0, 10, 20]],
    ['at no place', [NaN, 0, 0, 300, 10, 20]],
  ] as const)('is left to PDFium where it is %s', (_, matrix) => {
    expect(placeOf(matrix)).toBeUndefined();
  });
});

describe('A scan on a white page', () => {
  const two = { width: 2, height: 2, channels: 1 as const, data: Uint8Array.of(1, 2, 3, 4) };

  it('is the scan where it fills the page', () => {
    const place = { left: 0, top: 0, right: 1, bottom: 1, rotation: 0 as const };
    expect(boxOf(place, two)).toEqual({ x: 0, y: 0, width: 2, height: 2 });
    expect(onWhite(two, boxOf(place, two), two)).toBe(two);
  });

  it('has white around it', () => {
    const page = { width: 4, height: 3 };
    const box = boxOf({ left: 0.25, top: 1 / 3, right: 0.75, bottom: 1, rotation: 0 }, page);
    expect(box).toEqual({ x: 1, y: 1, width: 2, height: 2 });
    expect([...onWhite(two, box, page).data]).toEqual([255, 255, 255, 255, 255, 1, 2, 255, 255, 3, 4, 255]);
  });

  it('lacks what is beside the page', () => {
    const page = { width: 2, height: 2 };
    expect([...onWhite(two, { x: -1, y: 1, width: 2, height: 2 }, page).data]).toEqual([255, 255, 2, 255]);
    expect([...onWhite(two, { x: 1, y: -1, width: 2, height: 2 }, page).data]).toEqual([255, 3, 255, 255]);
  });
});
