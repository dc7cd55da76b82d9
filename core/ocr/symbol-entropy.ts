/**
 * The Shannon entropy of one character's alternatives, in bits.
 * @param weights the recogniser's weights: not negative, on any scale; they are normalised to a sum of 1
 * @returns 0 for a single alternative (or none), at most log2 of the number of alternatives
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
