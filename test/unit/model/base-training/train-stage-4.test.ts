// @module-tag slow
import { describe, expect, it } from 'vitest';
import type { PageFont } from '../../../../core/documents/page-record.ts';
import { STAGE_1 } from '../../../../model-container/classifiers/stage-1.ts';
import { STAGE_2 } from '../../../../model-container/classifiers/stage-2.ts';
import { scoreStages } from '../../../../model-container/classifiers/stage.ts';
import type { Stage, StageDefinition } from '../../../../model-container/classifiers/stage.ts';
import { EVALUATION_STREAMS } from '../../../../model-container/synthetic/streams.ts';
import type { StreamPlan } from '../../../../model-container/synthetic/streams.ts';
import { drawStreams } from '../../../../model-container/training/base/fit-model.ts';
import { STAGE_3_TREES, trainStage3 } from '../../../../model-container/training/base/train-stage-3.ts';
import { trainStage4, STAGE_4_TREES } from '../../../../model-container/training/base/train-stage-4.ts';
import type { TrainingDocument } from '../../../../model-container/training/training-documents.ts';
import { drawDocuments } from '../features/draw-pages.ts';

/** A stage that gives every gap the same log-odds. */
const constant = (definition: StageDefinition): Stage => ({
  definition,
  quantiles: [],
  networks: [],
  trees: [{ initialScore: -1, trees: [] }],
  previousSlope: 0,
});
const member = { stages: [constant(STAGE_1), constant(STAGE_2)] };
const CALIBRATION = { slope: 1, intercept: 0 };
const PLAN = {
  streams: 16,
  seed: 1,
  boosting: { ...STAGE_4_TREES, minSumHessian: 1, lambdaL2: 1 },
};

/** The documents, each with font files of its own. */
const withFonts = (documents: readonly TrainingDocument[]): TrainingDocument[] =>
  documents.map((document, at) => {
    const fonts: PageFont[] = [
      { name: 'Serif', bytes: 10_000 + at },
      { name: 'Sans', bytes: 0 },
    ];
    const onFirst: PageFont[] = [{ name: 'Serif-Bold', bytes: 5000 + at }, ...fonts];
    return {
      ...document,
      pages: document.pages.map((page, index) => ({ ...page, fonts: index === 0 ? onFirst : fonts })),
    };
  });
const documents = withFonts(drawDocuments(1, 4, 6));
const groupOf = (of: readonly TrainingDocument[]) => [{ documents: of, member }];
const trained = trainStage4(groupOf(documents), CALIBRATION, PLAN);
const { stage3 } = trainStage3(groupOf(drawDocuments(7, 4, 6)), CALIBRATION, {
  ...PLAN,
  streams: 8,
  boosting: STAGE_3_TREES,
});

/** Mean log-loss of the gaps before and after the stage, on streams of documents that it has not seen. */
const lossOf = (stage4: Stage | undefined, plan: Partial<StreamPlan>): [before: number, after: number] => {
  const streams = drawStreams(withFonts(drawDocuments(5, 3, 8)), { ...EVALUATION_STREAMS, ...plan }, 8, 3);
  const three = [...member.stages, stage3];
  const [before, after] = [three, stage4 === undefined ? [] : [...three, stage4]].map((stages) => {
    const losses = streams.flatMap(({ rows, labels }) =>
      (scoreStages(stages, rows).at(-1) ?? []).map((odds, gap) =>
        Math.log1p(Math.exp(labels[gap] === 1 ? -odds : odds)),
      ),
    );
    return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
  });
  return [before ?? Number.NaN, after ?? Number.NaN];
};

describe('the training of stage 4', () => {
  it('reports the size of its training set, and is deterministic', () => {
    expect(trained?.data).toMatchObject({ documents: 24, sources: 4, streams: PLAN.streams, seed: 1 });
    expect(trained?.data.gaps).toBeGreaterThan(150);
    const [one, again] = [0, 1].map(() => trainStage4(groupOf(documents), CALIBRATION, { ...PLAN, streams: 4 }));
    expect(one?.stage4.trees).not.toEqual([]);
    expect(again).toEqual(one);
  });

  it('learns that pages of two documents share no font file', () => {
    const [before, after] = lossOf(trained?.stage4, {});
    expect(after).toBeLessThan(before / 3);
  });

  it('learns that this says nothing where one print job made all pages', () => {
    const [before, after] = lossOf(trained?.stage4, { printJobs: 1 });
    expect(after).toBeLessThan(before);
  });

  it('gives a stage that leaves scanned pages as they are', () => {
    const [before, after] = lossOf(trained?.stage4, { scanned: 1 });
    expect(after).toBe(before);
  });

  it('gives none where no document has fonts, and where a group has one source', () => {
    expect(trainStage4(groupOf(drawDocuments(1, 4, 6)), CALIBRATION, PLAN)).toBeUndefined();
    const oneSource = documents.filter(({ source }) => source === 'source-0');
    expect(trainStage4(groupOf(oneSource), CALIBRATION, PLAN)).toBeUndefined();
  });
});
