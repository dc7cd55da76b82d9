import { describe, expect, it } from 'vitest';
import { StreamSimilarity, streamSimilarityNames } from '../../../../model-container/features/stream-similarity.ts';

const REACH = 4;
/** Pages of one document are 0.9 similar, others 0.6; the second kind is never known. */
const similarityOf = (documents: readonly number[]) => (one: number, other: number, kind: number) =>
  kind === 1 ? Number.NaN : documents[one] === documents[other] ? 0.9 : 0.6;

const streamOf = (documents: readonly number[], probabilities?: readonly number[]) =>
  new StreamSimilarity(
    probabilities ?? documents.slice(1).map((document, gap) => Number(document !== documents[gap])),
    2,
    REACH,
    similarityOf(documents),
  );

describe('the similarity of the pages of a stream', () => {
  it('is a mean between documents and one within documents, and what the pages at the gap have above the former', () => {
    const around = streamOf([0, 0, 1, 1, 2, 2]).around(2);
    expect(around.slice(0, 3).map((value) => Number(value.toFixed(6)))).toEqual([0.6, 0.9, 0.3]);
    expect(streamSimilarityNames(['head', 'foot'])).toHaveLength(around.length);
  });

  it('is unknown where no pages are known to be compared', () => {
    expect(streamOf([0, 0, 1, 1]).around(1).slice(3)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    const [between, within] = streamOf([0, 0, 0]).around(0);
    expect(between).toBeNaN();
    expect(within).toBeCloseTo(0.9);
  });

  it('counts a pair by the probability that its pages are of different documents', () => {
    const [between, within] = streamOf([0, 1, 2, 3], [0.5, 0.5, 0.5]).around(1);
    expect(between).toBeCloseTo(0.6);
    expect(within).toBeCloseTo(0.6);
    const unsure = streamOf([0, 0, 0, 0, 0, 0], [0, 0, 0.5, 0, 0]).around(2);
    expect(unsure[0]).toBeCloseTo(0.9);
  });

  it('does not depend on pages beyond its reach', () => {
    const documents = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7];
    const gap = 8;
    const first = gap + 1 - REACH;
    const window = documents.slice(first, gap + REACH + 1);
    expect(streamOf(documents).around(gap)).toEqual(streamOf(window).around(gap - first));
  });
});
