import { describe, expect, it } from 'vitest';
import { fitDensity } from '../../../core/splitting/fit-density.ts';
import type { PageRecord } from '../../../core/documents/page-record.ts';
import type { CalibrationWithPrior } from '../../../model-container/calibration/calibration.ts';
import { WeightsError } from '../../../model-container/classifiers/weights-file.ts';
import { inputCount } from '../../../model-container/classifiers/workflow/gap-inputs.ts';
import { calibrationOf, decideHeldOut } from '../../../model-container/evaluation/evaluate-streams.ts';
import type { HeldOutStreams } from '../../../model-container/evaluation/evaluate-streams.ts';
import { HASH_BUCKETS } from '../../../model-container/features/pages/hashed-page-features.ts';
import { scoreWorkflowPages } from '../../../model-container/classifiers/workflow/score-stream.ts';
import { decideFold } from '../../../model-container/training/fine-tuning/serving-model.ts';
import { parseWorkflowWeights } from '../../../model-container/classifiers/workflow/workflow-weights.ts';
import type { WorkflowModel } from '../../../model-container/classifiers/workflow/workflow-weights.ts';
import type { StreamGap } from '../../../model-container/training/fine-tuning/stream-rows.ts';
import { drawPage } from '../model/draw-pages.ts';

const NO_MARKS = new Int32Array(0);
const learnt = {
  roles: { first: new Float32Array(HASH_BUCKETS), last: new Float32Array(HASH_BUCKETS) },
  correction: new Float32Array(inputCount(0) + 1),
};

/** A workflow's model that has learnt nothing, on a base model that says the same of every gap. */
const modelSaying = (odds: number, calibration: CalibrationWithPrior): WorkflowModel => ({
  version: 'workflow-drawn',
  baseText: '',
  learnt,
  calibration,
  foldModels: [],
  documents: [],
  base: {
    version: 'base-drawn',
    members: [
      { first: { quantiles: [], networks: [], trees: [{ initialScore: odds, trees: [] }] }, second: null, third: null },
    ],
    calibration: { slope: 1, intercept: 0 },
  },
});
/** As a whole document is answered: by the container, then at its density. */
const answered = (model: WorkflowModel, of: readonly PageRecord[]): number[] =>
  fitDensity(scoreWorkflowPages(model, of), CALIBRATION.prior);
const CALIBRATION = { slope: 1, offset: 0, prior: 0.3 };
const pages = Array.from({ length: 41 }, (_, at) => drawPage({ body: [`receipt ${at}`], page: 1 }));
const sigmoid = (odds: number) => 1 / (1 + Math.exp(-odds));
/** A stream with a document's end wherever the label is 1. */
const gapsOf = (count: number, label: (gap: number) => number, baseOdds = 0): StreamGap[] => {
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
      baseOdds,
      marks: [NO_MARKS, NO_MARKS],
      key: `${count} ${gap}`,
    };
  });
};

describe('a workflow’s model', () => {
  it('answers a dense stream by its density: what is likely everywhere is likelier at each gap', () => {
    const probabilities = answered(modelSaying(0.8, CALIBRATION), pages);
    expect(probabilities).toHaveLength(40);
    for (const p of probabilities) expect(p).toBeGreaterThan(sigmoid(0.8) + 0.1);
  });

  it('answers a sparse stream by its density: what is unlikely everywhere is less likely at each gap', () => {
    for (const p of answered(modelSaying(-1.5, CALIBRATION), pages)) expect(p).toBeLessThan(sigmoid(-1.5) - 0.05);
  });

  it('gives a long stream one density, however it is looked at in windows', () => {
    const long = Array.from({ length: 11 }, () => pages).flat();
    const probabilities = answered(modelSaying(0.8, CALIBRATION), long);
    expect(probabilities).toHaveLength(long.length - 1);
    expect(new Set(probabilities)).toHaveLength(1);
  });

  it('is judged before a training as it answers', () => {
    const model = modelSaying(0.8, CALIBRATION);
    const [decisions = []] = decideFold(
      { version: model.version, base: model.base, baseText: '', workflow: model },
      [],
      [gapsOf(40, () => 1, 0.8)],
    );
    expect(decisions.map(({ probability }) => probability)).toEqual(answered(model, pages));
  });

  it('is judged on held-out streams at their density, too', () => {
    const usual: HeldOutStreams = [0, 1, 2].map((fold) =>
      gapsOf(60, (gap) => Number(gap % 4 === 0)).map((gap) => ({ gap, fold, odds: gap.label === 1 ? 2 : -2 })),
    );
    const dense = gapsOf(40, () => 1).map((gap) => ({ gap, fold: 3, odds: 0.4 }));
    const alone = decideHeldOut([...usual, dense.slice(0, 1)]).at(-1)?.[0]?.probability ?? 1;
    const among = decideHeldOut([...usual, dense]).at(-1)?.[0]?.probability ?? 0;
    expect(among).toBeGreaterThan(alone + 0.03);
  });

  it('knows the share of boundaries that its calibration was fitted on, each document’s end counted once', () => {
    // Twenty documents of two pages: nineteen ends among them.
    const gaps = gapsOf(39, (gap) => gap % 2).map((gap) => ({ gap, fold: 0, odds: 0 }));
    expect(calibrationOf([gaps]).prior).toBeCloseTo(0.5, 1);
    const { prior } = calibrationOf([gapsOf(3, () => 1).map((gap) => ({ gap, fold: 0, odds: 0 }))]);
    expect(prior).toBeLessThan(1);
  });
});

describe('weights of a workflow from before it knew its density', () => {
  it('are refused with the version that they have and the one that is read', () => {
    const parse = () =>
      parseWorkflowWeights(
        '{"kind":"workflow","schema_version":1,"base":"","calibration":{"slope":1,"offset":0}}',
        'w/1/weights.json',
      );
    expect(parse).toThrow(WeightsError);
    expect(parse).toThrow('w/1/weights.json have schema version 1; this version reads 2');
  });
});
