import { describe, expect, it } from 'vitest';
import type { Quadrilateral } from '../../../../core/documents/sheets/quadrilateral.ts';
import { straighten } from '../../../../core/documents/sheets/straighten.ts';
import { drawPhotograph, isPrint } from './draw-photograph.ts';

const SIZE = { width: 720, height: 960 };
const TILTED: Quadrilateral = [
  { x: 120, y: 90 },
  { x: 620, y: 60 },
  { x: 660, y: 860 },
  { x: 70, y: 900 },
];
const corners = TILTED.flatMap(({ x, y }) => [x / SIZE.width, y / SIZE.height]);

describe('A straightened photograph', () => {
  const photograph = drawPhotograph({ ...SIZE, sheet: TILTED, paper: 235, table: 80 });

  it('shows the sheet as an upright rectangle with the same centre', () => {
    const { data, width } = straighten(photograph, corners);
    // The mean length of opposite sides.
    const [sheetWidth, sheetHeight] = [(500.9 + 591.4) / 2, (801 + 811.5) / 2];
    const [left, top] = [367.5 - sheetWidth / 2, 477.5 - sheetHeight / 2];
    let [same, all] = [0, 0];
    for (let y = 5; y < 290; y += 3.7)
      for (let x = 5; x < 205; x += 2.9) {
        const at = Math.round(top + (y / 297) * sheetHeight) * width + Math.round(left + (x / 210) * sheetWidth);
        all += 1;
        same += isPrint(x, y) === (data[at] ?? 0) < 110 ? 1 : 0;
      }
    // A sheet without print would have 0.86, and one that lies 5 pixels beside its place 0.8.
    expect(same / all).toBeGreaterThan(0.98);
    const unchanged = photograph.data;
    expect(data).not.toEqual(unchanged);
  });

  it('keeps its size, its channels and what lies around the sheet', () => {
    const colours = {
      ...photograph,
      channels: 3 as const,
      data: Uint8Array.from({ length: 720 * 960 * 3 }, (_, at) => photograph.data[Math.floor(at / 3)] ?? 0),
    };
    const straight = straighten(colours, corners);
    expect([straight.width, straight.height, straight.channels, straight.data.length]).toEqual([
      720,
      960,
      3,
      720 * 960 * 3,
    ]);
    const grey = straighten(photograph, corners);
    expect(straight.data.filter((_, at) => at % 3 === 1)).toEqual(grey.data);
    expect(grey.data[480 * 720 + 25]).toBeLessThan(110);
  });

  it('is the photograph itself where the sheet is a rectangle already', () => {
    const straight = straighten(photograph, [0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9]);
    const differing = straight.data.filter((grey, at) => Math.abs(grey - (photograph.data[at] ?? 0)) > 1).length;
    // The last row and column have no neighbours to interpolate with.
    expect(differing).toBeLessThanOrEqual(720 + 960);
  });
});
