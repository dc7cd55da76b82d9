import { describe, expect, it } from 'vitest';
import { DEFAULT_FIT, drawGroups, fitLearners, foldsBySource, GroupLearners } from '../../../model-container/model/fit-model.ts';
import type { FitPlan } from '../../../model-container/model/fit-model.ts';
import { drawDocuments } from './draw-pages.ts';

const PLAN: FitPlan = { ...DEFAULT_FIT, streams: 8, seeds: 1, training: { ...DEFAULT_FIT.training, epochs: 1 }, boosting: DEFAULT_FIT.boosting && { ...DEFAULT_FIT.boosting, rounds: 20 } };

describe('learners of all groups of sources but some', () => {
  const groups = drawGroups(foldsBySource(drawDocuments(1, 4, 5), 4), PLAN);

  it('are those that only the other groups would yield, however many were asked for before', async () => {
    const learners = new GroupLearners(groups, PLAN);
    for (const group of groups.keys()) await learners.without([group]);
    expect(await learners.without([1])).toEqual(await fitLearners(groups.filter((_, at) => at !== 1), PLAN));
    expect(await learners.without([])).toEqual(await fitLearners(groups, PLAN));
  }, 60_000);

  it('have as many members as are asked for', async () => {
    const learners = new GroupLearners(groups, PLAN);
    const one = await learners.without([0]);
    const two = await learners.without([0], 2);
    expect([one.networks.length, one.trees.length, one.secondTrees.length]).toEqual([1, 1, 1]);
    expect([two.networks.length, two.trees.length, two.secondTrees.length]).toEqual([2, 2, 2]);
    expect(two.networks[0]).toEqual(one.networks[0]);
  }, 60_000);
});
