/**
 * Probabilities at the density of the stream at hand. The calibration holds for streams with about as many boundaries as those it was
 * fitted on; a pile of receipts has four times as many, a folder of contracts a quarter. How many this stream has is read off its own
 * probabilities (expectation and maximisation over the prior: Saerens, Latinne and Decaestecker, "Adjusting the outputs of a
 * classifier to new a priori probabilities", Neural Computation 14, 2002), held back where it is short. The stream is the document: the
 * windows in which a model is asked know only a part of it, so it is done here (docs/decisions/0012-density-is-fitted-over-the-whole-document.md).
 */

/** No probability is stated as nearer to 0 or 1 than this: the held-out gaps are too few to promise more. */
const CERTAINTY = 0.9995;
/** Gaps that the usual density counts for: a stream of three pages says little about itself. */
const PRIOR_GAPS = 10;
/** How far probabilities follow the density that was found: not all the way, because their mistakes are in it. Held-out streams chose it. */
const STRENGTH = 0.8;
const ROUNDS = 30;
const SETTLED = 1e-5;

export const clipProbability = (p: number): number => Math.min(CERTAINTY, Math.max(1 - CERTAINTY, p));

/** What is said of a gap before an empty page, of which nothing is asked: it is no part of the stream's density. */
export const MASKED_PROBABILITY = 0;

/**
 * @param probabilities of one stream's gaps, calibrated; NO_QUESTION stays
 * @param prior share of gaps that are boundaries in the streams that the calibration was fitted on, between 0 and 1
 */
export function fitDensity(probabilities: readonly number[], prior: number): number[] {
  const asked = probabilities.filter((p) => p !== MASKED_PROBABILITY).length;
  let density = prior;
  let fitted = [...probabilities];
  for (let round = 0; round < ROUNDS; round += 1) {
    const splits = (density / prior) ** STRENGTH;
    const stays = ((1 - density) / (1 - prior)) ** STRENGTH;
    fitted = probabilities.map((p) =>
      p === MASKED_PROBABILITY ? p : clipProbability((p * splits) / (p * splits + (1 - p) * stays)),
    );
    const next = (fitted.reduce((sum, p) => sum + p, 0) + PRIOR_GAPS * prior) / (asked + PRIOR_GAPS);
    if (Math.abs(next - density) < SETTLED) break;
    density = next;
  }
  return fitted;
}
