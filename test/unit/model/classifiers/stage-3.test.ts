import { describe, expect, it } from 'vitest';
import { gapFeatures } from '../../../../model-container/features/gap-features.ts';
import { STAGE_2_REACH } from '../../../../model-container/features/reach.ts';
import { viewPage } from '../../../../model-container/features/pages/page-view.ts';
import { STAGE_2 } from '../../../../model-container/classifiers/stage-2.ts';
import { STAGE_3 } from '../../../../model-container/classifiers/stage-3.ts';
import { drawPage } from '../features/draw-pages.ts';
import type { DrawnPage } from '../features/draw-pages.ts';

const rowsOf = (pages: readonly DrawnPage[]) => gapFeatures(pages.map(drawPage).map(viewPage));
const named = (row: Float32Array | undefined, name: string): number | undefined => {
  expect(STAGE_3.features).toContain(name);
  return row?.[STAGE_3.features.indexOf(name)];
};

const WORDS =
  'barley copper lantern meadow pepper saddle timber velvet walnut yellow anchor bottle candle dragon feather'.split(
    ' ',
  );
/** Issues of a bulletin with similar first pages; every other page has words of its own. */
const PAGES_OF_ISSUE = 13;
const issues = Array.from({ length: 3 }, (_, issue) =>
  Array.from({ length: PAGES_OF_ISSUE }, (_page, at): DrawnPage =>
    at === 0
      ? { head: 'The Harbour Bulletin of the rowing club', body: [`Issue ${issue + 1}`] }
      : {
          head: `${WORDS[at] ?? ''} ${WORDS[(at * 4 + issue) % WORDS.length] ?? ''}`,
          body: Array.from(
            { length: 3 + at },
            (_line, line) => `${WORDS[(at + line) % WORDS.length] ?? ''} ${at * 31 + issue * 7 + line}`,
          ),
        },
  ),
).flat();
const [SPLIT, NO_SPLIT, UNKNOWN] = [5, -5, 0];
/** Log-odds of stage 2: the split before the second issue is certain, the one before the third is not. */
const scores = issues
  .slice(1)
  .map((_, gap) => (gap + 1 === PAGES_OF_ISSUE ? SPLIT : gap + 1 === 2 * PAGES_OF_ISSUE ? UNKNOWN : NO_SPLIT));
const third = 2 * PAGES_OF_ISSUE - 1;

describe('stage 3', () => {
  it('has one input a name for every gap, also for pages without text', () => {
    const rows = STAGE_3.inputRows(rowsOf([{}, {}, {}]), [
      [0, 0],
      [0, 0],
    ]);
    expect(rows.map((row) => row.length)).toEqual([STAGE_3.features.length, STAGE_3.features.length]);
    expect(new Set(STAGE_3.features).size).toBe(STAGE_3.features.length);
    expect(STAGE_3.inputRows([], [[], []])).toEqual([]);
  });

  it('recognises a first page by its nearest neighbour, which is beyond the reach of stage 2', () => {
    expect(PAGES_OF_ISSUE).toBeGreaterThan(STAGE_2_REACH);
    const rows = rowsOf(issues);
    const row = STAGE_3.inputRows(rows, [scores, scores])[third];
    expect(named(row, 'right_nearest_similarity_head')).toBeGreaterThan(0.9);
    expect(named(row, 'right_nearest_first_head')).toBeGreaterThan(0.9);
    expect(named(row, 'right_nearest_margin_head')).toBeGreaterThan(0.5);
    expect(named(row, 'right_first_margin_head')).toBeGreaterThan(0);
    const stage2Row = STAGE_2.inputRows(rows, [scores])[third];
    expect(stage2Row?.[STAGE_2.features.indexOf('right_first_margin_head')]).toBeLessThan(0);
  });

  it('does not take a page inside an issue for a first page', () => {
    const row = STAGE_3.inputRows(rowsOf(issues), [scores, scores])[third + 3];
    expect(named(row, 'right_nearest_first_head')).toBeLessThan(0.1);
  });

  it('does not take an adjacent page for the nearest neighbour', () => {
    const pages: DrawnPage[] = [
      { head: 'one and the same head' },
      { head: 'one and the same head' },
      { head: 'quite another thing' },
      { head: 'something else again' },
    ];
    const [row] = STAGE_3.inputRows(rowsOf(pages), [
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(named(row, 'right_nearest_similarity_head')).toBeNaN();
  });

  it('has the scores of both stages before among its inputs', () => {
    const row = STAGE_3.inputRows(rowsOf(issues), [scores.map(() => 2), scores])[third];
    expect([named(row, 'stage_1_log_odds'), named(row, 'log_odds_0')]).toEqual([2, UNKNOWN]);
  });
});
