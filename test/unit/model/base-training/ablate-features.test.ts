// @module-tag slow
import { beforeAll, describe, expect, it } from 'vitest';
import { ablateFeatures } from '../../../../bench/split-model/ablation/ablate-features.ts';
import type { Ablation } from '../../../../bench/split-model/ablation/ablate-features.ts';
import { FEATURE_FAMILIES } from '../../../../model-container/features/feature-families.ts';
import { FEATURE_NAMES } from '../../../../model-container/features/gap-features.ts';
import { drawDocuments } from '../features/draw-pages.ts';

const PLAN = { folds: 3, trainingStreams: 15, evaluationStreams: 4, rounds: 30, seed: 1 };

const ablations: Ablation[] = [];
beforeAll(async () => {
  for await (const ablation of ablateFeatures(drawDocuments(2, 4, 6), PLAN)) ablations.push(ablation);
}, 120_000);

describe('the ablation of features', () => {
  it('evaluates with all features, then without each family', () => {
    expect(ablations.map(({ without }) => without)).toEqual([null, ...FEATURE_FAMILIES.keys()]);
    expect(ablations.slice(1, -1).reduce((sum, { features }) => sum + features, 0)).toBe(FEATURE_NAMES.length);
  });

  it('evaluates on the same streams each time', () => {
    expect(new Set(ablations.map(({ clean, scanned }) => `${clean.gaps} ${scanned.gaps}`)).size).toBe(1);
  });

  it('has a higher loss without a family that others do not replace', () => {
    const [all, ...others] = ablations;
    const numbers = others.find(({ without }) => without === 'page numbers');
    expect(all?.clean.pageF1).toBeGreaterThan(0.8);
    expect(numbers?.logLoss).toBeGreaterThan(all?.logLoss ?? Number.POSITIVE_INFINITY);
    expect(new Set(ablations.map(({ logLoss }) => logLoss)).size).toBeGreaterThan(6);
  });
});
