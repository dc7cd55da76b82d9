/**
 * The page-type classifier of a workflow: whether a page is the first, and whether it is the last, of its document. Two
 * logistic regressions on hashed page features, trained on the customer's documents.
 */
import { minimise } from '../../minimise.ts';
import type { SmoothFunction } from '../../minimise.ts';
import { HASH_BUCKETS } from '../../features/pages/hashed-page-features.ts';
import type { HashedPageFeatures } from '../../features/pages/hashed-page-features.ts';

export interface LabelledPage {
  readonly hashedFeatures: HashedPageFeatures;
  /** 1: the page is its document's first; 0: it is not. */
  readonly first: number;
  /** 1: the page is its document's last; 0: it is not. */
  readonly last: number;
}

/** One coefficient a hash bucket. */
type Coefficients = Float32Array;

export interface PageTypeClassifier {
  readonly first: Coefficients;
  readonly last: Coefficients;
}

/**
 * Log-odds that a page is its document's first, and its last, for equally many pages of both classes; 0 for a page
 * whose features did not occur in training. The classifier does not learn how long documents are.
 */
export interface PageTypeLogOdds {
  readonly first: number;
  readonly last: number;
}

/** Strength of the L2 regularisation. Low, so that few documents suffice for a customer's own words. */
const LAMBDA_L2 = 0.3;

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

export const pageTypeLogOdds = (
  { first, last }: PageTypeClassifier,
  hashedFeatures: HashedPageFeatures,
): PageTypeLogOdds => ({
  first: score(first, hashedFeatures),
  last: score(last, hashedFeatures),
});

/** Value of each feature of a page: pages with many and with few features have the same norm. */
const featureValue = (features: HashedPageFeatures): number => 4 / Math.sqrt(Math.max(1, features.length));

function score(coefficients: Float32Array | Float64Array, features: HashedPageFeatures): number {
  let sum = 0;
  for (const bucket of features) sum += coefficients[bucket] ?? 0;
  return sum * featureValue(features);
}

/**
 * The coefficients of buckets that no page has are 0. They are left out of the minimisation: a customer's pages have few
 * of the buckets.
 */
function fit(pages: readonly HashedPageFeatures[], labels: readonly number[]): Coefficients {
  const buckets = [...new Set(pages.flatMap((features) => [...features]))].sort((a, b) => a - b);
  const position = new Map(buckets.map((bucket, at) => [bucket, at]));
  const fitted = minimise(
    lossOf(
      pages.map((features) => features.map((bucket) => position.get(bucket) ?? 0)),
      labels,
    ),
    new Float64Array(buckets.length),
  );
  const coefficients = new Float32Array(HASH_BUCKETS);
  buckets.forEach((bucket, at) => {
    coefficients[bucket] = fitted[at] ?? 0;
  });
  return coefficients;
}

/** The regularised logistic loss of the coefficients, with balanced class weights. */
function lossOf(pages: readonly HashedPageFeatures[], labels: readonly number[]): SmoothFunction {
  const positives = labels.reduce((sum, label) => sum + label, 0);
  // As scikit-learn's class_weight='balanced'. A class without pages gets a finite weight.
  const classWeights = [
    labels.length / 2 / Math.max(1, labels.length - positives),
    labels.length / 2 / Math.max(1, positives),
  ] as const;
  return (point, gradient) => {
    let value = 0;
    for (let bucket = 0; bucket < point.length; bucket += 1) {
      const coefficient = point[bucket] ?? 0;
      value += (LAMBDA_L2 / 2) * coefficient * coefficient;
      gradient[bucket] = LAMBDA_L2 * coefficient;
    }
    for (const [at, features] of pages.entries()) {
      const logOdds = score(point, features);
      const label = labels[at] ?? 0;
      const classWeight = label === 1 ? classWeights[1] : classWeights[0];
      value += classWeight * (softplus(logOdds) - label * logOdds);
      const error = classWeight * (1 / (1 + Math.exp(-logOdds)) - label);
      const step = error * featureValue(features);
      for (const bucket of features) gradient[bucket] = (gradient[bucket] ?? 0) + step;
    }
    return value;
  };
}

const softplus = (value: number): number => Math.max(0, value) + Math.log1p(Math.exp(-Math.abs(value)));
