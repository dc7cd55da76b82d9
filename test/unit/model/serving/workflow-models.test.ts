/** The cache of workflow models: when weights are read and which models are evicted. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseWeights } from '../../../../model-container/classifiers/weights-file.ts';
import { quantilesOf } from '../../../../model-container/classifiers/workflow/base-scores.ts';
import { inputCount } from '../../../../model-container/classifiers/workflow/gap-inputs.ts';
import { HASH_BUCKETS } from '../../../../model-container/features/pages/hashed-page-features.ts';
import { formatWorkflowWeights } from '../../../../model-container/classifiers/workflow/workflow-weights.ts';
import {
  openWorkflowModels,
  WeightsKeyError,
  WeightsNotFoundError,
} from '../../../../model-container/serving/workflow-models.ts';
import { RECORDED_BASE_MODEL } from '../fine-tuning/training-fixtures.ts';

const baseText = gunzipSync(await readFile(join(RECORDED_BASE_MODEL, 'base.json.gz'))).toString();
const quantiles = quantilesOf(parseWeights(baseText, 'base'));
const fineTuned = {
  pageTypes: { first: new Float32Array(HASH_BUCKETS), last: new Float32Array(HASH_BUCKETS) },
  correction: new Float32Array(inputCount(quantiles.length) + 1),
};
const weights = new TextEncoder().encode(
  formatWorkflowWeights({
    baseText,
    fineTuned,
    calibration: { slope: 1, intercept: 0, prior: 0.3 },
    foldModels: [],
    documents: [],
  }),
);

/** @param capacity  of the cache */
const open = (capacity: number) => {
  const fetched: string[] = [];
  const missing = new Set(['missing']);
  const models = openWorkflowModels((key) => {
    fetched.push(key);
    return missing.has(key) ? Promise.reject(new WeightsNotFoundError(key)) : Promise.resolve(weights);
  }, capacity);
  return { fetched, missing, models };
};

describe('the models of workflows', () => {
  it('are read once', async () => {
    const { models, fetched } = open(2);
    const [one, again] = [await models.get('a'), await models.get('a')];
    expect(again).toBe(one);
    expect(fetched).toEqual(['a']);
  });

  it('are read once for concurrent calls', async () => {
    const { models, fetched } = open(2);
    await Promise.all([models.get('a'), models.get('a'), models.get('a')]);
    expect(fetched).toEqual(['a']);
  });

  it('are evicted in the order of their last use', async () => {
    const { models, fetched } = open(2);
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await models.get(key);
    expect(fetched).toEqual(['a', 'b', 'c', 'b']);
  });

  it('are read again after a failed read', async () => {
    const { models, missing, fetched } = open(2);
    await expect(models.get('missing')).rejects.toThrow(WeightsNotFoundError);
    missing.clear();
    await models.get('missing');
    expect(fetched).toEqual(['missing', 'missing']);
  });

  it('are refused without a read for keys that are paths out of the folder', async () => {
    const { models, fetched } = open(2);
    expect(() => models.get('a/../b')).toThrow(WeightsKeyError);
    await expect(openWorkflowModels(undefined, 1).get('a')).rejects.toThrow(WeightsNotFoundError);
    expect(fetched).toEqual([]);
  });
});
