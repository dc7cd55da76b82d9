/**
 * Adjusts probabilities to the boundary density of a stream, the share of its gaps that are boundaries. A calibration
 * holds for streams of about the density that it was fitted on. A stream of receipts has four times as many boundaries,
 * a folder of contracts a quarter. The density is estimated from the stream's own probabilities by expectation
 * maximisation (Saerens, Latinne and Decaestecker, "Adjusting the outputs of a classifier to new a priori
 * probabilities", Neural Computation 14, 2002), regularised for short streams. The windows in which a model scores a
 * document know only a part of the stream, so this is done for the whole document
 * (docs/decisions/0012-density-is-fitted-over-the-whole-document.md).
 */

/** Probabilities are clipped to 1 − this and this: there are too few held-out gaps to justify more certainty. */
const CERTAINTY = 0.9995;
/** Weight of the calibration's density in the estimate, in gaps: a short stream is weak evidence of its density. */
const PRIOR_GAPS = 10;
/** Exponent of the adjustment; below 1, because the estimate includes the model's errors. Tuned on held-out streams. */
const STRENGTH = 0.8;
/** Iterations at most. */
const ROUNDS = 30;
/** Change of the density at which the iteration ends. */
const TOLERANCE = 1e-5;

export const clipProbability = (p: number): number => Math.min(CERTAINTY, Math.max(1 - CERTAINTY, p));

/**
 * The model container's answer for a masked gap (before a blank page), which is not scored and does not count for the
 * density. It marks the gap; documentProbabilities replaces it.
 */
export const MASKED_PROBABILITY = 0;

/**
 * Share of the gaps before a blank page that are boundaries, in streams of whole documents: of 11,342 training documents
 * two begin with a blank page (0.00018 a document), and 1,490 of them have 76 blank pages after their first (0.051 a
 * document); 0.00018 / (0.00018 + 0.051). docs/model-card.md says how it was measured and how uncertain it is.
 */
export const BLANK_PAGE_PROBABILITY = 0.0035;

/**
 * The calibrated probabilities of a whole document from the answers of the model container: adjusted to the document's
 * density, and BLANK_PAGE_PROBABILITY for masked gaps. It is the same for the base model and for workflows' models.
 * @param answers  one a gap, 0 to 1; MASKED_PROBABILITY for masked gaps
 * @param prior  boundary density of the calibration, between 0 and 1; undefined: no adjustment
 * @returns one probability a gap
 */
export function documentProbabilities(answers: readonly number[], prior: number | undefined): number[] {
  const adjusted = prior === undefined ? answers : fitDensity(answers, prior);
  return adjusted.map((p) => (p === MASKED_PROBABILITY ? BLANK_PAGE_PROBABILITY : p));
}

/**
 * Adjusts the probabilities of one stream; those of masked gaps stay.
 * @param probabilities  calibrated, 0 to 1, one a gap
 * @param prior  boundary density of the streams that the calibration was fitted on, between 0 and 1
 * @returns one probability a gap
 */
export function fitDensity(probabilities: readonly number[], prior: number): number[] {
  const scored = probabilities.filter((p) => p !== MASKED_PROBABILITY).length;
  let density = prior;
  let fitted = [...probabilities];
  for (let round = 0; round < ROUNDS; round += 1) {
    const splits = (density / prior) ** STRENGTH;
    const stays = ((1 - density) / (1 - prior)) ** STRENGTH;
    fitted = probabilities.map((p) =>
      p === MASKED_PROBABILITY ? p : clipProbability((p * splits) / (p * splits + (1 - p) * stays)),
    );
    const next = (fitted.reduce((sum, p) => sum + p, 0) + PRIOR_GAPS * prior) / (scored + PRIOR_GAPS);
    if (Math.abs(next - density) < TOLERANCE) break;
    density = next;
  }
  return fitted;
}
