import { describe, expect, it } from 'vitest';
import {
  calibrationFrom,
  DEFAULT_FIT,
  drawTrainingGroups,
  foldsBySource,
  scoreHeldOut,
  StackedTraining,
} from '../../../model-container/training/base/fit-model.ts';
import { ROW_NAMES } from '../../../model-container/features/gap-features.ts';
import type { FitPlan, StagePlan, StreamRows } from '../../../model-container/training/base/fit-model.ts';
import type { Learners } from '../../../model-container/classifiers/split-model.ts';
import { drawDocuments } from './draw-pages.ts';

const small = (look: StagePlan): StagePlan => ({
  ...look,
  training: { ...look.training, hidden: look.training.hidden.map(({ dilation }) => ({ outputs: 8, reach })), epochs: 1 },
  boosting: look.boosting && { ...look.boosting, rounds: 20 },
});
const PLAN: FitPlan = {
  ...DEFAULT_FIT,
  streams: 8,
  stage1: small(DEFAULT_FIT.stage1),
  stage2: DEFAULT_FIT.stage2 && small(DEFAULT_FIT.stage2),
};

describe('learners of groups of sources that are trained together', () => {
  const groups = drawTrainingGroups(foldsBySource(drawDocuments(1, 4, 5), 4), PLAN);
  const without = (held: number) => groups.filter((_, at) => at !== held);

  it('are those that each would be alone, whatever was trained before', async () => {
    const shared = new StackedTraining(PLAN);
    for (const held of groups.keys()) await shared.fit(without(held));
    expect(await shared.fit(without(1))).toEqual(await new StackedTraining(PLAN).fit(without(1)));
    expect(await shared.fit(groups)).toEqual(await new StackedTraining(PLAN).fit(groups));
  }, 60_000);

  it('have as many networks as are asked for', async () => {
    const one = await new StackedTraining(PLAN).fit(without(0));
    const two = await new StackedTraining({ ...PLAN, stage1: { ...PLAN.stage1, networks: 2 } }).fit(without(0));
    const counts = ({ first, second }: Learners) => [
      first.networks.length,
      first.trees.length,
      second?.networks.length,
      second?.trees.length,
    ];
    expect([counts(one), counts(two)]).toEqual([
      [1, 1, 1, 1],
      [2, 1, 1, 1],
    ]);
    expect(two.first.networks[0]).toEqual(one.first.networks[0]);
  }, 60_000);

  it('say the mean of what each says by itself', async () => {
    const members = [
      await new StackedTraining(PLAN).fit(groups),
      await new StackedTraining({ ...PLAN, seed: 2 }).fit(groups),
    ];
    const streams = groups.flat();
    const [one, other] = members.map((member) => scoreHeldOut([member], streams).flatMap(({ logOdds }) => logOdds));
    const both = scoreHeldOut(members, streams).flatMap(({ logOdds }) => logOdds);
    expect(one).not.toEqual(other);
    expect(both).toEqual(one?.map((odds, gap) => (odds + (other?.[gap] ?? Number.NaN)) / 2));
  }, 60_000);

  it('learn nothing from the gap before an empty page, of which nothing is asked', async () => {
    const backed = groups.map((group) => group.map(withEmptyBack));
    const [learnt, learntWithBacks] = [
      await new StackedTraining(PLAN).fit(groups),
      await new StackedTraining(PLAN).fit(backed),
    ];
    expect(learntWithBacks).toEqual(learnt);
    const [held, heldWithBacks] = [scoreHeldOut([learnt], groups.flat()), scoreHeldOut([learnt], backed.flat())];
    expect(calibrationFrom(heldWithBacks)).toEqual(calibrationFrom(held));
  }, 60_000);
});

/** The same stream with an empty page at its end. */
const withEmptyBack = ({ rows, labels, stream }: StreamRows): StreamRows => ({
  rows: [...rows, NOTHING_ASKED],
  labels: [...labels, 0],
  stream,
});
const NOTHING_ASKED = Float32Array.from(ROW_NAMES, (name) => (name === 'silent' ? 1 : Number.NaN));
