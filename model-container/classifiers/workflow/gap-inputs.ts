/** What a correction sees of a gap. */
import type { PageTypeLogOdds } from './page-type-classifier.ts';

export const UNKNOWN_PAGE_TYPE: PageTypeLogOdds = { first: 0, last: 0 };

/** Inputs beside the features: what the roles of both pages say, and the base model's own log-odds. */
const ROLE_INPUTS = 6;
/** The roles are believed quickly: there are few of them. */
const ROLE_PULL = 0.05;
/** The number for every gap says how long documents are, and little data say little of that. */
const DENSITY_PULL = 2;
const LIMIT = 6;

export function correctionInputs(features: Float32Array, baseOdds: number, left: PageTypeLogOdds, right: PageTypeLogOdds): Float32Array {
  const inputs = new Float32Array(features.length + ROLE_INPUTS);
  inputs.set(features);
  const both = Math.max(-3, Math.min(3, left.last + right.first));
  inputs.set(
    [left.last, right.first, left.first, right.last, both, baseOdds].map(
      (odds) => Math.max(-LIMIT, Math.min(LIMIT, odds)) / 3,
    ),
    features.length,
  );
  return inputs;
}

/** Number of inputs beside the features of the base model. */
export const inputCount = (features: number): number => features + ROLE_INPUTS;

/** One pull to nothing an input, and one for the number for every gap. */
export function l2Strengths(inputs: number, featurePull: number): Float64Array {
  const pulls = new Float64Array(inputs + 1).fill(featurePull);
  pulls.fill(ROLE_PULL, inputs - ROLE_INPUTS);
  pulls[inputs] = DENSITY_PULL;
  return pulls;
}
