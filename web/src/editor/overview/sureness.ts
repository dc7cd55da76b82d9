/** A confidence as a number for people. */

/** From here on, a percentage would look like certainty. */
const NEARLY_CERTAIN = 99;

/**
 * Whole percent, rounded up, so that a decision is at or below a threshold of whole percent exactly where its number is.
 */
export const percentOf = (confidence: number): string => {
  // Not more than six decimals are served: 0.57 * 100 must stay 57.
  const percent = Math.ceil(Number((confidence * 100).toFixed(4)));
  return percent > NEARLY_CERTAIN ? `${NEARLY_CERTAIN}+` : String(percent);
};
