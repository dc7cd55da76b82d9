import { describe, expect, it } from 'vitest';
import { stageLogOdds } from '../../../../model-container/classifiers/stage.ts';
import { STAGE_1 } from '../../../../model-container/classifiers/stage-1.ts';
import type { BoostedTrees } from '../../../../model-container/classifiers/trees.ts';
import { gapFeatures } from '../../../../model-container/features/gap-features.ts';
import { viewPage } from '../../../../model-container/features/pages/page-view.ts';
import { drawDocuments } from '../features/draw-pages.ts';

const rows = gapFeatures(drawDocuments(1, 1, 3).flatMap(({ pages }) => pages.map(viewPage)));
/** Trees that add nothing to a first score. */
const constantTrees = (initialScore: number): BoostedTrees => ({ initialScore, trees: [] });
const scoresOf = (trees: readonly BoostedTrees[], previousSlope = 0, previous: readonly number[] = []): number[] =>
  stageLogOdds({ definition: STAGE_1, quantiles: [], networks: [], trees, previousSlope }, rows, [previous]);

describe('a stage', () => {
  it('averages the log-odds of its ensembles of trees', () => {
    expect(rows.length).toBeGreaterThan(2);
    expect(scoresOf([constantTrees(1), constantTrees(4)])).toEqual(rows.map(() => 2.5));
  });

  it('adds them to the scores of the stage before, times its slope', () => {
    const previous = rows.map((_, gap) => gap);
    expect(scoresOf([constantTrees(-1)], 2, previous)).toEqual(rows.map((_, gap) => 2 * gap - 1));
  });
});
