import { describe, expect, it } from 'vitest';
import type { PageRecord } from '../../../../core/documents/page-record.ts';
import { stageLogOdds } from '../../../../model-container/classifiers/stage.ts';
import type { Stage } from '../../../../model-container/classifiers/stage.ts';
import { STAGE_5 } from '../../../../model-container/classifiers/stage-5.ts';
import { FORM_COLUMNS, formColumns } from '../../../../model-container/features/form-columns.ts';
import { gapFeatures } from '../../../../model-container/features/gap-features.ts';
import { viewPage } from '../../../../model-container/features/pages/page-view.ts';
import { drawForm, LABELS } from './draw-forms.ts';
import { blank, drawPage } from './draw-pages.ts';

const moved = (page: PageRecord, x: number, y: number): PageRecord => ({
  ...page,
  words: page.words.map((word) => ({ ...word, x1: word.x1 + x, x2: word.x2 + x, y1: word.y1 + y, y2: word.y2 + y })),
});

const ONE = drawForm(['Smith', '1200', '17']);
const OTHER = drawForm(['Miller', '950', '3']);
const columnsOf = (left: PageRecord, right: PageRecord) => {
  const [down, share] = formColumns(viewPage(left), viewPage(right));
  return { down, share };
};

describe('The columns of forms', () => {
  it('find the labels of two copies from top to bottom, beside other values', () => {
    expect(columnsOf(ONE, OTHER)).toEqual({ down: 1, share: 0.5 });
  });

  it('find them on a sheet that lay elsewhere on the glass', () => {
    expect(columnsOf(ONE, moved(OTHER, 30, -25))).toEqual({ down: 1, share: 0.5 });
  });

  it('find none where the same words stand at other places', () => {
    expect(columnsOf(ONE, drawForm(['Miller', '950', '3'], LABELS.toReversed())).share).toBe(0);
  });

  it('find a part of the bands where a table has its titles alone on both pages', () => {
    const rows = (name: string) => Array.from({ length: 9 }, (_, at) => `${name}${'abcdefghi'.charAt(at)}`);
    const [left, right] = ['left', 'other'].map((name) => drawForm(['1'], ['Titles', ...rows(name)]));
    expect(columnsOf(left ?? ONE, right ?? ONE).down).toBeLessThan(0.2);
  });

  it('count no numbers and marks as labels', () => {
    const numbers = LABELS.map((_, at) => String(100 + at));
    expect(columnsOf(drawForm(['1'], numbers), drawForm(['2'], numbers)).down).toBe(0);
  });

  it('use each word of a page once', () => {
    const once = drawForm(['x'], LABELS.with(0, 'Total'));
    expect(columnsOf(once, ONE).share).toBeLessThan(1);
    expect(columnsOf(ONE, ONE)).toEqual({ down: 1, share: 1 });
  });

  it('leave out a word that fills both pages', () => {
    const full = { ...ONE, words: Array.from({ length: 101 }, () => ONE.words.slice(0, 1)).flat() };
    expect(columnsOf(full, full)).toEqual({ down: 0, share: 0 });
  });

  it('are unknown where a page has hardly any words', () => {
    expect(formColumns(viewPage(ONE), viewPage(drawPage({ body: ['two words'] })))).toEqual(
      FORM_COLUMNS.map(() => Number.NaN),
    );
  });
});

describe('Stage 5', () => {
  /** A tree of one leaf, which adds 3 to every gap that the stage corrects. */
  const stage: Stage = {
    definition: STAGE_5,
    quantiles: [],
    networks: [],
    trees: [{ initialScore: 3, trees: [] }],
    previousSlope: 1,
  };

  it('corrects gaps between copies of a form alone, also beyond a blank page', () => {
    const pages = [ONE, OTHER, blank(), ONE, drawPage({ body: ['some other words of a page', 'and a line'] })];
    const rows = gapFeatures(pages.map(viewPage));
    expect(stageLogOdds(stage, rows, [[-2, -6, -1, 1]])).toEqual([1, -6, 2, 1]);
  });

  it('leaves gaps as they are whose rows were made before there were these columns', () => {
    const rows = gapFeatures([ONE, OTHER].map(viewPage));
    const before = rows.map((row) =>
      Float32Array.from(row).fill(Number.NaN, row.length - 1 - FORM_COLUMNS.length, row.length - 1),
    );
    expect(stageLogOdds(stage, before, [[-2]])).toEqual([-2]);
  });
});
