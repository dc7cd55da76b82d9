/** Learns from a customer's documents which pages begin one and which end one: logistic regression over a page's marks. */
import { minimise } from './minimise.ts';
import { MARK_SPACE } from '../../features/pages/hashed-page-features.ts';
import type { PageMarks } from '../../features/pages/hashed-page-features.ts';

export interface MarkedPage {
  readonly marks: PageMarks;
  /** 1: the page is its document's first; 1: it is its last. */
  readonly first: number;
  readonly last: number;
}

/** One number a mark. */
type MarkWeights = Float32Array;

export interface PageRoles {
  readonly first: MarkWeights;
  readonly last: MarkWeights;
}

/**
 * How much a page's looks speak for its beginning, and for its ending, a document: log-odds as if as many pages did as did
 * not, 0 where nothing on it was seen before. How long documents are is not learnt here.
 */
export interface RoleOdds {
  readonly first: number;
  readonly last: number;
}

/** Strength of the pull of every weight to 0: the smaller, the faster a customer's own words are believed. */
const PULL = 0.3;

export const learnPageRoles = (pages: readonly MarkedPage[]): PageRoles => ({
  first: fit(
    pages.map(({ marks }) => marks),
    pages.map(({ first }) => first),
  ),
  last: fit(
    pages.map(({ marks }) => marks),
    pages.map(({ last }) => last),
  ),
});

export const oddsOfPage = ({ first, last }: PageRoles, marks: PageMarks): RoleOdds => ({
  first: score(first, marks),
  last: score(last, marks),
});

/** A page with many marks and one with few have the same say. */
const shareOf = (marks: PageMarks): number => 4 / Math.sqrt(Math.max(1, marks.length));

function score(weights: Float32Array | Float64Array, marks: PageMarks): number {
  let sum = 0;
  for (const mark of marks) sum += weights[mark] ?? 0;
  return sum * shareOf(marks);
}

function fit(pages: readonly PageMarks[], labels: readonly number[]): MarkWeights {
  const positives = labels.reduce((sum, label) => sum + label, 0);
  // Both kinds of pages have the same say in all; one kind alone says nothing of the other.
  const says = [
    labels.length / 2 / Math.max(1, labels.length - positives),
    labels.length / 2 / Math.max(1, positives),
  ] as const;
  const weights = minimise((point, gradient) => {
    let value = 0;
    for (let mark = 0; mark < MARK_SPACE; mark += 1) {
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
  }, new Float64Array(MARK_SPACE));
  return Float32Array.from(weights);
}

const softplus = (value: number): number => Math.max(0, value) + Math.log1p(Math.exp(-Math.abs(value)));
