import { describe, expect, it } from 'vitest';
import { chooseSeenDocuments } from '../../../../../core/documents/crops/network/choose-seen-documents.ts';
import type { DocumentMaps } from '../../../../../core/documents/crops/network/edge-network.ts';
import { candidatesInMaps } from '../../../../../core/documents/crops/network/map-candidates.ts';
import { seenDocument, type SeenDocument } from '../../../../../core/documents/crops/network/seen-documents.ts';
import { areaOfPolygon } from '../../../../../core/documents/crops/regions/outline.ts';
import type { Quadrilateral } from '../../../../../core/documents/sheets/quadrilateral.ts';
import { cornersOfBox, drawFold, drawMaps, MAP_HEIGHT, MAP_WIDTH, type MapBox } from './draw-maps.ts';

const SHEET: MapBox = { left: 60, top: 40, right: 160, bottom: 190 };

const documentsIn = (maps: DocumentMaps): SeenDocument[] =>
  chooseSeenDocuments(candidatesInMaps(maps).flatMap((candidate) => seenDocument(candidate, maps) ?? []));

const boxesOf = (documents: readonly { readonly corners: Quadrilateral }[]): MapBox[] =>
  documents
    .map(({ corners }) => {
      const [xs, ys] = [corners.map(({ x }) => x + 0.5), corners.map(({ y }) => y + 0.5)];
      return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
    })
    .toSorted((a, b) => a.left - b.left || a.top - b.top);

function expectBoxes(documents: readonly SeenDocument[], boxes: readonly MapBox[]): void {
  const found = boxesOf(documents);
  expect(found).toHaveLength(boxes.length);
  for (const [at, box] of boxes.entries())
    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      expect(Math.abs((found[at]?.[side] ?? Infinity) - box[side])).toBeLessThan(1.5);
}

const candidateOf = (box: MapBox) => {
  const corners = cornersOfBox(box);
  return { corners, area: areaOfPolygon(corners), filled: 1, depth: 100, isBright: true, seams: [] };
};

describe('The documents in the maps of the network', () => {
  it('have their sides where the edges are, and not where the inside begins', () => {
    expectBoxes(documentsIn(drawMaps([SHEET])), [SHEET]);
  });

  it('are two where an edge as clear as the others lies between them', () => {
    const beside = { left: 160, top: 60, right: 250, bottom: 150 };
    expectBoxes(documentsIn(drawMaps([SHEET, beside])), [SHEET, beside]);
  });

  it('are one sheet where a fold is seen less clearly than its sides', () => {
    const maps = drawMaps([SHEET]);
    drawFold(maps, SHEET, 110, 150);
    expectBoxes(documentsIn(maps), [SHEET]);
  });

  it('are none where nothing is inside, and where the page fills the picture', () => {
    expect(documentsIn(drawMaps([]))).toEqual([]);
    const page = { ...drawMaps([]), inside: new Uint8Array(MAP_WIDTH * MAP_HEIGHT).fill(250) };
    expect(documentsIn(page)).toEqual([]);
  });
});

describe('A document is seen', () => {
  it('by its four sides: the clearer they are, the higher is its score', () => {
    const clear = seenDocument(candidateOf(SHEET), drawMaps([SHEET]));
    const faint = seenDocument(candidateOf(SHEET), drawMaps([SHEET], { edge: 190 }));
    expect(clear?.score).toBeGreaterThan(0.9);
    expect(faint?.score).toBeLessThan(0.75);
  });

  it('not where one of its sides has no edge', () => {
    const maps = drawMaps([SHEET]);
    for (let y = 0; y < MAP_HEIGHT; y += 1) maps.edge.fill(0, y * MAP_WIDTH + 155, y * MAP_WIDTH + 165);
    expect(seenDocument(candidateOf(SHEET), maps)).toBeUndefined();
  });

  it('not where what is between its sides lies in no document', () => {
    expect(seenDocument(candidateOf(SHEET), drawMaps([SHEET], { inside: 60 }))).toBeUndefined();
  });

  it('at the border of the picture, where a side has no edge', () => {
    const atBorder = { left: 2, top: 40, right: 120, bottom: 190 };
    const maps = drawMaps([atBorder]);
    for (let y = 0; y < MAP_HEIGHT; y += 1) maps.edge.fill(0, y * MAP_WIDTH, y * MAP_WIDTH + 5);
    const candidate = candidateOf({ ...atBorder, left: 0 });
    expect(seenDocument(candidate, maps)?.score).toBeGreaterThan(0.7);
  });
});

describe('Of documents that overlap', () => {
  const documentOf = (box: MapBox, score: number, { leastSide = score, filled = 1 } = {}): SeenDocument => ({
    corners: cornersOfBox(box),
    area: areaOfPolygon(cornersOfBox(box)),
    filled,
    leastSide,
    score,
  });
  const [upper, lower] = [
    { ...SHEET, bottom: 110 },
    { ...SHEET, top: 110 },
  ];

  it('the clearer one of two in the same place is taken', () => {
    const [faint, clear] = [documentOf(SHEET, 0.8), documentOf({ ...SHEET, right: 162 }, 0.95)];
    expect(chooseSeenDocuments([faint, clear])).toEqual([clear]);
  });

  it('those that fill a region are taken where they are as clear, and the sheet where they are not', () => {
    const sheet = documentOf(SHEET, 0.95);
    const clear = [documentOf(upper, 0.95), documentOf(lower, 0.95)];
    expect(chooseSeenDocuments([sheet, ...clear])).toHaveLength(2);
    const folded = [documentOf(upper, 0.85), documentOf(lower, 0.85)];
    expect(chooseSeenDocuments([sheet, ...folded])).toEqual([sheet]);
  });

  it('a sheet is taken before the lit surface that it lies on', () => {
    const [surface, sheet] = [
      documentOf({ left: 40, top: 30, right: 200, bottom: 210 }, 0.72),
      documentOf(SHEET, 0.95),
    ];
    expect(chooseSeenDocuments([surface, sheet])).toEqual([sheet]);
  });

  it('a box on a sheet is part of the sheet', () => {
    const [sheet, box] = [documentOf(SHEET, 0.95), documentOf({ left: 80, top: 60, right: 120, bottom: 90 }, 0.97)];
    expect(chooseSeenDocuments([sheet, box])).toEqual([sheet]);
  });
});
