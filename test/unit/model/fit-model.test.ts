import { describe, expect, it } from 'vitest';
import { DEFAULT_FIT, drawGroups, foldsBySource, SharedTraining } from '../../../model-container/model/fit-model.ts';
import type { FitPlan } from '../../../model-container/model/fit-model.ts';
import { drawDocuments } from './draw-pages.ts';

const PLAN: FitPlan = { ...DEFAULT_FIT, streams: 8, seeds: 1, training: { ...DEFAULT_FIT.training, epochs: 1 }, boosting: DEFAULT_FIT.boosting && { ...DEFAULT_FIT.boosting, rounds: 20 } };

describe('learners of groups of sources that are trained together', () => {
  const groups = drawGroups(foldsBySource(drawDocuments(1, 4, 5), 4), PLAN);
  const without = (held: number) => groups.filter((_, at) => at !== held);

  it('are those that each would be alone, whatever was trained before', async () => {
    const shared = new SharedTraining(PLAN);
    for (const held of groups.keys()) await shared.fit(without(held));
    expect(await shared.fit(without(1))).toEqual(await new SharedTraining(PLAN).fit(without(1)));
    expect(await shared.fit(groups)).toEqual(await new SharedTraining(PLAN).fit(groups));
  }, 60_000);

  it('have as many members as are asked for', async () => {
    const shared = new SharedTraining(PLAN);
    const one = await shared.fit(without(0));
    const two = await shared.fit(without(0), 2);
    expect([one.networks.length, one.trees.length, one.secondTrees.length]).toEqual([1, 1, 1]);
    expect([two.networks.length, two.trees.length, two.secondTrees.length]).toEqual([2, 2, 2]);
    expect(two.networks[0]).toEqual(one.networks[0]);
  }, 60_000);
});
