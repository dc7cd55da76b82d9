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
  /** Weight in the loss. */
  readonly weight: number;
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
  first: fit(pages.map(({ hashedFeatures, first, weight }) => ({ features: hashedFeatures, label: first, weight }))),
  last: fit(pages.map(({ hashedFeatures, last, weight }) => ({ features: hashedFeatures, label: last, weight }))),
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

interface Example {
  readonly features: HashedPageFeatures;
  /** 1: the page is of the class; 0: it is not. */
  readonly label: number;
  readonly weight: number;
}

/**
 * The coefficients of buckets that no page has are 0. They are left out of the minimisation: a customer's pages have few
 * of the buckets.
 */
function fit(examples: readonly Example[]): Coefficients {
  const buckets = [...new Set(examples.flatMap(({ features }) => [...features]))].sort((a, b) => a - b);
  const position = new Map(buckets.map((bucket, at) => [bucket, at]));
  const fitted = minimise(
    lossOf(
      examples.map((example) => ({
        ...example,
        features: example.features.map((bucket) => position.get(bucket) ?? 0),
      })),
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
function lossOf(examples: readonly Example[]): SmoothFunction {
  const whole = examples.reduce((sum, { weight }) => sum + weight, 0);
  const positive = examples.reduce((sum, { label, weight }) => sum + label * weight, 0);
  // As scikit-learn's class_weight='balanced'. A class without pages gets a finite weight.
  const classWeights = [whole / 2 / Math.max(1, whole - positive), whole / 2 / Math.max(1, positive)] as const;
  return (point, gradient) => {
    let value = 0;
    for (let bucket = 0; bucket < point.length; bucket += 1) {
      const coefficient = point[bucket] ?? 0;
      value += (LAMBDA_L2 / 2) * coefficient * coefficient;
      gradient[bucket] = LAMBDA_L2 * coefficient;
    }
    for (const { features, label, weight } of examples) {
      const logOdds = score(point, features);
      const balanced = weight * (label === 1 ? classWeights[1] : classWeights[0]);
      value += balanced * (softplus(logOdds) - label * logOdds);
      const error = balanced * (1 / (1 + Math.exp(-logOdds)) - label);
      const step = error * featureValue(features);
      for (const bucket of features) gradient[bucket] = (gradient[bucket] ?? 0) + step;
    }
    return value;
  };
}

const softplus = (value: number): number => Math.max(0, value) + Math.log1p(Math.exp(-Math.abs(value)));
