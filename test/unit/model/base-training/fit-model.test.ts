import { beforeAll, describe, expect, it } from 'vitest';
import {
  calibrationFrom,
  DEFAULT_FIT,
  drawTrainingGroups,
  foldsBySource,
  scoreHeldOut,
  StackedTraining,
} from '../../../../model-container/training/base/fit-model.ts';
import { ROW_NAMES } from '../../../../model-container/features/gap-features.ts';
import type { FitPlan, StagePlan, StreamRows } from '../../../../model-container/training/base/fit-model.ts';
import type { EnsembleMember } from '../../../../model-container/classifiers/split-model.ts';
import { drawDocuments } from '../features/draw-pages.ts';

const small = (stage: StagePlan): StagePlan => ({
  ...stage,
  training: {
    ...stage.training,
    hidden: stage.training.hidden.map(({ dilation }) => ({ outputs: 8, dilation })),
    epochs: 1,
  },
  boosting: stage.boosting && { ...stage.boosting, rounds: 20 },
});
const PLAN: FitPlan = {
  ...DEFAULT_FIT,
  streams: 8,
  stage1: small(DEFAULT_FIT.stage1),
  stage2: DEFAULT_FIT.stage2 && small(DEFAULT_FIT.stage2),
};

describe('ensemble members that are trained on shared groups of sources', () => {
  const groups = drawTrainingGroups(foldsBySource(drawDocuments(1, 4, 5), 4), PLAN);
  const without = (held: number) => groups.filter((_, at) => at !== held);
  /** Trained on all groups, and on all but the second: neither training shares anything. */
  let ofAll: EnsembleMember;
  let withoutSecond: EnsembleMember;
  beforeAll(async () => {
    ofAll = await new StackedTraining(PLAN).fit(groups);
    withoutSecond = await new StackedTraining(PLAN).fit(without(1));
  }, 60_000);

  it('are the same as when they are trained separately, in any order', { tags: 'slow' }, async () => {
    const shared = new StackedTraining(PLAN);
    for (const held of groups.keys()) await shared.fit(without(held));
    expect(await shared.fit(without(1))).toEqual(withoutSecond);
    expect(await shared.fit(groups)).toEqual(ofAll);
  });

  it('have the number of networks of the plan: none in stage 1, one in stage 2', { tags: 'slow' }, async () => {
    const [one, two] = await Promise.all(
      [1, 2].map((networks) => new StackedTraining({ ...PLAN, stage1: { ...PLAN.stage1, networks } }).fit(without(1))),
    );
    const counts = (member?: EnsembleMember) =>
      member?.stages.flatMap(({ networks, trees }) => [networks.length, trees.length]);
    expect([withoutSecond, one, two].map(counts)).toEqual([
      [0, 1, 1, 1],
      [1, 1, 1, 1],
      [2, 1, 1, 1],
    ]);
    expect(two?.stages[0]?.networks[0]).toEqual(one?.stages[0]?.networks[0]);
  });

  it('score the mean of their log-odds', async () => {
    const members = [ofAll, await new StackedTraining({ ...PLAN, seed: 2 }).fit(groups)];
    const streams = groups.flat();
    const [one, other] = members.map((member) => scoreHeldOut([member], streams).flatMap(({ logOdds }) => logOdds));
    const both = scoreHeldOut(members, streams).flatMap(({ logOdds }) => logOdds);
    expect(one).not.toEqual(other);
    expect(both).toEqual(one?.map((odds, gap) => (odds + (other?.[gap] ?? Number.NaN)) / 2));
  }, 60_000);

  it('do not train on masked gaps, before blank pages', async () => {
    const withVersos = groups.map((group) => group.map(withBlankVerso));
    expect(await new StackedTraining(PLAN).fit(withVersos)).toEqual(ofAll);
    const [held, heldWithVersos] = [scoreHeldOut([ofAll], groups.flat()), scoreHeldOut([ofAll], withVersos.flat())];
    expect(calibrationFrom(heldWithVersos)).toEqual(calibrationFrom(held));
  }, 60_000);
});

/** The same stream with a blank page at its end. */
const withBlankVerso = ({ rows, labels, stream }: StreamRows): StreamRows => ({
  rows: [...rows, MASKED_ROW],
  labels: [...labels, 0],
  stream,
});
const MASKED_ROW = Float32Array.from(ROW_NAMES, (name) => (name === 'masked' ? 1 : Number.NaN));
