import { beforeAll, describe, expect, it } from 'vitest';
import {
  DEFAULT_FIT,
  drawGroups,
  drawJudging,
  scoreHeldOut,
  SharedTraining,
} from '../../../model-container/training/base/fit-model.ts';
import type { HeldOutStream, LookPlan } from '../../../model-container/training/base/fit-model.ts';
import { CONTEXT_PAGES, gapFeatures } from '../../../model-container/features/gap-features.ts';
import { probabilitiesOf } from '../../../model-container/calibration/gap-probabilities.ts';
import type { Calibration } from '../../../model-container/calibration/calibration.ts';
import { learnThirdLook, THIRD_LOOK_TREES } from '../../../model-container/training/base/train-stage-3.ts';
import type {
  HeldOutGroup,
  LearntThirdLook,
  ThirdLookPlan,
} from '../../../model-container/training/base/train-stage-3.ts';
import { judgeStreams } from '../../../model-container/evaluation/metrics.ts';
import { viewPage } from '../../../model-container/features/pages/page-view.ts';
import { logOddsOfGaps, scorePages } from '../../../model-container/classifiers/split-model.ts';
import type { Learners, Look, SplitModel } from '../../../model-container/classifiers/split-model.ts';
import { formatWeights, parseWeights, WeightsError } from '../../../model-container/classifiers/weights-file.ts';
import type { BaseWeights, TrainingSummary } from '../../../model-container/classifiers/weights-file.ts';
import { drawDocuments } from './draw-pages.ts';

const PLAN: ThirdLookPlan = {
  streams: 40,
  seed: 1,
  boosting: { ...THIRD_LOOK_TREES, rounds: 60, learningRate: 0.1, leafWeight: 1, ridge: 1 },
};
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
  third_looks: [],
};
/** So sure that it cannot come true, and of one mind about most gaps. */
const TOO_SURE = { slope: 20, offset: 3, prior: 0.2 };
const AS_IT_LEARNT = { slope: 1, offset: 0, prior: 0.2 };

/** As wide as ever, and trained for less long. */
const briefly = (stage: LookPlan): LookPlan => ({
  ...stage,
  training: { ...stage.training, epochs: 1 },
  boosting: stage.boosting && { ...stage.boosting, rounds: 30, leafWeight: 1 },
});

const unseen = drawDocuments(7, 4, 8);
const unseenGroups = [
  ['source-0', 'source-1'],
  ['source-2', 'source-3'],
].map((sources) => unseen.filter(({ source }) => sources.includes(source)));
let twoLooks: Learners;
let groups: HeldOutGroup[];
let learnt: LearntThirdLook;
let threeLooks: BaseWeights;
beforeAll(async () => {
  const plan = {
    ...DEFAULT_FIT,
    streams: 30,
    first: briefly(DEFAULT_FIT.first),
    second: DEFAULT_FIT.second && briefly(DEFAULT_FIT.second),
  };
  const documents = drawDocuments(1, 4, 5);
  twoLooks = await new SharedTraining(plan).fit(
    drawGroups(
      ['source-0', 'source-1', 'source-2'].map((name) => documents.filter(({ source }) => source === name)),
      plan,
    ),
  );
  groups = unseenGroups.map((of) => ({ documents: of, learners: twoLooks }));
  learnt = learnThirdLook(groups, TOO_SURE, PLAN);
  if (twoLooks.second === null) throw new Error('These weights look twice.');
  threeLooks = parseWeights(
    formatWeights(
      { members: [{ first: twoLooks.first, second: twoLooks.second, third: learnt.third }], calibration: AS_IT_LEARNT },
      SUMMARY,
    ),
    'test',
  );
}, 60_000);

const judgedBy = (calibration: Calibration, streams: readonly HeldOutStream[]) =>
  streams.map(({ logOdds, labels }) => ({ probabilities: probabilitiesOf(logOdds, calibration), labels }));

const spoilt = (change: (third: { names: string[]; sureness: number; trees: { left: string } }) => void): string => {
  const weights = JSON.parse(formatWeights(threeLooks, SUMMARY)) as {
    members: { third_look: { names: string[]; sureness: number; trees: { left: string } } }[];
  };
  for (const { third_look: third } of weights.members) change(third);
  return JSON.stringify(weights);
};

describe('learning a third look', () => {
  it('says from how many documents it learnt, and gives the same for the same', () => {
    const pages = unseen.reduce((sum, document) => sum + document.pages.length, 0);
    expect(learnt.from).toEqual({
      documents: 32,
      pages,
      sources: 4,
      streams: 40,
      gaps: expect.any(Number) as number,
      seed: 1,
    });
    expect(learnThirdLook(groups, TOO_SURE, PLAN)).toEqual(learnt);
  });

  it('mends what the first two get wrong, and how sure they are, on documents of other sources', () => {
    const { clean } = drawJudging(drawDocuments(8, 3, 8), 0, { clean: 40, scanned: 1 }, 2);
    const models: SplitModel[] = [{ members: [twoLooks], version: 'two', calibration: TOO_SURE }, threeLooks];
    const [before, after] = models.map((model) => judgedBy(model.calibration, scoreHeldOut(model.members, clean)));
    const logLoss = (judged: ReturnType<typeof judgedBy> = []) =>
      judged
        .flatMap(({ probabilities, labels }) =>
          probabilities.map((p, gap) => -Math.log(Math.max(1e-9, labels[gap] === 1 ? p : 1 - p))),
        )
        .reduce((sum, loss) => sum + loss, 0);
    expect(judgeStreams(after ?? []).gaps).toBeGreaterThan(100);
    expect(judgeStreams(after ?? []).errorRate).toBeLessThanOrEqual(judgeStreams(before ?? []).errorRate);
    expect(logLoss(after)).toBeLessThan(logLoss(before) / 2);
  });

  it('is told of each group what the looks say that were trained without it', () => {
    const [first, second] = groups;
    if (first === undefined || second === undefined) throw new Error('There are two groups.');
    const otherwise = learnThirdLook([first, { ...second, learners: { ...twoLooks, second: null } }], TOO_SURE, PLAN);
    expect(otherwise.third).not.toEqual(learnt.third);
  });

  it('says the same of a gap whatever lies further away than the context', () => {
    const views = drawDocuments(4, 6, 14)
      .flatMap((document) => document.pages)
      .map(viewPage);
    const middle = Math.floor(views.length / 2);
    expect(middle).toBeGreaterThan(CONTEXT_PAGES + 10);
    const around = views.slice(middle - CONTEXT_PAGES, middle + 1 + CONTEXT_PAGES);
    expect(logOddsOfGaps(threeLooks.members, gapFeatures(around))[CONTEXT_PAGES]).toBe(
      logOddsOfGaps(threeLooks.members, gapFeatures(views))[middle],
    );
  });

  it('says nothing of the gap before an empty back, nor of one page or none', () => {
    const [page = [], empty = []] = [
      drawDocuments(4, 1, 1)[0]?.pages.slice(0, 1),
      drawDocuments(4, 1, 1)[0]?.pages.slice(0, 0),
    ];
    expect([scorePages(threeLooks, page), scorePages(threeLooks, empty)]).toEqual([[], []]);
  });

  it('refuses to learn from no group', () => {
    expect(() => learnThirdLook([], TOO_SURE, PLAN)).toThrow(RangeError);
  });

  it('refuses streams without a number', () => {
    expect(() => learnThirdLook(groups, TOO_SURE, { ...PLAN, streams: Number.NaN })).toThrow(RangeError);
  });
});

describe('a weights file with a third look', () => {
  it('keeps trees as they were learnt, and layers rounded to 16 bits', () => {
    const [kept] = threeLooks.members;
    expect([kept?.third, kept?.first.trees, kept?.second.trees]).toEqual([
      learnt.third,
      twoLooks.first.trees,
      twoLooks.second?.trees,
    ]);
    const numbers = (look: Look | null | undefined) =>
      (look?.networks.flat() ?? []).flatMap(({ weights, bias }) => [...weights, ...bias]);
    const [written, exact] = [
      [kept?.first, kept?.second],
      [twoLooks.first, twoLooks.second],
    ].map((looks) => looks.flatMap(numbers));
    expect(exact?.length).toBeGreaterThan(100_000);
    expect(exact?.filter((number, at) => written?.[at] !== Math.f16round(number))).toEqual([]);
    expect(written).not.toEqual(exact);
  });

  it.each([
    [
      'that asks for other names',
      () =>
        spoilt((third) => {
          third.names.pop();
        }),
      'other features',
    ],
    [
      'with half a tree',
      () =>
        spoilt((third) => {
          third.trees.left = 'AAAA';
        }),
      'a tree is incomplete',
    ],
    [
      'that turns what was said round',
      () =>
        spoilt((third) => {
          third.sureness = -1;
        }),
      'damaged',
    ],
  ])('%s is refused with the reason', (_what, file, said) => {
    expect(() => parseWeights(file(), 'test')).toThrow(WeightsError);
    expect(() => parseWeights(file(), 'test')).toThrow(said);
  });
});
