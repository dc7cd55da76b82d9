import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../../core/documents/crops/candidates.ts';
import { chooseDocuments } from '../../../../core/documents/crops/choose-documents.ts';
import { areaOfPolygon } from '../../../../core/documents/crops/regions/outline.ts';
import { cornersOfSheet, drawTable, type LaidSheet } from './draw-table.ts';

const OUTER: LaidSheet = { x: 60, y: 80, width: 360, height: 440, paper: 140 };
const INNER: LaidSheet = { x: 120, y: 150, width: 240, height: 300, turn: 2, paper: 235 };

function candidate(sheet: LaidSheet, filled: number): Candidate {
  const corners = cornersOfSheet(sheet);
  return { corners, area: areaOfPolygon(corners), filled, depth: 50, isBright: true, seams: [] };
}

describe('Of a bright region and a brighter one in it', () => {
  const picture = drawTable({ width: 480, height: 600 }, 60, [OUTER, INNER]);
  const chosen = (filled: number) =>
    chooseDocuments([candidate(OUTER, filled), candidate(INNER, 1)], picture).map(({ corners }) => corners);

  it('the outer one is the document where it has the shape of a sheet', () => {
    expect(chosen(0.98)).toEqual([cornersOfSheet(OUTER)]);
  });

  it('the inner one is where the outer one has not: it is the lit part of a table', () => {
    expect(chosen(0.87)).toEqual([cornersOfSheet(INNER)]);
  });
});
