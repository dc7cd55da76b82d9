/** Inputs of a workflow's correction for a gap, and the L2 regularisation of their coefficients. */
import type { L2Penalty } from './correction.ts';
import type { PageTypeLogOdds } from './page-type-classifier.ts';

/** For pages that the page-type classifier was not trained for. */
export const UNKNOWN_PAGE_TYPE: PageTypeLogOdds = { first: 0, last: 0 };

/** Inputs beside the features: five from the page-type classifier, and the base model's log-odds. */
const PAGE_TYPE_INPUTS = 6;
/** Of the five inputs from the page-type classifier. */
const PAGE_TYPE_L2 = 2;
/**
 * Coefficients of these inputs, in their order, that the penalty pulls towards: a page that looks like a first page, after
 * one that looks like a last page, makes a boundary likelier in the documents of every customer.
 */
const PAGE_TYPE_CENTRE = [1, 1, 0, 0, 1] as const;
/** Of the base model's log-odds. Weak: few documents show how far the base model can be relied on. */
const BASE_L2 = 0.05;
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

/** The penalty on the coefficients of so many inputs and the intercept. @param featureL2  strength for all features */
export function correctionPenalty(inputs: number, featureL2: number): L2Penalty {
  const strengths = new Float64Array(inputs + 1).fill(featureL2);
  strengths.fill(PAGE_TYPE_L2, inputs - PAGE_TYPE_INPUTS);
  strengths[inputs - 1] = BASE_L2;
  strengths[inputs] = INTERCEPT_L2;
  const centre = new Float64Array(inputs + 1);
  centre.set(PAGE_TYPE_CENTRE, inputs - PAGE_TYPE_INPUTS);
  return { strengths, centre };
}
