// @module-tag slow
import { beforeAll, describe, expect, it } from 'vitest';
import {
  DEFAULT_FIT,
  drawTrainingGroups,
  drawEvaluationSet,
  scoreHeldOut,
  StackedTraining,
} from '../../../../model-container/training/base/fit-model.ts';
import type { HeldOutStream, StagePlan } from '../../../../model-container/training/base/fit-model.ts';
import { CONTEXT_PAGES, gapFeatures } from '../../../../model-container/features/gap-features.ts';
import { streamProbabilities } from '../../../../model-container/calibration/gap-probabilities.ts';
import type { Calibration } from '../../../../model-container/calibration/calibration.ts';
import { trainStage3, STAGE_3_TREES } from '../../../../model-container/training/base/train-stage-3.ts';
import type { TrainedStage3 } from '../../../../model-container/training/base/train-stage-3.ts';
import type { HeldOutGroup, ResidualStagePlan } from '../../../../model-container/training/base/residual-stage.ts';
import { evaluateStreams } from '../../../../model-container/evaluation/metrics.ts';
import { viewPage } from '../../../../model-container/features/pages/page-view.ts';
import { logOddsOfGaps, scorePages } from '../../../../model-container/classifiers/split-model.ts';
import type { EnsembleMember, SplitModel } from '../../../../model-container/classifiers/split-model.ts';
import type { Stage } from '../../../../model-container/classifiers/stage.ts';
import { formatWeights, parseWeights, WeightsError } from '../../../../model-container/classifiers/weights-file.ts';
import type { BaseWeights, TrainingSummary } from '../../../../model-container/classifiers/weights-file.ts';
import { drawDocuments } from '../features/draw-pages.ts';

const PLAN: ResidualStagePlan = {
  streams: 32,
  seed: 1,
  boosting: { ...STAGE_3_TREES, rounds: 60, learningRate: 0.1, minSumHessian: 1, lambdaL2: 1 },
};
/** For comparisons of trees, whose quality does not matter. */
const SHORT_PLAN: ResidualStagePlan = { ...PLAN, streams: 4 };
const SUMMARY: TrainingSummary = {
  documents: 20,
  pages: 60,
  scanned_documents: 0,
  sources: 4,
  streams: 30,
  gaps: 400,
  seed: 1,
  held_out_page_f1: 0.9,
  held_out_calibration_error: 0.01,
  stage_3_training: [],
};
/** An overconfident calibration, biased towards splits. */
const OVERCONFIDENT = { slope: 20, intercept: 3, prior: 0.2 };
const IDENTITY = { slope: 1, intercept: 0, prior: 0.2 };

/** A shorter training of layers of the default width. */
const briefly = (stage: StagePlan): StagePlan => ({
  ...stage,
  training: { ...stage.training, epochs: 1 },
  boosting: stage.boosting && { ...stage.boosting, rounds: 30, minSumHessian: 1 },
});

const unseen = drawDocuments(7, 4, 8);
const unseenGroups = [
  ['source-0', 'source-1'],
  ['source-2', 'source-3'],
].map((sources) => unseen.filter(({ source }) => sources.includes(source)));
let twoStages: EnsembleMember;
let groups: HeldOutGroup[];
let learnt: TrainedStage3;
/** The same with SHORT_PLAN. */
let shortlyLearnt: TrainedStage3;
let threeStages: BaseWeights;
beforeAll(async () => {
  const plan = {
    ...DEFAULT_FIT,
    streams: 24,
    stage1: briefly(DEFAULT_FIT.stage1),
    stage2: DEFAULT_FIT.stage2 && briefly(DEFAULT_FIT.stage2),
  };
  const documents = drawDocuments(1, 4, 5);
  twoStages = await new StackedTraining(plan).fit(
    drawTrainingGroups(
      ['source-0', 'source-1', 'source-2'].map((name) => documents.filter(({ source }) => source === name)),
      plan,
    ),
  );
  groups = unseenGroups.map((of) => ({ documents: of, member: twoStages }));
  learnt = trainStage3(groups, OVERCONFIDENT, PLAN);
  shortlyLearnt = trainStage3(groups, OVERCONFIDENT, SHORT_PLAN);
  threeStages = parseWeights(
    formatWeights({ ensemble: [{ stages: [...twoStages.stages, learnt.stage3] }], calibration: IDENTITY }, SUMMARY),
    'test',
  );
}, 60_000);

const calibrated = (calibration: Calibration, streams: readonly HeldOutStream[]) =>
  streams.map(({ logOdds, labels }) => ({ probabilities: streamProbabilities(logOdds, calibration), labels }));

interface StageJson {
  readonly features: string[];
  previous_slope: number;
  readonly trees: { left_child: string }[];
}

/** The weights with a changed stage 3. */
const damaged = (change: (stage3: StageJson) => void): string => {
  const weights = JSON.parse(formatWeights(threeStages, SUMMARY)) as { ensemble: { stages: StageJson[] }[] };
  for (const { stages } of weights.ensemble) for (const stage of stages.slice(2)) change(stage);
  return JSON.stringify(weights);
};

describe('the training of stage 3', () => {
  it('reports the size of its training set, and is deterministic', () => {
    const pages = unseen.reduce((sum, document) => sum + document.pages.length, 0);
    expect(learnt.data).toEqual({
      documents: 32,
      pages,
      sources: 4,
      streams: PLAN.streams,
      gaps: expect.any(Number) as number,
      seed: 1,
    });
    expect(trainStage3(groups, OVERCONFIDENT, SHORT_PLAN)).toEqual(shortlyLearnt);
  });

  it('corrects errors and calibration of stage 2 on documents of other sources', () => {
    const { clean } = drawEvaluationSet(drawDocuments(8, 3, 8), 0, { clean: 12, scanned: 1 }, 2);
    const models: SplitModel[] = [{ ensemble: [twoStages], version: 'two', calibration: OVERCONFIDENT }, threeStages];
    const [before, after] = models.map((model) => calibrated(model.calibration, scoreHeldOut(model.ensemble, clean)));
    const logLoss = (scored: ReturnType<typeof calibrated> = []) =>
      scored
        .flatMap(({ probabilities, labels }) =>
          probabilities.map((p, gap) => -Math.log(Math.max(1e-9, labels[gap] === 1 ? p : 1 - p))),
        )
        .reduce((sum, loss) => sum + loss, 0);
    expect(evaluateStreams(after ?? []).gaps).toBeGreaterThan(100);
    expect(evaluateStreams(after ?? []).errorRate).toBeLessThanOrEqual(evaluateStreams(before ?? []).errorRate);
    expect(logLoss(after)).toBeLessThan(logLoss(before) / 2);
  });

  it('uses for each group the scores of the stages that were trained without it', () => {
    const [first, second] = groups;
    if (first === undefined || second === undefined) throw new Error('There are two groups.');
    const otherwise = trainStage3(
      [first, { ...second, member: { stages: twoStages.stages.slice(0, 1) } }],
      OVERCONFIDENT,
      SHORT_PLAN,
    );
    expect(otherwise.stage3).not.toEqual(shortlyLearnt.stage3);
  });

  it('does not depend on pages beyond the context', () => {
    const views = drawDocuments(4, 6, 14)
      .flatMap((document) => document.pages)
      .map(viewPage);
    const middle = Math.floor(views.length / 2);
    expect(middle).toBeGreaterThan(CONTEXT_PAGES + 10);
    const around = views.slice(middle - CONTEXT_PAGES, middle + 1 + CONTEXT_PAGES);
    expect(logOddsOfGaps(threeStages.ensemble, gapFeatures(around))[CONTEXT_PAGES]).toBe(
      logOddsOfGaps(threeStages.ensemble, gapFeatures(views))[middle],
    );
  });

  it('gives no score for a stream of one page or none', () => {
    const [page = [], empty = []] = [
      drawDocuments(4, 1, 1)[0]?.pages.slice(0, 1),
      drawDocuments(4, 1, 1)[0]?.pages.slice(0, 0),
    ];
    expect([scorePages(threeStages, page), scorePages(threeStages, empty)]).toEqual([[], []]);
  });

  it('refuses an empty list of groups', () => {
    expect(() => trainStage3([], OVERCONFIDENT, PLAN)).toThrow(RangeError);
  });

  it('refuses a number of streams that is NaN', () => {
    expect(() => trainStage3(groups, OVERCONFIDENT, { ...PLAN, streams: Number.NaN })).toThrow(RangeError);
  });
});

describe('a weights file with stage 3', () => {
  it('keeps the trees exactly, and the layers rounded to 16 bits', () => {
    const kept = threeStages.ensemble[0]?.stages ?? [];
    expect([kept[2], kept[0]?.trees, kept[1]?.trees]).toEqual([
      learnt.stage3,
      twoStages.stages[0]?.trees,
      twoStages.stages[1]?.trees,
    ]);
    const numbers = (stage: Stage) => stage.networks.flat().flatMap(({ weights, bias }) => [...weights, ...bias]);
    const [written, exact] = [kept.slice(0, 2), twoStages.stages].map((stages) => stages.flatMap(numbers));
    expect(exact?.length).toBeGreaterThan(100_000);
    expect(exact?.filter((number, at) => written?.[at] !== Math.f16round(number))).toEqual([]);
    expect(written).not.toEqual(exact);
  });

  it.each([
    [
      'of other features of stage 3',
      () =>
        damaged((stage) => {
          stage.features[0] = 'moon';
        }),
      'other features',
    ],
    [
      'with an incomplete tree of stage 3',
      () =>
        damaged((stage) => {
          for (const trees of stage.trees) trees.left_child = 'AAAA';
        }),
      'a tree is incomplete',
    ],
    [
      'with a negative slope of the previous stage',
      () =>
        damaged((stage) => {
          stage.previous_slope = -1;
        }),
      'damaged',
    ],
  ])('%s is refused with the reason', (_what, file, reason) => {
    expect(() => parseWeights(file(), 'test')).toThrow(WeightsError);
    expect(() => parseWeights(file(), 'test')).toThrow(reason);
  });
});
