/** Inputs of a workflow's correction for a gap, and the strengths of their L2 regularisation. */
import type { PageTypeLogOdds } from './page-type-classifier.ts';

/** For pages that the page-type classifier was not trained for. */
export const UNKNOWN_PAGE_TYPE: PageTypeLogOdds = { first: 0, last: 0 };

/** Inputs beside the features: five from the page-type classifier, and the base model's log-odds. */
const PAGE_TYPE_INPUTS = 6;
/** Weak, because these inputs are few. */
const PAGE_TYPE_L2 = 0.05;
/** Strong, because the intercept shifts the boundary density, of which few documents give a poor estimate. */
const INTERCEPT_L2 = 2;
/** Log-odds are clipped to ± this. */
const LIMIT = 6;

/** The features, then PAGE_TYPE_INPUTS inputs from the log-odds, scaled to about ± 2. */
export function correctionInputs(
  features: Float32Array,
  baseLogOdds: number,
  left: PageTypeLogOdds,
  right: PageTypeLogOdds,
): Float32Array {
  const inputs = new Float32Array(features.length + PAGE_TYPE_INPUTS);
  inputs.set(features);
  const both = Math.max(-3, Math.min(3, left.last + right.first));
  inputs.set(
    [left.last, right.first, left.first, right.last, both, baseLogOdds].map(
      (odds) => Math.max(-LIMIT, Math.min(LIMIT, odds)) / 3,
    ),
    features.length,
  );
  return inputs;
}

/** Number of a correction's inputs for so many features. */
export const inputCount = (features: number): number => features + PAGE_TYPE_INPUTS;

/** One L2 strength an input, and the intercept's last. @param featureL2  strength for all features */
export function l2Strengths(inputs: number, featureL2: number): Float64Array {
  const strengths = new Float64Array(inputs + 1).fill(featureL2);
  strengths.fill(PAGE_TYPE_L2, inputs - PAGE_TYPE_INPUTS);
  strengths[inputs] = INTERCEPT_L2;
  return strengths;
}
