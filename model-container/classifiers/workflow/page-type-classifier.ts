/** Learns from a customer's documents which pages begin one and which end one: logistic regression over a page's marks. */
import { minimise } from './minimise.ts';
import { HASH_BUCKETS } from '../../features/pages/hashed-page-features.ts';
import type { HashedPageFeatures } from '../../features/pages/hashed-page-features.ts';

export interface LabelledPage {
  readonly hashedFeatures: HashedPageFeatures;
  /** 1: the page is its document's first; 1: it is its last. */
  readonly first: number;
  readonly last: number;
}

/** One number a mark. */
type MarkWeights = Float32Array;

export interface PageTypeClassifier {
  readonly first: MarkWeights;
  readonly last: MarkWeights;
}

/**
 * How much a page's looks speak for its beginning, and for its ending, a document: log-odds as if as many pages did as did
 * not, 0 where nothing on it was seen before. How long documents are is not learnt here.
 */
export interface PageTypeLogOdds {
  readonly first: number;
  readonly last: number;
}

/** Strength of the pull of every weight to 0: the smaller, the faster a customer's own words are believed. */
const PULL = 0.3;

export const fitPageTypeClassifier = (pages: readonly LabelledPage[]): PageTypeClassifier => ({
  first: fit(
    pages.map(({ hashedFeatures }) => hashedFeatures),
    pages.map(({ first }) => first),
  ),
  last: fit(
    pages.map(({ hashedFeatures }) => hashedFeatures),
    pages.map(({ last }) => last),
  ),
});

export const pageTypeLogOdds = ({ first, last }: PageTypeClassifier, marks: HashedPageFeatures): PageTypeLogOdds => ({
  first: score(first, marks),
  last: score(last, marks),
});

/** A page with many marks and one with few have the same say. */
const shareOf = (marks: HashedPageFeatures): number => 4 / Math.sqrt(Math.max(1, marks.length));

function score(weights: Float32Array | Float64Array, marks: HashedPageFeatures): number {
  let sum = 0;
  for (const mark of marks) sum += weights[mark] ?? 0;
  return sum * shareOf(marks);
}

function fit(pages: readonly HashedPageFeatures[], labels: readonly number[]): MarkWeights {
  const positives = labels.reduce((sum, label) => sum + label, 0);
  // Both kinds of pages have the same say in all; one kind alone says nothing of the other.
  const says = [
    labels.length / 2 / Math.max(1, labels.length - positives),
    labels.length / 2 / Math.max(1, positives),
  ] as const;
  const weights = minimise((point, gradient) => {
    let value = 0;
    for (let mark = 0; mark < HASH_BUCKETS; mark += 1) {
      const weight = point[mark] ?? 0;
      value += (PULL / 2) * weight * weight;
      gradient[mark] = PULL * weight;
    }
    for (const [at, marks] of pages.entries()) {
      const odds = score(point, marks);
      const label = labels[at] ?? 0;
      const say = label === 1 ? says[1] : says[0];
      value += say * (softplus(odds) - label * odds);
      const error = say * (1 / (1 + Math.exp(-odds)) - label);
      const share = error * shareOf(marks);
      for (const mark of marks) gradient[mark] = (gradient[mark] ?? 0) + share;
    }
    return value;
  }, new Float64Array(HASH_BUCKETS));
  return Float32Array.from(weights);
}

const softplus = (value: number): number => Math.max(0, value) + Math.log1p(Math.exp(-Math.abs(value)));
