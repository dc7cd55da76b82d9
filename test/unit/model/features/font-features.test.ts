import { describe, expect, it } from 'vitest';
import type { PageFont, PageRecord } from '../../../../core/documents/page-record.ts';
import { gapFeatures } from '../../../../model-container/features/gap-features.ts';
import { viewPage } from '../../../../model-container/features/pages/page-view.ts';
import { stageLogOdds } from '../../../../model-container/classifiers/stage.ts';
import { STAGE_4 } from '../../../../model-container/classifiers/stage-4.ts';
import type { Stage } from '../../../../model-container/classifiers/stage.ts';
import { blank, drawPage } from './draw-pages.ts';

const page = (...fonts: PageFont[]): PageRecord => ({
  ...drawPage({ body: ['some words of a page'] }),
  ...(fonts.length === 0 ? {} : { fonts }),
});
const TITLE = { name: 'Serif-Bold', bytes: 3000 };
const TEXT = { name: 'Serif', bytes: 20_000 };
const OTHER_TEXT = { name: 'Serif', bytes: 24_000 };
const NOT_EMBEDDED = { name: 'Helvetica', bytes: 0 };

const inputsOf = (pages: readonly PageRecord[]) => {
  const rows = gapFeatures(pages.map(viewPage));
  return STAGE_4.inputRows(rows, [rows.map(() => 0)]);
};
const named = (row: Float32Array | undefined, name: string): number | undefined => {
  expect(STAGE_4.features).toContain(name);
  return row?.[STAGE_4.features.indexOf(name)];
};

describe('The fonts at a gap', () => {
  it('are shared where both pages have one font file, as a title page and the page behind it', () => {
    const [row] = inputsOf([page(TITLE, TEXT), page(TEXT)]);
    expect(named(row, 'here_font_files')).toBe(1);
    expect(named(row, 'here_typefaces')).toBe(0.5);
    expect([named(row, 'left_font_files'), named(row, 'right_font_files')]).toEqual([2, 1]);
  });

  it('differ where one typeface has two subsets', () => {
    const [row] = inputsOf([page(TEXT), page(OTHER_TEXT)]);
    expect(named(row, 'here_font_files')).toBe(0);
    expect(named(row, 'here_typefaces')).toBe(1);
  });

  it('are unknown where a font is not embedded, but for its name', () => {
    const [row] = inputsOf([page(NOT_EMBEDDED), page(NOT_EMBEDDED), page(TEXT)]);
    expect(named(row, 'here_font_files')).toBeNaN();
    expect(named(row, 'here_typefaces')).toBe(1);
  });

  it('are looked for beyond a page without fonts, and beyond a blank page', () => {
    const rows = inputsOf([page(TEXT), page(), blank(), page(TEXT), page(OTHER_TEXT)]);
    expect(named(rows[0], 'largest_across_font_files')).toBe(1);
    expect(named(rows[2], 'largest_across_font_files')).toBe(1);
    expect(named(rows[2], 'here_font_files')).toBeNaN();
    expect(named(rows[3], 'over_left_font_files')).toBeNaN();
    expect(named(rows[3], 'largest_across_font_files')).toBe(0);
  });

  it('tell how alike pages of different documents are: in a print job, all share their fonts', () => {
    const pages = Array.from({ length: 6 }, (_, at) => (at === 0 ? page(TEXT, TITLE) : page(TEXT)));
    const rows = gapFeatures(pages.map(viewPage));
    const split = rows.map((_, gap) => (gap === 2 ? 8 : -8));
    const [, , row] = STAGE_4.inputRows(rows, [split]);
    expect(named(row, 'similarity_between_documents_font_files')).toBeCloseTo(1);
    expect(named(row, 'similarity_above_between_documents_font_files')).toBeCloseTo(0);
  });
});

describe('Stage 4', () => {
  /** A tree of one leaf, which adds 3 to every gap that the stage corrects. */
  const stage: Stage = {
    definition: STAGE_4,
    quantiles: [],
    networks: [],
    trees: [{ initialScore: 3, trees: [] }],
    previousSlope: 1,
  };

  it('leaves gaps between pages without fonts as they are', () => {
    const rows = gapFeatures([page(), page(), page(TEXT), page(TITLE)].map(viewPage));
    expect(stageLogOdds(stage, rows, [[1, -1, 2]])).toEqual([1, -1, 5]);
  });

  it('leaves gaps as they are where all pages within ten have the same fonts, as scans with text by OCR', () => {
    const scans = Array.from({ length: 24 }, () => page(NOT_EMBEDDED));
    const oddsOf = (pages: readonly PageRecord[]) => {
      const rows = gapFeatures(pages.map(viewPage));
      return stageLogOdds(stage, rows, [rows.map(() => 1)]);
    };
    expect(new Set(oddsOf(scans))).toEqual(new Set([1]));
    const withOneOther = oddsOf(scans.with(0, page(TEXT)));
    expect(withOneOther.slice(0, 11)).toEqual(Array.from({ length: 11 }, () => 4));
    expect(new Set(withOneOther.slice(11))).toEqual(new Set([1]));
  });
});
