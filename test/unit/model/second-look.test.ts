import { describe, expect, it } from 'vitest';
import { gapFeatures, ROW_NAMES } from '../../../model-container/features/gap-features.ts';
import { SIMILARITY_REACH } from '../../../model-container/features/page-similarity.ts';
import { viewPage } from '../../../model-container/features/pages/page-view.ts';
import { secondLook, SECOND_LOOK_NAMES } from '../../../model-container/classifiers/stage-2.ts';
import { drawDocuments, drawPage } from './draw-pages.ts';
import type { DrawnPage } from './draw-pages.ts';

const rowsOf = (pages: readonly DrawnPage[]) => gapFeatures(pages.map(drawPage).map(viewPage));

/** The named number of the gap after page `gap + 1`. */
function looked(pages: readonly DrawnPage[], said: readonly number[], name: string, gap: number): number | undefined {
  expect(SECOND_LOOK_NAMES).toContain(name);
  return secondLook(rowsOf(pages), said)[gap]?.[SECOND_LOOK_NAMES.indexOf(name)];
}

const [SURELY, SURELY_NOT, UNKNOWN] = [5, -5, 0];
const first: DrawnPage = { head: 'Harbour Trading Company, accounts department', body: ['Dear customer,'] };
const second: DrawnPage = { head: 'continued from the page before, positions', body: ['and so on'] };

describe('the second look', () => {
  it('is one number a name for every gap, however little the pages say', () => {
    const rows = secondLook(rowsOf([{}, {}, {}]), [0, 0]);
    expect(rows.map((row) => row.length)).toEqual([SECOND_LOOK_NAMES.length, SECOND_LOOK_NAMES.length]);
    expect(new Set(SECOND_LOOK_NAMES).size).toBe(SECOND_LOOK_NAMES.length);
    expect(secondLook([], [])).toEqual([]);
  });

  it('knows a first page by its likeness to pages that probably begin documents', () => {
    const pages = [first, second, first, second, first, second];
    const said = [SURELY_NOT, SURELY, SURELY_NOT, UNKNOWN, SURELY_NOT];
    expect(looked(pages, said, 'right_first_by_twins_head', 3)).toBeGreaterThan(0.9);
    expect(looked(pages, said, 'right_first_by_twins_head', 4)).toBeLessThan(0.1);
    expect(looked(pages, said, 'left_last_by_twins_head', 3)).toBeGreaterThan(0.9);
    expect(looked(pages, said, 'right_rather_first_head', 3)).toBeGreaterThan(0);
    expect(looked(pages, said, 'right_rather_first_head', 4)).toBeLessThan(0);
  });

  it('compares a page with the whole document before the gap, not with what came before that', () => {
    const [letter, annex]: DrawnPage[] = [{ head: 'Northern Insurance policy 17' }, { head: 'Terms of storm damage' }];
    const pages = [letter, annex, annex, letter];
    expect(looked(pages as DrawnPage[], [SURELY_NOT, SURELY_NOT, UNKNOWN], 'right_best_before_head', 2)).toBeCloseTo(
      1,
      1,
    );
    expect(looked(pages as DrawnPage[], [SURELY, SURELY_NOT, UNKNOWN], 'right_best_before_head', 2)).toBeLessThan(0.5);
  });

  it('counts page numbers back to where a document probably began', () => {
    const numbered = (number: number): DrawnPage => ({ body: ['text'], foot: `Page ${number}` });
    const pages = [numbered(1), numbered(2), numbered(1), numbered(2), numbered(3)];
    const said = [SURELY_NOT, SURELY, SURELY_NOT, UNKNOWN];
    expect(looked(pages, said, 'right_counts_from_first', 3)).toBeGreaterThan(0.9);
    expect(looked(pages, [SURELY_NOT, SURELY_NOT, SURELY, UNKNOWN], 'right_counts_from_first', 3)).toBeLessThan(0.1);
    expect(looked(pages, said, 'right_numbers_agree', 3)).toBeGreaterThan(1.9);
    expect(looked(pages, said, 'right_numbers_differ', 3)).toBe(0);
  });

  it('sees separator sheets around', () => {
    const sheet: DrawnPage = { body: ['Document separator'] };
    const pages = [first, second, sheet, first, second, second, sheet, first];
    const said = pages.slice(1).map(() => UNKNOWN);
    const at = (name: string) => said.map((_, gap) => looked(pages, said, name, gap));
    expect(at('sheet_before')).toEqual([0, 0, 1, 0, 0, 0, 1]);
    expect(at('gaps_since_sheet')).toEqual([Number.NaN, Number.NaN, Number.NaN, 1, 2, 3, 4]);
    expect(at('gaps_until_sheet')).toEqual([2, 1, 4, 3, 2, 1, Number.NaN]);
    expect(looked(pages, said, 'sheets_around', 0)).toBeCloseTo(2 / 6);
    expect(looked(pages, said, 'sheets_around', 2)).toBeCloseTo(1 / 6);
  });

  it('does not count empty backs', () => {
    const numbered = (number: number): DrawnPage => ({ body: ['text'], foot: `Page ${number}` });
    const pages = [numbered(1), numbered(2), numbered(1), numbered(2), numbered(3)];
    const said = [SURELY_NOT, SURELY, SURELY_NOT, UNKNOWN];
    const plain = secondLook(rowsOf(pages), said);
    const backed = secondLook(
      rowsOf(pages.flatMap((page) => [page, {}])),
      said.flatMap((odds) => [SURELY_NOT, odds]).concat(SURELY_NOT),
    );
    const between = SECOND_LOOK_NAMES.indexOf('blanks_between');
    for (const [gap, row] of plain.entries()) expect(backed[2 * gap + 1]?.with(between, 0)).toEqual(row);
  });

  it('says how far away the next splits probably are', () => {
    const pages = Array.from({ length: 6 }, () => first);
    const said = [SURELY, SURELY_NOT, SURELY_NOT, SURELY_NOT, SURELY];
    expect(looked(pages, said, 'pages_since_split', 2)).toBeCloseTo(2, 1);
    expect(looked(pages, said, 'pages_until_split', 2)).toBeCloseTo(2, 1);
    expect(looked(pages, said, 'said_-2', 2)).toBe(SURELY);
    expect(looked(pages, said, 'said_4', 2)).toBeNaN();
  });

  it('depends on no gap further away than pages are compared', () => {
    const views = drawDocuments(4, 6, 10)
      .flatMap((document) => document.pages)
      .map(viewPage);
    const rows = gapFeatures(views);
    const said = rows.map((_, gap) => Math.sin(7 * gap) * 3);
    const middle = Math.floor(rows.length / 2);
    const near = (of: readonly (Float32Array | number)[]) =>
      of.slice(middle - SIMILARITY_REACH, middle + SIMILARITY_REACH + 1);
    expect(secondLook(near(rows) as Float32Array[], near(said) as number[])[SIMILARITY_REACH]).toEqual(
      secondLook(rows, said)[middle],
    );
    expect(rows[0]).toHaveLength(ROW_NAMES.length);
  });
});
