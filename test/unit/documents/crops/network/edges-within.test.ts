import { describe, expect, it } from 'vitest';
import { areSeen, hasEdgeWithin } from '../../../../../core/documents/crops/network/edges-within.ts';
import { cornersOfBox, drawFold, drawMaps, type MapBox } from './draw-maps.ts';

const SHEET: MapBox = { left: 60, top: 40, right: 160, bottom: 190 };
const PARTS = [cornersOfBox({ ...SHEET, bottom: 110 }), cornersOfBox({ ...SHEET, top: 110 })];

describe('An edge across a document is seen', () => {
  it('not where only its own sides are edges', () => {
    expect(hasEdgeWithin(cornersOfBox(SHEET), drawMaps([SHEET]))).toBe(false);
  });

  it('where a line runs from side to side, even if it is faint', () => {
    const maps = drawMaps([SHEET]);
    drawFold(maps, SHEET, 110, 90);
    expect(hasEdgeWithin(cornersOfBox(SHEET), maps)).toBe(true);
  });

  it('where a line runs from top to bottom', () => {
    const beside = { ...SHEET, left: 160, right: 220 };
    expect(hasEdgeWithin(cornersOfBox({ ...SHEET, right: 220 }), drawMaps([SHEET, beside]))).toBe(true);
  });

  it('not in a document that is smaller than its edge', () => {
    const tiny = { left: 20, top: 20, right: 30, bottom: 30 };
    expect(hasEdgeWithin(cornersOfBox(tiny), drawMaps([tiny]))).toBe(false);
  });
});

describe('The parts of a document', () => {
  it('are seen where there is an edge between them', () => {
    const maps = drawMaps([SHEET]);
    drawFold(maps, SHEET, 110, 90);
    expect(areSeen(PARTS, maps)).toBe(true);
  });

  it('are not seen where there is none, as at a fold that only its shade shows', () => {
    expect(areSeen(PARTS, drawMaps([SHEET]))).toBe(false);
  });
});
