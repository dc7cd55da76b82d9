/** What a network that was trained with CTC sees at each time step of a line. */
import { symbolEntropy } from '../symbol-entropy.ts';

/** The network's outputs for a line: at each time step the probabilities of the codes, of which the first is the blank. */
export interface LineProbabilities {
  readonly steps: number;
  readonly codes: number;
  readonly probabilities: Float32Array;
}

export interface LikelyCode {
  readonly code: number;
  readonly probability: number;
}

/** The outputs of a time step without the improbable codes: nearly all of the 18,710 that the network returns. */
export interface StepOutputs {
  readonly best: LikelyCode;
  /** Those that are not improbable, without the blank, the likeliest first. */
  readonly likely: readonly LikelyCode[];
  readonly blank: number;
  /** Of the alternatives, in bits. */
  readonly entropy: number;
}

export const BLANK = 0;
/** Alternatives below this probability do not count for the entropy. */
const MIN_ALTERNATIVE = 1e-4;
/** Codes below this probability, and after so many, are improbable. Further ones lower no errors. */
const MIN_LIKELY = 1e-3;
const MAX_LIKELY = 8;

/** The outputs of each time step. */
export const stepOutputs = (line: LineProbabilities): StepOutputs[] =>
  Array.from({ length: line.steps }, (_, step) =>
    outputsOf(line.probabilities.subarray(step * line.codes, (step + 1) * line.codes)),
  );

function outputsOf(probabilities: Float32Array): StepOutputs {
  const alternatives: LikelyCode[] = [];
  let best = BLANK;
  for (let code = 0; code < probabilities.length; code += 1) {
    const probability = probabilities[code] ?? 0;
    if (probability > (probabilities[best] ?? 0)) best = code;
    if (probability >= MIN_ALTERNATIVE) alternatives.push({ code, probability });
  }
  return {
    best: { code: best, probability: probabilities[best] ?? 0 },
    likely: alternatives
      .filter(({ code, probability }) => code !== BLANK && probability >= MIN_LIKELY)
      .toSorted((a, b) => b.probability - a.probability)
      .slice(0, MAX_LIKELY),
    blank: probabilities[BLANK] ?? 0,
    entropy: symbolEntropy(alternatives.map(({ probability }) => probability)),
  };
}
