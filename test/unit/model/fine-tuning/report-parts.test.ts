/** Parts of the training report: advice on more data, review table, wrong documents. */
import { describe, expect, it } from 'vitest';
import type { Decisions } from '../../../../model-container/evaluation/evaluate-streams.ts';
import { adviseMoreData, curveSizes } from '../../../../model-container/evaluation/learning-curve.ts';
import { wrongDocuments } from '../../../../model-container/evaluation/mistakes.ts';
import type { TrainingReport } from '../../../../model-container/evaluation/report.ts';
import { reviewRows } from '../../../../model-container/evaluation/review-rows.ts';
import type { StreamGap } from '../../../../model-container/training/fine-tuning/stream-rows.ts';
import { drawSeen } from './draw-prepared-document.ts';

const NO_MARKS = new Int32Array(0);
const gapOf = (left: number, right: number, leftPlace: number): StreamGap => ({
  left,
  right,
  leftPlace,
  label: Number(left !== right),
  features: new Float32Array(0),
  baseLogOdds: 0,
  hashedFeatures: [NO_MARKS, NO_MARKS],
  key: `${left}.${leftPlace} ${right}.${left === right ? leftPlace + 1 : 0}`,
});
/** One stream of documents of three pages, in this order. */
const streamOf = (order: readonly number[]): StreamGap[] =>
  order.flatMap((number, at) => [
    gapOf(number, number, 0),
    gapOf(number, number, 1),
    ...(at === order.length - 1 ? [] : [gapOf(number, order[at + 1] ?? 0, 2)]),
  ]);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

describe('the advice on more documents', () => {
  const curveOf = (error: (documents: number) => number): TrainingReport['learning_curve'] =>
    [0, 5, 10, 20, 40].map((documents) => ({
      documents,
      error_rate: documents === 0 ? 0.5 : error(documents),
      interval: { low: 0, high: 1 },
    }));

  it('gives the number that reaches half of the error rate, or 1 %, where the error follows a power law', () => {
    // error = 0.4 / documents: half of that of 40 is reached at 80.
    expect(
      adviseMoreData(
        curveOf((documents) => 0.4 / documents),
        40,
      ),
    ).toMatchObject({
      target_error_rate: 0.005,
      more_documents: 40,
      advice: expect.stringContaining('About 40 more') as string,
    });
    expect(
      adviseMoreData(
        curveOf((documents) => 4 / documents),
        40,
      ),
    ).toMatchObject({ target_error_rate: 0.01, more_documents: 360 });
  });

  it('does not fit the curve to the point of the model in use', () => {
    const curve = curveOf((documents) => 0.4 / documents);
    expect(
      adviseMoreData(
        curve.map((point) => (point.documents === 0 ? { ...point, error_rate: 0.001 } : point)),
        40,
      ),
    ).toEqual(adviseMoreData(curve, 40));
  });

  it('recommends missing kinds where the error no longer falls', () => {
    expect(
      adviseMoreData(
        curveOf(() => 0.05),
        40,
      ),
    ).toMatchObject({ more_documents: null, advice: expect.stringContaining('no longer falls') as string });
  });

  it('never asks for more than 1,000 documents', () => {
    expect(
      adviseMoreData(
        curveOf((documents) => 0.3 * documents ** -0.1),
        40,
      ),
    ).toMatchObject({ more_documents: null, advice: expect.stringContaining('more than 1000') as string });
  });

  it('does not say that more documents change little where too few were held out to show an error', () => {
    const withoutErrors = curveOf(() => 0);
    expect(adviseMoreData(withoutErrors.slice(0, 2), 5)).toMatchObject({
      more_documents: null,
      advice: expect.stringContaining('too few documents') as string,
    });
    expect(adviseMoreData(withoutErrors, 40).more_documents).toBe(0);
  });

  it('gives no number from fewer than three points', () => {
    expect(adviseMoreData(curveOf((documents) => 0.4 / documents).slice(0, 3), 10)).toMatchObject({
      more_documents: null,
      advice: expect.stringContaining('too few documents') as string,
    });
  });

  it('asks for none where the error rate is 0', () => {
    expect(
      adviseMoreData(
        curveOf((documents) => (documents === 40 ? 0 : 0.4 / documents)),
        40,
      ),
    ).toMatchObject({ more_documents: 0, advice: expect.stringContaining('No error was left') as string });
  });

  it('uses points well below the number of training documents', () => {
    expect(curveSizes(4)).toEqual([]);
    expect(curveSizes(40)).toEqual([5, 10, 20]);
    expect(curveSizes(1000)).toEqual([5, 10, 20, 40, 80, 160, 320, 640]);
  });
});

describe('the review table of a customer', () => {
  /**
   * Correct and confident decisions, except for a false split of medium confidence in each of the `wrong` documents.
   */
  const decide = (documents: number, wrong: readonly number[]): Decisions => [
    streamOf(upTo(documents)).map((gap) => ({
      gap,
      probability: gap.label === 1 ? 0.99 : gap.leftPlace === 0 && wrong.includes(gap.left) ? 0.8 : 0.01,
    })),
  ];
  const supports = (rows: TrainingReport['review']) => rows.map(({ support }) => support);

  it('is supported by enough correct documents', () => {
    const rows = reviewRows(decide(100, [3]), 100, 1);
    expect(supports(rows)).toEqual(Array.from({ length: 7 }, () => 'supported'));
    expect(rows[0]).toMatchObject({ correction_effort: 0, error_rate_after_correction: 1 / 299 });
    // Its confidence of 0.6 is below the threshold of 0.7.
    expect(rows.find(({ threshold }) => threshold === 0.7)).toMatchObject({
      correction_effort: 1 / 299,
      error_rate_among_reviewed: 1,
      error_rate_after_correction: 0,
      error_rate_after_correction_interval: { low: 0, high: 3 / 299 },
    });
  });

  it('is not supported by fewer than twenty documents, even without errors', () => {
    expect(supports(reviewRows(decide(100, []), 19, 1))).not.toContain('supported');
  });

  it('is not supported by too few gaps, even without errors', () => {
    expect(supports(reviewRows(decide(25, []), 25, 1))).not.toContain('supported');
  });

  it('is supported at thresholds where the uncertain gaps are reviewed, and not below', () => {
    const rows = reviewRows(decide(100, upTo(40)), 100, 1);
    expect([rows[0]?.support, rows.at(-3)?.support]).toEqual(['not_enough_data', 'supported']);
  });
});

describe('the list of wrong documents', () => {
  const documents = upTo(4).map((number) =>
    drawSeen(number, { sender: number === 2 ? 'ACME' : null, name: `d${number}` }),
  );
  const decide = (
    orders: readonly (readonly number[])[],
    probability: (gap: StreamGap, stream: number) => number,
  ): Decisions =>
    orders.map((order, stream) => streamOf(order).map((gap) => ({ gap, probability: probability(gap, stream) })));
  const right = ({ label }: StreamGap) => (label === 1 ? 0.9 : 0.1);
  const orders = [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
  ];

  it('is empty where all decisions are correct', () => {
    expect(wrongDocuments(decide(orders, right), documents)).toEqual([]);
  });

  it('has the page of a false split, its probability and how often it occurs', () => {
    const found = wrongDocuments(
      decide(orders, (gap, stream) =>
        gap.left === 2 && gap.right === 2 && gap.leftPlace === 1 ? ([0.7, 0.9][stream] ?? 0) : right(gap),
      ),
      documents,
    );
    expect(found).toEqual([
      {
        name: 'd2',
        sender: 'ACME',
        mistakes: [{ kind: 'false_split', after_page: 2, probability: 0.8, how_often: 1 }],
      },
    ]);
  });

  it('has the documents that were joined to any document before them', () => {
    const found = wrongDocuments(
      decide(orders, (gap) => (gap.label === 1 && gap.right === 1 ? 0.2 : right(gap))),
      documents,
    );
    expect(found).toEqual([
      {
        name: 'd1',
        sender: null,
        mistakes: [{ kind: 'missed_split', after_page: null, probability: 0.2, how_often: 1 }],
      },
    ]);
  });

  it('omits mistakes in fewer than a quarter of the streams', () => {
    const five = [0, 1, 2, 3, 4].map(() => [0, 1, 2, 3]);
    const once = (gap: StreamGap, stream: number) =>
      stream === 0 && gap.left === 0 && gap.right === 0 ? 0.9 : right(gap);
    expect(wrongDocuments(decide(five, once), documents)).toEqual([]);
    expect(wrongDocuments(decide(five.slice(0, 4), once), documents)).toHaveLength(1);
  });

  it('is sorted by the number of mistakes', () => {
    const found = wrongDocuments(
      decide(orders, (gap) =>
        gap.left === 3 && gap.right === 3
          ? 0.9
          : gap.left === 1 && gap.right === 1 && gap.leftPlace === 0
            ? 0.9
            : right(gap),
      ),
      documents,
    );
    expect(found.map(({ name, mistakes }) => [name, mistakes.length])).toEqual([
      ['d3', 2],
      ['d1', 1],
    ]);
  });
});
