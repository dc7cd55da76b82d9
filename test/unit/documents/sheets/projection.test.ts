import { describe, expect, it } from 'vitest';
import { projectionOf } from '../../../../core/documents/sheets/projection.ts';

const SQUARE = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
  { x: 10, y: 10 },
  { x: 0, y: 10 },
];

describe('a projection', () => {
  it('maps the four given points to the four others', () => {
    const corners = [
      { x: 3, y: 1 },
      { x: 21, y: 4 },
      { x: 19, y: 30 },
      { x: 1, y: 27 },
    ];
    const project = projectionOf(SQUARE, corners);
    for (const [index, { x, y }] of SQUARE.entries()) {
      const mapped = project(x, y);
      expect(mapped.x).toBeCloseTo(corners[index]?.x ?? Number.NaN, 9);
      expect(mapped.y).toBeCloseTo(corners[index]?.y ?? Number.NaN, 9);
    }
  });

  it('keeps straight lines straight and shortens what is far away', () => {
    const trapezium = [
      { x: 2, y: 0 },
      { x: 8, y: 0 },
      { x: 10, y: 10 },
      { x: 0, y: 10 },
    ];
    const middle = projectionOf(SQUARE, trapezium)(5, 5);
    expect(middle.x).toBeCloseTo(5, 9);
    expect(middle.y).toBeLessThan(5);
  });
});
