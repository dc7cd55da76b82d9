// @module-tag slow
import { describe, expect, it } from 'vitest';
import { STAGE_DEFINITIONS } from '../../../../model-container/classifiers/split-model.ts';
import { scoreStages } from '../../../../model-container/classifiers/stage.ts';
import type { Stage } from '../../../../model-container/classifiers/stage.ts';
import { gapFeatures } from '../../../../model-container/features/gap-features.ts';
import { viewPage } from '../../../../model-container/features/pages/page-view.ts';
import { STAGE_5_TREES, trainStage5 } from '../../../../model-container/training/base/train-stage-5.ts';
import type { TrainingDocument } from '../../../../model-container/training/training-documents.ts';
import { drawForm, LABELS } from '../features/draw-forms.ts';
import { drawPage } from '../features/draw-pages.ts';

/** Stages 1 to 4 that give every gap the same log-odds. */
const STAGES = STAGE_DEFINITIONS.slice(0, -1).map((definition): Stage => ({
  definition,
  quantiles: [],
  networks: [],
  trees: [{ initialScore: -1, trees: [] }],
  previousSlope: 0,
}));
const PLAN = { streams: 20, seed: 1, boosting: STAGE_5_TREES };

/** Forms of one page, of an office each, with other labels. */
const forms = ['a', 'b'].flatMap((office) =>
  Array.from({ length: 12 }, (_, at): TrainingDocument => ({
    source: office,
    name: `${at}`,
    pages: [
      drawForm(
        [`person${at}`, `${1000 + 7 * at}`, `${at}`],
        LABELS.map((label) => `${label}${office}`),
      ),
    ],
  })),
);

describe('the training of stage 5', () => {
  const { stage5, data } = trainStage5(forms, { stages: STAGES }, PLAN);

  it('learns that copies of a form are documents of their own', () => {
    const pages = [drawForm(['Smith', '1200']), drawForm(['Miller', '950']), drawPage({ body: ['Something else.'] })];
    const scores = scoreStages([...STAGES, stage5], gapFeatures(pages.map(viewPage))).at(-1);
    expect(scores?.[0]).toBeGreaterThan(0);
    expect(scores?.[1]).toBe(-1);
  });

  it('reports the size of its training set, and is deterministic', () => {
    expect(data).toMatchObject({ documents: 24, sources: 2, streams: PLAN.streams, seed: 1 });
    expect(data.gaps).toBeGreaterThan(0);
    expect(trainStage5(forms, { stages: STAGES }, PLAN).stage5).toEqual(stage5);
  });
});
