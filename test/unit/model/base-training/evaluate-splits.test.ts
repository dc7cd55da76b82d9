// @module-tag slow
import { beforeAll, describe, expect, it } from 'vitest';
import { evaluateSplits, evaluateWeights } from '../../../../bench/split-model/evaluation/evaluate-splits.ts';
import type {
  BeginTraining,
  Evaluation,
  EvaluationPlan,
} from '../../../../bench/split-model/evaluation/evaluate-splits.ts';
import {
  DEFAULT_FIT,
  drawTrainingGroups,
  StackedTraining,
} from '../../../../model-container/training/base/fit-model.ts';
import type { FitPlan, StreamRows } from '../../../../model-container/training/base/fit-model.ts';
import { METRICS } from '../../../../model-container/evaluation/metrics.ts';
import type { EnsembleMember, SplitModel } from '../../../../model-container/classifiers/split-model.ts';
import type { TrainingDocument } from '../../../../model-container/training/training-documents.ts';
import { drawDocuments } from '../features/draw-pages.ts';
import { smallStage } from './small-stages.ts';

const PLAN = {
  folds: null,
  trainingStreams: 28,
  evaluationStreams: 12,
  members: 1,
  seed: 1,
  together: 'origin',
} as const;
/** A smaller plan, for tests of which sources are trained on and evaluated. */
const SMALL_PLAN = { ...PLAN, trainingStreams: 16, evaluationStreams: 3 };
/**
 * Four sources with enough documents to be held out individually, one with fewer, and one with copies of two documents
 * of another.
 */
const own = [...drawDocuments(2, 4, 15), ...drawDocuments(3, 5, 3).filter(({ source }) => source === 'source-4')];
const documents: TrainingDocument[] = [
  ...own,
  ...own
    .filter(({ source }) => source === 'source-2')
    .slice(0, 2)
    .map((document) => ({ ...document, source: 'copies-of-2' })),
];

const sourcesOf = (groups: readonly (readonly StreamRows[])[]): string[] =>
  groups.flat().flatMap(({ stream }) => stream.names.map((name) => name.slice(0, name.indexOf('/'))));

/** A small real training that records the sources of each group's streams. */
const noteSources =
  (note: (sources: string[]) => void): BeginTraining =>
  (plan) => {
    const training = new StackedTraining({
      ...plan,
      stage1: smallStage(plan.stage1),
      stage2: plan.stage2 && smallStage(plan.stage2),
    });
    return {
      fit: (groups) => {
        note(sourcesOf(groups));
        return training.fit(groups);
      },
    };
  };

/**
 * Records the sources of each group's streams, and returns the ensemble member of the first training for every group:
 * for tests of which sources are trained on.
 */
const trainOnce = (note: (sources: string[]) => void): BeginTraining => {
  const trained = new Map<boolean, Promise<EnsembleMember>>();
  return (plan) => {
    const training = noteSources(() => undefined)(plan);
    return {
      fit: (groups) => {
        note(sourcesOf(groups));
        const member = trained.get(plan.stage2 === null) ?? training.fit(groups);
        trained.set(plan.stage2 === null, member);
        return member;
      },
    };
  };
};

interface Round {
  /** Sources that were held out, and sources that were trained on. */
  readonly held: readonly string[];
  readonly learnt: readonly string[];
}

/** Evaluates, and records the held-out and the training sources of each round. */
async function evaluateInRounds(
  of: readonly TrainingDocument[],
  plan: EvaluationPlan,
  begin = noteSources,
): Promise<{ evaluation: Evaluation; rounds: Round[] }> {
  const rounds: Round[] = [];
  let learnt: string[] = [];
  const say = (line: string) => {
    if (!line.startsWith('group ')) return;
    rounds.push({ held: line.slice(line.indexOf(': ') + 2).split(', '), learnt: [...new Set(learnt)] });
    learnt = [];
  };
  return {
    evaluation: await evaluateSplits(
      of,
      plan,
      say,
      begin((sources) => {
        learnt.push(...sources);
      }),
    ),
    rounds,
  };
}

let evaluation: Evaluation;
let rounds: Round[];
beforeAll(async () => {
  ({ evaluation, rounds } = await evaluateInRounds(documents, PLAN));
}, 120_000);

describe('the evaluation of splits', () => {
  it('evaluates each source once, on an ensemble that was trained without its documents', () => {
    expect(rounds.flatMap(({ held }) => held).sort()).toEqual([
      'copies-of-2',
      'source-0',
      'source-1',
      'source-2',
      'source-3',
      'source-4',
    ]);
    for (const { held, learnt } of rounds) expect(learnt.filter((source) => held.includes(source))).toEqual([]);
  });

  it('trains the given number of ensemble members, each on its own streams', async () => {
    const begun: FitPlan[] = [];
    const drawn: string[][] = [];
    const members = await evaluateSplits(
      own,
      { ...PLAN, trainingStreams: 16, evaluationStreams: 6, folds: 3, members: 2 },
      () => undefined,
      (plan) => {
        if (plan.stage2 !== null) begun.push(plan);
        return noteSources((sources) => {
          if (plan.stage2 !== null) drawn.push(sources);
        })(plan);
      },
    );
    expect(begun.map(({ seed }) => seed)).toEqual([1, 2]);
    expect(drawn).toHaveLength(6);
    expect(drawn[0]).not.toEqual(drawn[1]);
    expect(members.model.gaps).toBeGreaterThan(100);
  }, 120_000);

  it('trains on sources of every other group', () => {
    for (const { held, learnt } of rounds)
      expect(
        ['source-0', 'source-1', 'source-2', 'source-3'].filter(
          (source) => !held.includes(source) && !learnt.includes(source),
        ),
      ).toEqual([]);
  });

  it('holds out sources of one origin together', () => {
    expect(rounds.find(({ held }) => held.includes('source-2'))?.held).toEqual(['source-2', 'copies-of-2']);
  });

  it('holds out each source by itself with together: source', async () => {
    const held = (await evaluateInRounds(documents, { ...SMALL_PLAN, together: 'source' }, trainOnce)).rounds.map(
      (round) => round.held,
    );
    expect(held).toContainEqual(['source-2']);
    expect(held.find((sources) => sources.includes('copies-of-2'))).toEqual(['source-4', 'copies-of-2']);
  }, 120_000);

  it('trains on auxiliary documents in every group, and evaluates none of them', async () => {
    const auxiliary = own
      .filter(({ source }) => source === 'source-0')
      .map((document) => ({ ...document, source: 'auxiliary' }));
    const others = own.filter(({ source }) => source !== 'source-0');
    const {
      evaluation: { hardest, bySource },
      rounds,
    } = await evaluateInRounds(others, { ...SMALL_PLAN, folds: 3, auxiliary }, trainOnce);
    expect(rounds.flatMap(({ held }) => held).sort()).toEqual(['source-1', 'source-2', 'source-3', 'source-4']);
    expect(rounds.map(({ learnt: sources }) => sources.includes('auxiliary'))).toEqual([true, true, true]);
    expect(
      [...Object.keys(bySource), ...hardest.map(({ document }) => document)].filter((name) =>
        name.startsWith('auxiliary'),
      ),
    ).toEqual([]);
  }, 120_000);

  it('does not train on auxiliary sources that share an origin with an evaluated source', async () => {
    const copies = (source: string, name: string) =>
      own.filter((document) => document.source === source).map((document) => ({ ...document, source: name }));
    const others = own.filter(({ source }) => source !== 'source-0');
    const { rounds } = await evaluateInRounds(
      others,
      {
        ...SMALL_PLAN,
        folds: 3,
        auxiliary: [...copies('source-0', 'auxiliary'), ...copies('source-1', 'copies-of-1')],
      },
      trainOnce,
    );
    const learnt = rounds.map(({ learnt: sources }) => [
      sources.includes('auxiliary'),
      sources.includes('copies-of-1'),
    ]);
    expect(learnt).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ]);
  }, 120_000);

  it.each(['model', 'sameSource', 'scanned', 'dense', 'sparse', 'separated', 'few', 'blankVersos', 'stamped'] as const)(
    'gives an interval for each metric of %s',
    (setting) => {
      const figures = evaluation[setting];
      expect(figures.gaps).toBeGreaterThan(10);
      for (const figure of METRICS) {
        const { low, high } = figures.intervals[figure];
        expect([
          figure,
          figures[figure] >= 0,
          low <= high,
          low <= figures[figure] + 0.1,
          high >= figures[figure] - 0.1,
        ]).toEqual([figure, true, true, true, true]);
      }
      // These documents are so easy that there may be no error: then the interval has no width.
      expect(figures.intervals.pageF1.high > figures.intervals.pageF1.low).toBe(figures.pageF1 < 1);
    },
  );

  it('includes the baselines, correction effort and error rate after correction', () => {
    const { splitEveryPage, pageNumberRule, logisticRegression } = evaluation.baselines;
    for (const baseline of [splitEveryPage, pageNumberRule, logisticRegression])
      expect(baseline?.gaps).toBe(evaluation.model.gaps);
    expect(pageNumberRule.pageF1).toBeGreaterThan(splitEveryPage.pageF1);
    expect(evaluation.review.map(({ threshold }) => threshold)).toEqual([0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99]);
    expect(evaluation.scannedReview).toHaveLength(7);
  });

  it('includes metrics by source and by language, and the hardest documents', () => {
    expect(Object.keys(evaluation.bySource)).toEqual(
      expect.arrayContaining(['source-0', 'source-1', 'source-2', 'source-3']),
    );
    expect(Object.keys(evaluation.byLanguage)).toEqual(['en']);
    expect(evaluation.hardest[0]?.wrong).toBeGreaterThanOrEqual(evaluation.hardest.at(-1)?.wrong ?? Infinity);
  });

  it('refuses documents of too few sources', async () => {
    await expect(
      evaluateSplits(
        documents.filter(({ source }) => source === 'source-1'),
        PLAN,
        () => undefined,
      ),
    ).rejects.toThrow('at least three');
  });
});

describe('the evaluation of given weights', () => {
  let weights: SplitModel;
  beforeAll(async () => {
    const plan = { ...DEFAULT_FIT, streams: 40, stage1: smallStage(DEFAULT_FIT.stage1), stage2: null };
    const groups = drawTrainingGroups(
      ['source-0', 'source-1', 'source-2'].map((name) => own.filter(({ source }) => source === name)),
      plan,
    );
    weights = {
      ensemble: [await new StackedTraining(plan).fit(groups)],
      version: 'small',
      calibration: { slope: 1, intercept: 0 },
    };
  }, 120_000);
  const unseen = own.filter(({ source }) => source === 'source-3' || source === 'source-4');

  it('covers every setting, on streams of all documents, with the baselines that need no training', () => {
    const { model, mixed, sameSource, scanned, dense, sparse, separated, few, blankVersos, stamped, baselines } =
      evaluateWeights(unseen, weights, { evaluationStreams: 12, seed: 1 });
    expect(mixed.gaps + sameSource.gaps).toBe(model.gaps);
    for (const { gaps } of [mixed, sameSource, scanned, dense, sparse, separated, few, blankVersos, stamped])
      expect(gaps).toBeGreaterThan(10);
    expect(model.pageF1).toBeGreaterThan(baselines.splitEveryPage.pageF1);
    expect([baselines.splitEveryPage.gaps, baselines.pageNumberRule.gaps, baselines.logisticRegression]).toEqual([
      model.gaps,
      model.gaps,
      null,
    ]);
  }, 60_000);

  it('uses their own calibration, not one of the evaluated documents', () => {
    const never = evaluateWeights(
      unseen,
      { ...weights, calibration: { slope: 1, intercept: -50 } },
      { evaluationStreams: 6, seed: 1 },
    );
    expect(never.model.pageF1).toBe(0);
  }, 60_000);

  it('refuses a single document, which has no boundary', () => {
    expect(() => evaluateWeights(unseen.slice(0, 1), weights, { evaluationStreams: 6, seed: 1 })).toThrow(
      'One document alone',
    );
  });
});
