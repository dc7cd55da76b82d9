import { describe, expect, it } from 'vitest';
import { inReadingOrder } from '../../../../core/documents/crops/reading-order.ts';
import { cornersOfSheet, type LaidSheet } from './draw-table.ts';

const orderOf = (sheets: Readonly<Record<string, LaidSheet>>): string[] => {
  const named = Object.entries(sheets).map(([name, sheet]) => ({ name, corners: cornersOfSheet(sheet) }));
  const ordered = inReadingOrder(named.map(({ corners }) => corners));
  return ordered.map((corners) => named.find((other) => other.corners === corners)?.name ?? '');
};

describe('Documents on a page are read', () => {
  it('row by row, each row from the left', () => {
    const sheet = { width: 100, height: 150 };
    expect(
      orderOf({
        d: { ...sheet, x: 200, y: 200 },
        b: { ...sheet, x: 200, y: 0 },
        c: { ...sheet, x: 0, y: 200 },
        a: { ...sheet, x: 0, y: 0 },
      }),
    ).toEqual(['a', 'b', 'c', 'd']);
  });

  it('in one row where they are laid unevenly', () => {
    const sheet = { width: 100, height: 150 };
    expect(
      orderOf({
        c: { ...sheet, x: 240, y: 30 },
        a: { ...sheet, x: 0, y: 40 },
        b: { ...sheet, x: 120, y: 0 },
      }),
    ).toEqual(['a', 'b', 'c']);
  });

  it('with a long one beside two short ones before the lower short one', () => {
    expect(
      orderOf({
        lower: { x: 0, y: 200, width: 100, height: 150 },
        long: { x: 150, y: 0, width: 100, height: 350 },
        upper: { x: 0, y: 10, width: 100, height: 150 },
      }),
    ).toEqual(['upper', 'long', 'lower']);
  });

  it('by where they lie and not by where their corners reach when they are turned', () => {
    const sheet = { width: 100, height: 200 };
    expect(
      orderOf({
        right: { ...sheet, x: 200, y: 0, turn: 30 },
        left: { ...sheet, x: 0, y: 20, turn: -25 },
      }),
    ).toEqual(['left', 'right']);
  });

  it('as they are, where there are none or one', () => {
    expect(inReadingOrder([])).toEqual([]);
    expect(orderOf({ only: { x: 1, y: 1, width: 5, height: 5 } })).toEqual(['only']);
  });
});
