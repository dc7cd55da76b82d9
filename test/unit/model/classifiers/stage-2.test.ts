import { describe, expect, it } from 'vitest';
import { gapFeatures, ROW_NAMES } from '../../../../model-container/features/gap-features.ts';
import { SIMILARITY_REACH } from '../../../../model-container/features/reach.ts';
import { viewPage } from '../../../../model-container/features/pages/page-view.ts';
import { STAGE_2 } from '../../../../model-container/classifiers/stage-2.ts';
import { drawDocuments, drawPage } from '../features/draw-pages.ts';
import type { DrawnPage } from '../features/draw-pages.ts';

const rowsOf = (pages: readonly DrawnPage[]) => gapFeatures(pages.map(drawPage).map(viewPage));

/** The named input of the gap after page `gap + 1`. @param scores  log-odds of stage 1 */
function inputOf(
  pages: readonly DrawnPage[],
  scores: readonly number[],
  name: string,
  gap: number,
): number | undefined {
  expect(STAGE_2.features).toContain(name);
  return STAGE_2.inputRows(rowsOf(pages), [scores])[gap]?.[STAGE_2.features.indexOf(name)];
}

/** Log-odds of stage 1. */
const [SPLIT, NO_SPLIT, UNKNOWN] = [5, -5, 0];
const first: DrawnPage = { head: 'Harbour Trading Company, accounts department', body: ['Dear customer,'] };
const second: DrawnPage = { head: 'continued from the page before, positions', body: ['and so on'] };

describe('stage 2', () => {
  it('has one input a name for every gap, also for pages without text', () => {
    const rows = STAGE_2.inputRows(rowsOf([{}, {}, {}]), [[0, 0]]);
    expect(rows.map((row) => row.length)).toEqual([STAGE_2.features.length, STAGE_2.features.length]);
    expect(new Set(STAGE_2.features).size).toBe(STAGE_2.features.length);
    expect(STAGE_2.inputRows([], [[]])).toEqual([]);
  });

  it('recognises a first page by its similarity to pages that probably begin documents', () => {
    const pages = [first, second, first, second, first, second];
    const scores = [NO_SPLIT, SPLIT, NO_SPLIT, UNKNOWN, NO_SPLIT];
    expect(inputOf(pages, scores, 'right_first_by_similarity_head', 3)).toBeGreaterThan(0.9);
    expect(inputOf(pages, scores, 'right_first_by_similarity_head', 4)).toBeLessThan(0.1);
    expect(inputOf(pages, scores, 'left_last_by_similarity_head', 3)).toBeGreaterThan(0.9);
    expect(inputOf(pages, scores, 'right_first_margin_head', 3)).toBeGreaterThan(0);
    expect(inputOf(pages, scores, 'right_first_margin_head', 4)).toBeLessThan(0);
  });

  it('compares a page with the whole document before the gap, not with what came before that', () => {
    const [letter, annex]: DrawnPage[] = [{ head: 'Northern Insurance policy 17' }, { head: 'Terms of storm damage' }];
    const pages = [letter, annex, annex, letter];
    expect(
      inputOf(pages as DrawnPage[], [NO_SPLIT, NO_SPLIT, UNKNOWN], 'right_max_similarity_before_head', 2),
    ).toBeCloseTo(1, 1);
    expect(
      inputOf(pages as DrawnPage[], [SPLIT, NO_SPLIT, UNKNOWN], 'right_max_similarity_before_head', 2),
    ).toBeLessThan(0.5);
  });

  it('counts page numbers back to where a document probably began', () => {
    const numbered = (number: number): DrawnPage => ({ body: ['text'], foot: `Page ${number}` });
    const pages = [numbered(1), numbered(2), numbered(1), numbered(2), numbered(3)];
    const scores = [NO_SPLIT, SPLIT, NO_SPLIT, UNKNOWN];
    expect(inputOf(pages, scores, 'right_number_fits_start', 3)).toBeGreaterThan(0.9);
    expect(inputOf(pages, [NO_SPLIT, NO_SPLIT, SPLIT, UNKNOWN], 'right_number_fits_start', 3)).toBeLessThan(0.1);
    expect(inputOf(pages, scores, 'right_numbers_agree', 3)).toBeGreaterThan(1.9);
    expect(inputOf(pages, scores, 'right_numbers_differ', 3)).toBe(0);
  });

  it('has the separator sheets around among its inputs', { tags: 'slow' }, () => {
    const sheet: DrawnPage = { body: ['Document separator'] };
    const pages = [first, second, sheet, first, second, second, sheet, first];
    const scores = pages.slice(1).map(() => UNKNOWN);
    const at = (name: string) => scores.map((_, gap) => inputOf(pages, scores, name, gap));
    expect(at('separator_at_gap')).toEqual([0, 0, 1, 0, 0, 0, 1]);
    expect(at('gaps_since_separator')).toEqual([Number.NaN, Number.NaN, Number.NaN, 1, 2, 3, 4]);
    expect(at('gaps_until_separator')).toEqual([2, 1, 4, 3, 2, 1, Number.NaN]);
    expect(inputOf(pages, scores, 'separator_share_around', 0)).toBeCloseTo(2 / 6);
    expect(inputOf(pages, scores, 'separator_share_around', 2)).toBeCloseTo(1 / 6);
  });

  it('skips blank versos', () => {
    const numbered = (number: number): DrawnPage => ({ body: ['text'], foot: `Page ${number}` });
    const pages = [numbered(1), numbered(2), numbered(1), numbered(2), numbered(3)];
    const scores = [NO_SPLIT, SPLIT, NO_SPLIT, UNKNOWN];
    const plain = STAGE_2.inputRows(rowsOf(pages), [scores]);
    const withVersos = STAGE_2.inputRows(rowsOf(pages.flatMap((page) => [page, {}])), [
      scores.flatMap((odds) => [NO_SPLIT, odds]).concat(NO_SPLIT),
    ]);
    const between = STAGE_2.features.indexOf('blanks_between');
    for (const [gap, row] of plain.entries()) expect(withVersos[2 * gap + 1]?.with(between, 0)).toEqual(row);
  });

  it('has the expected distances to the next splits among its inputs', () => {
    const pages = Array.from({ length: 6 }, () => first);
    const scores = [SPLIT, NO_SPLIT, NO_SPLIT, NO_SPLIT, SPLIT];
    expect(inputOf(pages, scores, 'pages_since_split', 2)).toBeCloseTo(2, 1);
    expect(inputOf(pages, scores, 'pages_until_split', 2)).toBeCloseTo(2, 1);
    expect(inputOf(pages, scores, 'log_odds_-2', 2)).toBe(SPLIT);
    expect(inputOf(pages, scores, 'log_odds_4', 2)).toBeNaN();
  });

  it('depends on no gap further away than SIMILARITY_REACH', () => {
    const views = drawDocuments(4, 6, 10)
      .flatMap((document) => document.pages)
      .map(viewPage);
    const rows = gapFeatures(views);
    const scores = rows.map((_, gap) => Math.sin(7 * gap) * 3);
    const middle = Math.floor(rows.length / 2);
    const near = (of: readonly (Float32Array | number)[]) =>
      of.slice(middle - SIMILARITY_REACH, middle + SIMILARITY_REACH + 1);
    expect(STAGE_2.inputRows(near(rows) as Float32Array[], [near(scores) as number[]])[SIMILARITY_REACH]).toEqual(
      STAGE_2.inputRows(rows, [scores])[middle],
    );
    expect(rows[0]).toHaveLength(ROW_NAMES.length);
  });
});
