import { describe, expect, it } from 'vitest';
import type { DocumentMaps } from '../../../../../core/documents/crops/network/edge-network.ts';
import { takenApart } from '../../../../../core/documents/crops/network/touching-documents.ts';
import { cornersOfBox, drawFold, drawMaps, type MapBox } from './draw-maps.ts';

const UPPER: MapBox = { left: 60, top: 30, right: 160, bottom: 110 };
const LOWER: MapBox = { left: 60, top: 110, right: 160, bottom: 190 };
const BOTH: MapBox = { ...UPPER, bottom: LOWER.bottom };
const FAINT = 100;

/** The boxes of what a document is taken apart into, from the top. */
function partsOf(document: MapBox, maps: DocumentMaps, others: readonly MapBox[] = []): MapBox[] {
  return takenApart([document, ...others].map(cornersOfBox), maps)
    .map((corners) => {
      const [xs, ys] = [corners.map(({ x }) => Math.round(x + 0.5)), corners.map(({ y }) => Math.round(y + 0.5))];
      return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
    })
    .toSorted((a, b) => a.top - b.top);
}

/** Maps of sheets one above the other, with a faint edge where the first two meet. */
function drawRow(sheets: readonly MapBox[]): DocumentMaps {
  const maps = drawMaps(sheets);
  drawFold(maps, UPPER, UPPER.bottom, FAINT);
  return maps;
}

describe('What was found as one document', () => {
  it('is two where a faint edge runs all the way across, and the outline steps at its end', () => {
    const wider = { ...LOWER, right: 168 };
    expect(partsOf({ ...BOTH, right: 164 }, drawRow([UPPER, wider]))).toEqual([UPPER, wider]);
  });

  it('is one sheet where the outline does not step: a fold looks the same', () => {
    expect(partsOf(BOTH, drawRow([UPPER, LOWER]))).toEqual([BOTH]);
  });

  it('is two of the same width where another one touches them in the same row', () => {
    const third = { ...LOWER, top: 190, bottom: 230 };
    expect(partsOf(BOTH, drawRow([UPPER, LOWER, third]), [third])).toEqual([UPPER, LOWER, third]);
  });

  it('is one card where one of the same size touches it: the card has a frame, or a fold', () => {
    const like = { ...BOTH, top: 190, bottom: 350 };
    const maps = drawRow([UPPER, LOWER]);
    expect(partsOf(BOTH, maps, [like])).toEqual([BOTH, like]);
  });

  it('is one card where a picture on it hardly lies in a document', () => {
    const wider = { ...LOWER, right: 168 };
    const maps = drawRow([UPPER, wider]);
    for (let y = 130; y < 170; y += 1) maps.inside.fill(140, y * maps.width + 80, y * maps.width + 140);
    expect(partsOf({ ...BOTH, right: 164 }, maps)).toHaveLength(1);
  });

  it('is one sheet with a fold where another one touches it beside the fold', () => {
    const beside = { ...BOTH, left: 160, right: 250 };
    expect(partsOf(BOTH, drawRow([UPPER, LOWER, beside]), [beside])).toEqual(expect.arrayContaining([BOTH, beside]));
  });

  it('is one where the edge ends before it is across', () => {
    const wider = { ...LOWER, right: 168 };
    const maps = drawRow([UPPER, wider]);
    drawFold(maps, { ...UPPER, left: 120 }, UPPER.bottom, 0);
    expect(partsOf({ ...BOTH, right: 164 }, maps)).toHaveLength(1);
  });
});
