import { describe, expect, it } from 'vitest';
import { metricsOf } from '../../../../model-container/evaluation/evaluate-streams.ts';
import type { Decisions, HeldOutStreams } from '../../../../model-container/evaluation/evaluate-streams.ts';
import { measureCurve } from '../../../../model-container/evaluation/measure-learning-curve.ts';
import type { CurveInput, FoldSetting } from '../../../../model-container/evaluation/measure-learning-curve.ts';
import type { PreparedDocument } from '../../../../model-container/training/fine-tuning/prepared-documents.ts';
import { drawSeen } from './draw-prepared-document.ts';
import type { StreamGap, StreamGaps } from '../../../../model-container/training/fine-tuning/stream-rows.ts';

const NO_MARKS = new Int32Array(0);
const EACH = 8;
const documents: PreparedDocument[] = Array.from({ length: 6 * EACH }, (_, number) => drawSeen(number));

/** One stream of documents of two pages. */
const streamOf = (of: readonly PreparedDocument[]): StreamGaps =>
  of.flatMap(({ number }, at) => [gapOf(number, number), ...(at === of.length - 1 ? [] : [gapOf(number, number + 1)])]);
const gapOf = (left: number, right: number): StreamGap => ({
  left,
  right,
  leftPlace: left === right ? 0 : 1,
  label: Number(left !== right),
  features: new Float32Array(0),
  baseLogOdds: 0,
  hashedFeatures: [NO_MARKS, NO_MARKS],
  key: `${left} ${right}`,
});

const settings: FoldSetting[] = Array.from({ length: 6 }, (_, at) => {
  const fold = documents.slice(at * EACH, (at + 1) * EACH);
  return {
    fold,
    others: documents.filter((document) => !fold.includes(document)),
    evaluationStreams: [streamOf(fold)],
  };
});
const heldOut = (logOdds: (gap: StreamGap, fold: number) => number): HeldOutStreams =>
  settings.flatMap(({ evaluationStreams }, fold) =>
    evaluationStreams.map((stream) => stream.map((gap) => ({ gap, fold, logOdds: logOdds(gap, fold) }))),
  );
const decisions = (probability: (gap: StreamGap, fold: number) => number): Decisions[] =>
  settings.map(({ evaluationStreams }, fold) =>
    evaluationStreams.map((stream) => stream.map((gap) => ({ gap, probability: probability(gap, fold) }))),
  );

/** Log-odds that separate the classes only after calibration: all of them are above 0. */
const shifted = (gap: StreamGap): number => (gap.label === 1 ? 5 : 1);
const curveOf = (input: Partial<CurveInput>) =>
  measureCurve({
    settings,
    before: decisions(() => 0.1),
    heldOut: heldOut(shifted),
    seed: 1,
    logOddsAfter: (_some, fold) => Promise.resolve((settings[fold]?.evaluationStreams ?? []).flat().map(shifted)),
    ...input,
  });

describe('the learning curve', () => {
  it('is flat where more documents do not improve the model, up to all documents', async () => {
    const curve = await curveOf({});
    expect(curve.map(({ documents: count }) => count)).toEqual([0, 5, 10, 20, 40]);
    expect(
      new Set(curve.slice(1).map(({ error_rate: rate, interval }) => JSON.stringify([rate, interval]))),
    ).toHaveLength(1);
  });

  it('evaluates each point on the same three folds, without the errors of the others', async () => {
    const beyond = (gap: StreamGap, fold: number) => (fold < 3 ? gap.label : 1 - gap.label);
    const curve = await curveOf({
      before: decisions((gap, fold) => 0.1 + 0.8 * beyond(gap, fold)),
      heldOut: heldOut((gap, fold) => 8 * beyond(gap, fold) - 4),
    });
    expect(curve.at(0)?.error_rate).toBe(0);
    expect(curve.at(-1)?.error_rate).toBe(0);
  });

  it('begins with the error rate of the model in use', async () => {
    const before = decisions(() => 0.1);
    expect((await curveOf({ before }))[0]?.error_rate).toBe(metricsOf(before.slice(0, 3).flat(), 1).errorRate);
  });

  it('trains on the number of documents of the point, all from other folds', async () => {
    const sizes: number[] = [];
    await curveOf({
      logOddsAfter: (some, fold) => {
        sizes.push(some.length);
        expect(some.filter((document) => settings[fold]?.fold.includes(document))).toEqual([]);
        return Promise.resolve((settings[fold]?.evaluationStreams ?? []).flat().map(shifted));
      },
    });
    expect(sizes).toEqual([5, 5, 5, 10, 10, 10, 20, 20, 20]);
  });
});
