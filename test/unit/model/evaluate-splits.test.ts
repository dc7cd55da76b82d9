import { beforeAll, describe, expect, it } from 'vitest';
import { evaluateSplits, evaluateWeights } from '../../../bench/split-model/evaluate-splits.ts';
import type { BeginTraining, Evaluation, EvaluationPlan } from '../../../bench/split-model/evaluate-splits.ts';
import { DEFAULT_FIT, drawGroups, SharedTraining } from '../../../model-container/training/base/fit-model.ts';
import type { FitPlan, StreamRows } from '../../../model-container/training/base/fit-model.ts';
import { FIGURES } from '../../../model-container/evaluation/metrics.ts';
import type { Learners, SplitModel } from '../../../model-container/classifiers/split-model.ts';
import type { TrainingDocument } from '../../../model-container/training/training-documents.ts';
import { drawDocuments } from './draw-pages.ts';
import { smallStage } from './small-stages.ts';

const PLAN = { folds: null, trainingStreams: 28, judgedStreams: 12, members: 1, seed: 1, together: 'origin' } as const;
/** Where only the sources matter that are learnt from and judged. */
const FEW = { ...PLAN, trainingStreams: 16, judgedStreams: 3 };
/** Four sources with enough documents to be judged by themselves, one with fewer, and one that has two of another's documents. */
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

/** Real training in small; the sources of each group's streams are noted down. */
const noteSources =
  (note: (sources: string[]) => void): BeginTraining =>
  (plan) => {
    const training = new SharedTraining({
      ...plan,
      first: smallStage(plan.first),
      second: plan.second && smallStage(plan.second),
    });
    return {
      fit: (groups) => {
        note(sourcesOf(groups));
        return training.fit(groups);
      },
    };
  };

/** Notes the sources down, and gives every group the learners of the first: for tests of which sources are learnt from, not of what. */
const trainOnce = (note: (sources: string[]) => void): BeginTraining => {
  const learners = new Map<boolean, Promise<Learners>>();
  return (plan) => {
    const training = noteSources(() => undefined)(plan);
    return {
      fit: (groups) => {
        note(sourcesOf(groups));
        const fitted = learners.get(plan.second === null) ?? training.fit(groups);
        learners.set(plan.second === null, fitted);
        return fitted;
      },
    };
  };
};

interface Judged {
  /** Sources that were held out, and those that were learnt from for it. */
  readonly held: readonly string[];
  readonly learnt: readonly string[];
}

/** Evaluates, and notes down for each round what was held out and what was learnt from. */
async function evaluateInRounds(
  of: readonly TrainingDocument[],
  plan: EvaluationPlan,
  begin = noteSources,
): Promise<{ evaluation: Evaluation; rounds: Judged[] }> {
  const rounds: Judged[] = [];
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
let judged: Judged[];
beforeAll(async () => {
  ({ evaluation, rounds: judged } = await evaluateInRounds(documents, PLAN));
}, 120_000);

describe('the evaluation of splits', () => {
  it('judges every source once, by learners that saw none of its documents', () => {
    expect(judged.flatMap(({ held }) => held).sort()).toEqual([
      'copies-of-2',
      'source-0',
      'source-1',
      'source-2',
      'source-3',
      'source-4',
    ]);
    for (const { held, learnt } of judged) expect(learnt.filter((source) => held.includes(source))).toEqual([]);
  });

  it('trains as many members as it is told, each on streams of its own', async () => {
    const begun: FitPlan[] = [];
    const drawn: string[][] = [];
    const members = await evaluateSplits(
      own,
      { ...PLAN, trainingStreams: 16, judgedStreams: 6, folds: 3, members: 2 },
      () => undefined,
      (plan) => {
        if (plan.second !== null) begun.push(plan);
        return noteSources((sources) => {
          if (plan.second !== null) drawn.push(sources);
        })(plan);
      },
    );
    expect(begun.map(({ seed }) => seed)).toEqual([1, 2]);
    expect(drawn).toHaveLength(6);
    expect(drawn[0]).not.toEqual(drawn[1]);
    expect(members.model.gaps).toBeGreaterThan(100);
  }, 120_000);

  it('learns from sources of every other group', () => {
    for (const { held, learnt } of judged)
      expect(
        ['source-0', 'source-1', 'source-2', 'source-3'].filter(
          (source) => !held.includes(source) && !learnt.includes(source),
        ),
      ).toEqual([]);
  });

  it('holds sources of one origin out together', () => {
    expect(judged.find(({ held }) => held.includes('source-2'))?.held).toEqual(['source-2', 'copies-of-2']);
  });

  it('holds each source out as it is named where that is asked for', async () => {
    const held = (await evaluateInRounds(documents, { ...FEW, together: 'source' }, trainOnce)).rounds.map(
      (round) => round.held,
    );
    expect(held).toContainEqual(['source-2']);
    expect(held.find((sources) => sources.includes('copies-of-2'))).toEqual(['source-4', 'copies-of-2']);
  }, 120_000);

  it('learns from further documents in every group, and judges none of them', async () => {
    const further = own
      .filter(({ source }) => source === 'source-0')
      .map((document) => ({ ...document, source: 'further' }));
    const others = own.filter(({ source }) => source !== 'source-0');
    const {
      evaluation: { hardest, bySource },
      rounds,
    } = await evaluateInRounds(others, { ...FEW, folds: 3, further }, trainOnce);
    expect(rounds.flatMap(({ held }) => held).sort()).toEqual(['source-1', 'source-2', 'source-3', 'source-4']);
    expect(rounds.map(({ learnt: sources }) => sources.includes('further'))).toEqual([true, true, true]);
    expect(
      [...Object.keys(bySource), ...hardest.map(({ document }) => document)].filter((name) =>
        name.startsWith('further'),
      ),
    ).toEqual([]);
  }, 120_000);

  it('learns from no further documents of a source that shares its origin with a judged one', async () => {
    const copies = (source: string, name: string) =>
      own.filter((document) => document.source === source).map((document) => ({ ...document, source: name }));
    const others = own.filter(({ source }) => source !== 'source-0');
    const { rounds } = await evaluateInRounds(
      others,
      { ...FEW, folds: 3, further: [...copies('source-0', 'further'), ...copies('source-1', 'copies-of-1')] },
      trainOnce,
    );
    const learnt = rounds.map(({ learnt: sources }) => [sources.includes('further'), sources.includes('copies-of-1')]);
    expect(learnt).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ]);
  }, 120_000);

  it.each(['model', 'sameSource', 'scanned', 'dense', 'sparse', 'separated', 'few', 'backed', 'stamped'] as const)(
    'gives every figure of %s an interval',
    (setting) => {
      const figures = evaluation[setting];
      expect(figures.gaps).toBeGreaterThan(10);
      for (const figure of FIGURES) {
        const { low, high } = figures.intervals[figure];
        expect([
          figure,
          figures[figure] >= 0,
          low <= high,
          low <= figures[figure] + 0.1,
          high >= figures[figure] - 0.1,
        ]).toEqual([figure, true, true, true, true]);
      }
      // So easy are these documents that nothing may go wrong: a figure without an error has no width.
      expect(figures.intervals.pageF1.high > figures.intervals.pageF1.low).toBe(figures.pageF1 < 1);
    },
  );

  it('has the baselines beside them, and what reviewing costs and leaves', () => {
    const { splitEveryPage, pageNumberRule, logisticRegression } = evaluation.baselines;
    for (const baseline of [splitEveryPage, pageNumberRule, logisticRegression])
      expect(baseline?.gaps).toBe(evaluation.model.gaps);
    expect(pageNumberRule.pageF1).toBeGreaterThan(splitEveryPage.pageF1);
    expect(evaluation.review.map(({ threshold }) => threshold)).toEqual([0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99]);
    expect(evaluation.scannedReview).toHaveLength(7);
  });

  it('says how each source and each language fared, and which documents were hardest', () => {
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

describe('the evaluation of weights that are there', () => {
  let weights: SplitModel;
  beforeAll(async () => {
    const plan = { ...DEFAULT_FIT, streams: 40, first: smallStage(DEFAULT_FIT.first), second: null };
    const groups = drawGroups(
      ['source-0', 'source-1', 'source-2'].map((name) => own.filter(({ source }) => source === name)),
      plan,
    );
    weights = {
      members: [await new SharedTraining(plan).fit(groups)],
      version: 'small',
      calibration: { slope: 1, offset: 0 },
    };
  }, 120_000);
  const unseen = own.filter(({ source }) => source === 'source-3' || source === 'source-4');

  it('judges them in every setting, on streams of all documents, beside the baselines that need no training', () => {
    const { model, mixed, sameSource, scanned, dense, sparse, separated, few, backed, stamped, baselines } =
      evaluateWeights(unseen, weights, { judgedStreams: 12, seed: 1 });
    expect(mixed.gaps + sameSource.gaps).toBe(model.gaps);
    for (const { gaps } of [mixed, sameSource, scanned, dense, sparse, separated, few, backed, stamped])
      expect(gaps).toBeGreaterThan(10);
    expect(model.pageF1).toBeGreaterThan(baselines.splitEveryPage.pageF1);
    expect([baselines.splitEveryPage.gaps, baselines.pageNumberRule.gaps, baselines.logisticRegression]).toEqual([
      model.gaps,
      model.gaps,
      null,
    ]);
  }, 60_000);

  it('takes their own calibration, not one of the documents that are judged', () => {
    const never = evaluateWeights(
      unseen,
      { ...weights, calibration: { slope: 1, offset: -50 } },
      { judgedStreams: 6, seed: 1 },
    );
    expect(never.model.pageF1).toBe(0);
  }, 60_000);

  it('refuses documents between which there is no boundary', () => {
    expect(() => evaluateWeights(unseen.slice(0, 1), weights, { judgedStreams: 6, seed: 1 })).toThrow(
      'One document alone',
    );
  });
});
