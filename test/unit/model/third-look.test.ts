import { describe, expect, it } from 'vitest';
import { gapFeatures } from '../../../model-container/features/gap-features.ts';
import { STAGE_2_REACH } from '../../../model-container/features/page-similarity.ts';
import { viewPage } from '../../../model-container/features/pages/page-view.ts';
import { SECOND_LOOK_NAMES, secondLook } from '../../../model-container/classifiers/stage-2.ts';
import { THIRD_LOOK_NAMES, thirdLook } from '../../../model-container/classifiers/stage-3.ts';
import { drawPage } from './draw-pages.ts';
import type { DrawnPage } from './draw-pages.ts';

const rowsOf = (pages: readonly DrawnPage[]) => gapFeatures(pages.map(drawPage).map(viewPage));
const named = (row: Float32Array | undefined, name: string): number | undefined => {
  expect(THIRD_LOOK_NAMES).toContain(name);
  return row?.[THIRD_LOOK_NAMES.indexOf(name)];
};

const WORDS =
  'barley copper lantern meadow pepper saddle timber velvet walnut yellow anchor bottle candle dragon feather'.split(
    ' ',
  );
/** Issues of a bulletin that begin alike; every other page has words of its own. */
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
const [SURELY, SURELY_NOT, UNKNOWN] = [5, -5, 0];
/** The second issue is known to begin, of the third nothing is. */
const said = issues
  .slice(1)
  .map((_, gap) => (gap + 1 === PAGES_OF_ISSUE ? SURELY : gap + 1 === 2 * PAGES_OF_ISSUE ? UNKNOWN : SURELY_NOT));
const third = 2 * PAGES_OF_ISSUE - 1;

describe('the third look', () => {
  it('is one number a name for every gap, however little the pages say', () => {
    const rows = thirdLook(rowsOf([{}, {}, {}]), [0, 0], [0, 0]);
    expect(rows.map((row) => row.length)).toEqual([THIRD_LOOK_NAMES.length, THIRD_LOOK_NAMES.length]);
    expect(new Set(THIRD_LOOK_NAMES).size).toBe(THIRD_LOOK_NAMES.length);
    expect(thirdLook([], [], [])).toEqual([]);
  });

  it('knows a first page by its twin that lies further away than the second look sees', () => {
    expect(PAGES_OF_ISSUE).toBeGreaterThan(STAGE_2_REACH);
    const rows = rowsOf(issues);
    const row = thirdLook(rows, said, said)[third];
    expect(named(row, 'right_twin_head')).toBeGreaterThan(0.9);
    expect(named(row, 'right_twin_begins_head')).toBeGreaterThan(0.9);
    expect(named(row, 'right_rather_twin_head')).toBeGreaterThan(0.5);
    expect(named(row, 'right_rather_first_head')).toBeGreaterThan(0);
    expect(secondLook(rows, said)[third]?.[SECOND_LOOK_NAMES.indexOf('right_rather_first_head')]).toBeLessThan(0);
  });

  it('knows nothing of the kind of a page inside an issue', () => {
    const row = thirdLook(rowsOf(issues), said, said)[third + 3];
    expect(named(row, 'right_twin_begins_head')).toBeLessThan(0.1);
  });

  it('takes no neighbour for a twin', () => {
    const pages: DrawnPage[] = [
      { head: 'one and the same head' },
      { head: 'one and the same head' },
      { head: 'quite another thing' },
      { head: 'something else again' },
    ];
    expect(named(thirdLook(rowsOf(pages), [0, 0, 0], [0, 0, 0])[0], 'right_twin_head')).toBeNaN();
  });

  it('is told what was said of the gap both times', () => {
    const row = thirdLook(
      rowsOf(issues),
      said.map(() => 2),
      said,
    )[third];
    expect([named(row, 'said_at_first'), named(row, 'said_0')]).toEqual([2, UNKNOWN]);
  });
});
