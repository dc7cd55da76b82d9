import { describe, expect, it } from 'vitest';
import {
  calibrationOf,
  compareErrors,
  intervalByDocument,
  isWrong,
} from '../../../../model-container/evaluation/evaluate-streams.ts';
import type { Decisions, HeldOutStreams } from '../../../../model-container/evaluation/evaluate-streams.ts';
import { weighGaps } from '../../../../model-container/training/fine-tuning/stream-rows.ts';
import type { StreamGap } from '../../../../model-container/training/fine-tuning/stream-rows.ts';
import { decideGate } from '../../../../model-container/evaluation/write-report.ts';

const NO_MARKS = new Int32Array(0);
const gapOf = (left: number, right: number): StreamGap => ({
  left,
  right,
  leftPlace: 0,
  label: left === right ? 0 : 1,
  features: new Float32Array(0),
  baseLogOdds: 0,
  hashedFeatures: [NO_MARKS, NO_MARKS],
  key: `${left} ${right}`,
});

/**
 * Documents of two pages, in another order each round: the gap within a document is the same each time, the next
 * document is not.
 */
const rounds = (documents: number, count: number): StreamGap[][] =>
  Array.from({ length: count }, (_, round) =>
    Array.from({ length: documents }, (_, at) => at).flatMap((at) => {
      const [left, right] = [(at * (round + 1)) % documents, ((at + 1) * (round + 1)) % documents];
      return at === documents - 1 ? [gapOf(left, left)] : [gapOf(left, left), gapOf(left, right)];
    }),
  );

describe('gaps of streams that contain the same documents repeatedly', () => {
  it('have the same total weight within documents and at their ends, where there are equally many', () => {
    const gaps = rounds(7, 6).flat();
    const weights = weighGaps(gaps);
    const sum = (label: number) =>
      weights.reduce((whole, weight, at) => whole + (gaps[at]?.label === label ? weight : 0), 0);
    expect(sum(0)).toBeCloseTo(7);
    expect(sum(1)).toBeCloseTo(7);
  });

  it('do not shift the calibration of an uninformative model where both kinds are equally frequent, in any number of rounds', () => {
    const streams: HeldOutStreams = rounds(7, 6).map((stream, fold) =>
      stream.map((gap) => ({ gap, fold, logOdds: 0 })),
    );
    expect(calibrationOf(streams).intercept).toBeCloseTo(0);
  });
});

/**
 * Decisions on one stream of documents of two pages: correct except for the gaps within the `wrong` documents.
 * @param sureness  probability that is given to each decision
 */
const decisions = (documents: number, wrong: readonly number[], sureness = 0.9): Decisions => [
  rounds(documents, 1)
    .flat()
    .map((gap) => ({
      gap,
      probability: gap.label === 1 || wrong.includes(gap.left) ? sureness : 1 - sureness,
    })),
];

describe('the interval of an error rate', () => {
  const intervalOf = (wrong: readonly number[]) =>
    intervalByDocument(decisions(20, wrong).flat(), (decision) => Number(isWrong(decision)), 1);

  it('reaches to 3 / n without an error among n gaps', () => {
    expect(intervalOf([])).toEqual({ low: 0, high: 3 / 39 });
  });

  it('is that of the bootstrap where there are errors', () => {
    const { low, high } = intervalOf([2, 5, 11, 17]);
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(4 / 39);
    expect(high).toBeGreaterThan(0.15);
  });
});

describe('the gate', () => {
  const gate = (before: Decisions, after: Decisions) => decideGate(before, after, compareErrors(before, after, 1));

  it('lets a model go live that makes fewer errors in almost all bootstrap samples', () => {
    expect(gate(decisions(30, [1, 2, 3, 4, 5, 6]), decisions(30, [1])).decision).toBe('go_live');
  });

  it('keeps the model in use where the new one makes more errors', () => {
    expect(gate(decisions(30, [1]), decisions(30, [1, 2]))).toMatchObject({
      decision: 'keep_serving_model',
      reason: expect.stringMatching(/rises by 1\.69 points/u) as string,
    });
  });

  it('lets a model go live whose loss is lower as well, where it makes more errors in a third of the samples', () => {
    const [before, after] = [decisions(30, [1, 2, 3, 4, 5, 6, 7]), decisions(30, [11, 12, 13, 14, 15, 16])];
    expect(compareErrors(before, after, 1).risk).toBeGreaterThan(0.25);
    expect(gate(before, after).decision).toBe('go_live');
  });

  it('keeps the model in use where the error rate rises in many bootstrap samples and the loss is higher', () => {
    const other = gate(decisions(30, [1, 2, 3, 4, 5, 6, 7]), decisions(30, [11, 12, 13, 14, 15, 16], 0.9999));
    expect(other.error_change).toBeLessThan(0);
    expect(other).toMatchObject({
      decision: 'keep_serving_model',
      reason: expect.stringMatching(/In \d+ % of samples of the documents it rises/u) as string,
    });
  });

  it('lets a model go live that makes the same errors with no higher loss', () => {
    expect(gate(decisions(30, [1]), decisions(30, [1]))).toMatchObject({ decision: 'go_live', error_change: 0 });
  });
});
