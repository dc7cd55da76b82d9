import { describe, expect, it } from 'vitest';
import { withinPicture } from '../../../../core/documents/crops/regions/within-picture.ts';
import { convergence, type Quadrilateral } from '../../../../core/documents/sheets/quadrilateral.ts';
import { cornersOfSheet } from './draw-table.ts';

const SIZE = { width: 400, height: 500 };

const rounded = (corners: Quadrilateral): number[][] =>
  corners.map(({ x, y }) => [Math.round(x) || 0, Math.round(y) || 0]);

describe('A document of which the picture shows a part', () => {
  it('is as it is found where the picture shows all of it', () => {
    const corners = cornersOfSheet({ x: 50, y: 60, width: 200, height: 300, turn: 5 });
    expect(withinPicture(corners, SIZE)).toBe(corners);
  });

  it('ends at the border', () => {
    const beyond = cornersOfSheet({ x: -9, y: -6, width: 420, height: 520 });
    expect(rounded(withinPicture(beyond, SIZE))).toEqual([
      [0, 0],
      [400, 0],
      [400, 500],
      [0, 500],
    ]);
  });

  it.each([5, -5])('keeps the direction of its sides where it is turned by %i degrees', (turn) => {
    const corners = cornersOfSheet({ x: -20, y: 100, width: 300, height: 200, turn });
    const within = withinPicture(corners, SIZE);
    expect(convergence(within)).toBeLessThan(1e-6);
    const { x } = within.reduce((least, corner) => (corner.x < least.x ? corner : least));
    // One end of the left side reaches the border, the other one lies beyond it.
    expect(x).toBeCloseTo(-200 * Math.sin((5 * Math.PI) / 180), 0);
    expect(within.filter((corner) => corner.x < 1)).toHaveLength(2);
  });

  it('keeps a corner that alone lies beyond the border', () => {
    const corners = cornersOfSheet({ x: 5, y: 100, width: 300, height: 200, turn: 5 });
    expect(withinPicture(corners, SIZE)).toBe(corners);
  });
});
