/**
 * Documents that stand out from what is around them by their grey. Regions are found by a component tree; those with the
 * shape of a sheet and four clear sides are documents, if what is around them is a background and not the rest of a page.
 */
import type { RasterImage } from '../../ocr/raster-image.ts';
import { findSheet } from '../sheets/find-sheet.ts';
import type { Quadrilateral } from '../sheets/quadrilateral.ts';
import { gradientsOfSmoothed, smooth, type Gradients } from '../sheets/sheet-edges.ts';
import { onBackground } from './background.ts';
import { findCandidates, type Candidate } from './candidates.ts';
import { chooseDocuments, type Document } from './choose-documents.ts';
import { areaOfPolygon } from './regions/outline.ts';

/** Score of a document below which a sheet is looked for by its lines, too. */
const DOUBTFUL = 0.9;

/** @param small in grey, with a longer side of at most 512 pixels @returns their corners in its pixels, in no order */
export function documentsByGrey(small: RasterImage): Quadrilateral[] {
  const smoothed: RasterImage = { ...small, data: smooth(small.data, small.width) };
  const gradients = gradientsOfSmoothed(smoothed);
  const candidates = findCandidates(smoothed, gradients);
  const documentsOf = (among: readonly Candidate[]) => onBackground(small, smoothed, chooseDocuments(among, smoothed));
  const regions = documentsOf(candidates);
  const documents =
    regions.length === 0
      ? documentsOf(sheetByLines(small, gradients))
      : isOneDoubtful(regions)
        ? documentsOf([...candidates, ...sheetByLines(small, gradients)])
        : regions;
  return documents.map(({ corners }) => corners);
}

/** The one sheet whose four edges are seen though it is no region: parts of it are as bright as the background. */
function sheetByLines(small: RasterImage, gradients: Gradients): Candidate[] {
  const corners = findSheet(small, gradients);
  if (corners === undefined) return [];
  const sheet = { corners, area: areaOfPolygon(corners), filled: 1, depth: 0, seams: [] };
  return [true, false].map((isBright) => ({ ...sheet, isBright }));
}

/** Whether there is one document, whose outline is not that of a sheet: it may be the table on which the sheet lies. */
const isOneDoubtful = ([first, ...others]: readonly Document[]): boolean =>
  first !== undefined && others.length === 0 && first.score < DOUBTFUL;
