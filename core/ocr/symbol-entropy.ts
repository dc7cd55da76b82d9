/**
 * Shannon entropy in bits of one character's alternatives.
 * @param weights the recogniser's weights, any scale, not negative: they do not sum to 1, so they are normalised
 * @returns 0 for a single alternative (or none), at most log2 of their number
 */
export function symbolEntropy(weights: readonly number[]): number {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum <= 0) return 0;
  let entropy = 0;
  for (const weight of weights) {
    if (weight > 0) entropy -= (weight / sum) * Math.log2(weight / sum);
  }
  return Math.max(0, entropy);
}
