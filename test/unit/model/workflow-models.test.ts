/** Which models of workflows stay in memory, and when their weights are fetched. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parseWeights } from '../../../model-container/classifiers/weights-file.ts';
import { quantilesOf } from '../../../model-container/classifiers/workflow/base-scores.ts';
import { inputCount } from '../../../model-container/classifiers/workflow/gap-inputs.ts';
import { HASH_BUCKETS } from '../../../model-container/features/pages/hashed-page-features.ts';
import { formatWorkflowWeights } from '../../../model-container/classifiers/workflow/workflow-weights.ts';
import {
  openWorkflowModels,
  WeightsKeyError,
  WeightsNotFoundError,
} from '../../../model-container/serving/workflow-models.ts';

const baseText = await readFile('model-container/weights/base.json', 'utf8');
const quantiles = quantilesOf(parseWeights(baseText, 'base'));
const learnt = {
  roles: { first: new Float32Array(HASH_BUCKETS), last: new Float32Array(HASH_BUCKETS) },
  correction: new Float32Array(inputCount(quantiles.length) + 1),
};
const weights = new TextEncoder().encode(
  formatWorkflowWeights({
    baseText,
    learnt,
    calibration: { slope: 1, intercept: 0, prior: 0.3 },
    foldModels: [],
    documents: [],
  }),
);

/** @param kept  models that stay */
const open = (kept: number) => {
  const fetched: string[] = [];
  const missing = new Set(['missing']);
  const models = openWorkflowModels((key) => {
    fetched.push(key);
    return missing.has(key) ? Promise.reject(new WeightsNotFoundError(key)) : Promise.resolve(weights);
  }, kept);
  return { fetched, missing, models };
};

describe('the models of workflows', () => {
  it('are fetched once, and from then on are there', async () => {
    const { models, fetched } = open(2);
    const [one, again] = [await models.get('a'), await models.get('a')];
    expect(again).toBe(one);
    expect(fetched).toEqual(['a']);
  });

  it('are fetched once by all who ask while they come', async () => {
    const { models, fetched } = open(2);
    await Promise.all([models.get('a'), models.get('a'), models.get('a')]);
    expect(fetched).toEqual(['a']);
  });

  it('go in the order of their last use where there are too many', async () => {
    const { models, fetched } = open(2);
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await models.get(key);
    expect(fetched).toEqual(['a', 'b', 'c', 'b']);
  });

  it('are looked for again where there were none', async () => {
    const { models, missing, fetched } = open(2);
    await expect(models.get('missing')).rejects.toThrow(WeightsNotFoundError);
    missing.clear();
    await models.get('missing');
    expect(fetched).toEqual(['missing', 'missing']);
  });

  it('have keys that lead nowhere else, or are not looked for', async () => {
    const { models, fetched } = open(2);
    expect(() => models.get('a/../b')).toThrow(WeightsKeyError);
    await expect(openWorkflowModels(undefined, 1).get('a')).rejects.toThrow(WeightsNotFoundError);
    expect(fetched).toEqual([]);
  });
});
