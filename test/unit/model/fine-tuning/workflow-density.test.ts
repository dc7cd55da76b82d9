import { describe, expect, it } from 'vitest';
import { BLANK_PAGE_PROBABILITY, fitDensity } from '../../../../core/splitting/fit-density.ts';
import { MASKED_LOG_ODDS } from '../../../../model-container/calibration/gap-probabilities.ts';
import { scorePages } from '../../../../model-container/classifiers/split-model.ts';
import { buildTrainingSet } from '../../../../model-container/training/fine-tuning/fit-correction.ts';
import type { PageRecord } from '../../../../core/documents/page-record.ts';
import type { CalibrationWithPrior } from '../../../../model-container/calibration/calibration.ts';
import { WeightsError } from '../../../../model-container/classifiers/weights-file.ts';
import { STAGE_1 } from '../../../../model-container/classifiers/stage-1.ts';
import { inputCount } from '../../../../model-container/classifiers/workflow/gap-inputs.ts';
import { calibrationOf, decideHeldOut } from '../../../../model-container/evaluation/evaluate-streams.ts';
import type { HeldOutStreams } from '../../../../model-container/evaluation/evaluate-streams.ts';
import { HASH_BUCKETS } from '../../../../model-container/features/pages/hashed-page-features.ts';
import { scoreWorkflowPages } from '../../../../model-container/classifiers/workflow/score-stream.ts';
import { decideFold } from '../../../../model-container/training/fine-tuning/serving-model.ts';
import { parseWorkflowWeights } from '../../../../model-container/classifiers/workflow/workflow-weights.ts';
import type { WorkflowModel } from '../../../../model-container/classifiers/workflow/workflow-weights.ts';
import type { StreamGap } from '../../../../model-container/training/fine-tuning/stream-rows.ts';
import { blank, drawPage } from '../features/draw-pages.ts';

const NO_FEATURES = new Int32Array(0);
/** A correction of zeros. */
const fineTuned = {
  pageTypes: { first: new Float32Array(HASH_BUCKETS), last: new Float32Array(HASH_BUCKETS) },
  correction: new Float32Array(inputCount(0) + 1),
};

/** A workflow's model without a correction, on a base model that gives every gap the same log-odds. */
const modelWithLogOdds = (odds: number, calibration: CalibrationWithPrior): WorkflowModel => ({
  version: 'workflow-drawn',
  digest: 'd'.repeat(64),
  baseText: '',
  fineTuned,
  calibration,
  foldModels: [],
  documents: [],
  base: {
    version: 'base-drawn',
    ensemble: [
      {
        stages: [
          {
            definition: STAGE_1,
            quantiles: [],
            networks: [],
            trees: [{ initialScore: odds, trees: [] }],
            previousSlope: 0,
          },
        ],
      },
    ],
    calibration: { slope: 1, intercept: 0 },
  },
});
/** The probabilities of a whole document: scored by the container, then adapted to its density. */
const served = (model: WorkflowModel, of: readonly PageRecord[]): number[] =>
  fitDensity(scoreWorkflowPages(model, of), CALIBRATION.prior);
const CALIBRATION = { slope: 1, intercept: 0, prior: 0.3 };
const pages = Array.from({ length: 41 }, (_, at) => drawPage({ body: [`receipt ${at}`], page: 1 }));
const sigmoid = (odds: number) => 1 / (1 + Math.exp(-odds));
/** A stream with a document's end wherever the label is 1. */
const gapsOf = (count: number, label: (gap: number) => number, baseLogOdds = 0): StreamGap[] => {
  let document = 0;
  return Array.from({ length: count }, (_, gap) => {
    const left = document;
    document += label(gap);
    return {
      left,
      right: document,
      leftPlace: 0,
      label: label(gap),
      features: new Float32Array(0),
      baseLogOdds,
      hashedFeatures: [NO_FEATURES, NO_FEATURES],
      key: `${count} ${gap}`,
    };
  });
};

describe('a workflow’s model', () => {
  it('raises the probabilities of a stream of high boundary density', () => {
    const probabilities = served(modelWithLogOdds(0.8, CALIBRATION), pages);
    expect(probabilities).toHaveLength(40);
    for (const p of probabilities) expect(p).toBeGreaterThan(sigmoid(0.8) + 0.1);
  });

  it('lowers the probabilities of a stream of low boundary density', () => {
    for (const p of served(modelWithLogOdds(-1.5, CALIBRATION), pages)) expect(p).toBeLessThan(sigmoid(-1.5) - 0.05);
  });

  it('adapts a long stream to one density, across windows', { tags: 'slow' }, () => {
    const long = Array.from({ length: 11 }, () => pages).flat();
    const probabilities = served(modelWithLogOdds(0.8, CALIBRATION), long);
    expect(probabilities).toHaveLength(long.length - 1);
    expect(new Set(probabilities)).toHaveLength(1);
  });

  it('is evaluated before a training with the probabilities that it serves', () => {
    const model = modelWithLogOdds(0.8, CALIBRATION);
    const [decisions = []] = decideFold(
      { version: model.version, base: model.base, baseText: '', workflow: model },
      [],
      [gapsOf(40, () => 1, 0.8)],
    );
    expect(decisions.map(({ probability }) => probability)).toEqual(served(model, pages));
  });

  it('gives the gap before a blank page the probability that the base model gives it, whatever its correction', () => {
    const model = modelWithLogOdds(0.8, CALIBRATION);
    const correcting = { ...model, fineTuned: { ...fineTuned, correction: fineTuned.correction.map(() => 5) } };
    const withVerso = [...pages.slice(0, 2), blank(), ...pages.slice(2, 4)];
    const [before, verso] = scoreWorkflowPages(correcting, withVerso);
    expect(verso).toBe(scorePages(model.base, withVerso)[1]);
    expect(before).toBeGreaterThan(0.9);
  });

  it('is evaluated at the gap before a blank page with the probability that it serves, as its base model is', () => {
    const model = modelWithLogOdds(0.8, CALIBRATION);
    const serving = { version: model.version, base: model.base, baseText: '' };
    const streams = [gapsOf(3, () => 1, MASKED_LOG_ODDS)];
    for (const evaluated of [{ ...serving, workflow: model }, serving])
      for (const { probability } of decideFold(evaluated, [], streams).flat())
        expect(probability).toBe(BLANK_PAGE_PROBABILITY);
  });

  it('is not calibrated on gaps before blank pages', () => {
    const scored = gapsOf(40, (gap) => gap % 2).map((gap) => ({ gap, fold: 0, logOdds: gap.label === 1 ? 2 : -2 }));
    const masked = gapsOf(41, () => 0).map((gap) => ({ gap, fold: 0, logOdds: MASKED_LOG_ODDS }));
    expect(calibrationOf([scored, masked])).toEqual(calibrationOf([scored]));
  });

  it('does not learn from gaps before blank pages', () => {
    const scored = gapsOf(4, () => 1);
    const withMasked = [...scored, ...gapsOf(5, () => 1, MASKED_LOG_ODDS)];
    const rowsOf = (gaps: readonly StreamGap[]) => buildTrainingSet([], [gaps], []).rows.map(({ label }) => label);
    expect(rowsOf(withMasked)).toEqual(rowsOf(scored));
  });

  it('is evaluated on held-out streams at their boundary density', () => {
    const usual: HeldOutStreams = [0, 1, 2].map((fold) =>
      gapsOf(60, (gap) => Number(gap % 4 === 0)).map((gap) => ({ gap, fold, logOdds: gap.label === 1 ? 2 : -2 })),
    );
    const dense = gapsOf(40, () => 1).map((gap) => ({ gap, fold: 3, logOdds: 0.4 }));
    const alone = decideHeldOut([...usual, dense.slice(0, 1)]).at(-1)?.[0]?.probability ?? 1;
    const among = decideHeldOut([...usual, dense]).at(-1)?.[0]?.probability ?? 0;
    expect(among).toBeGreaterThan(alone + 0.03);
  });

  it('has the share of boundaries of its calibration data as its prior, with each document’s end counted once', () => {
    // Twenty documents of two pages: nineteen ends among them.
    const gaps = gapsOf(39, (gap) => gap % 2).map((gap) => ({ gap, fold: 0, logOdds: 0 }));
    expect(calibrationOf([gaps]).prior).toBeCloseTo(0.5, 1);
    const { prior } = calibrationOf([gapsOf(3, () => 1).map((gap) => ({ gap, fold: 0, logOdds: 0 }))]);
    expect(prior).toBeLessThan(1);
  });
});

describe('weights of a workflow of an earlier schema version', () => {
  it('are refused with the version that they have and the one that is read', () => {
    const parse = () =>
      parseWorkflowWeights(
        '{"kind":"workflow","schema_version":2,"base":"","calibration":{"slope":1,"offset":0}}',
        'w/1/weights.json',
      );
    expect(parse).toThrow(WeightsError);
    expect(parse).toThrow('w/1/weights.json have schema version 2; this version reads 3');
  });
});
