/** Outputs of a network that was trained with CTC, for tests. */
import { stepOutputs, type StepOutputs } from '../../../../core/ocr/ppocr/step-outputs.ts';

/**
 * The outputs of a network that is sure of a code at each time step.
 * @param codes of the time steps; 0 is the blank
 * @param count of the codes with the blank, which share the rest of the probability
 */
export const sureOf = (codes: readonly number[], count: number, probability = 1): StepOutputs[] =>
  outputsOf(
    codes.map((code) => ({ [code]: probability })),
    count,
  );

/** @param steps the probabilities of some codes at each time step; the others share the rest */
export function outputsOf(steps: readonly Readonly<Record<number, number>>[], count: number): StepOutputs[] {
  const probabilities = steps.flatMap((known) => {
    const given = Object.values(known);
    const rest = (1 - given.reduce((sum, value) => sum + value, 0)) / Math.max(1, count - given.length);
    return Array.from({ length: count }, (_, code) => known[code] ?? rest);
  });
  return stepOutputs({ steps: steps.length, codes: count, probabilities: Float32Array.from(probabilities) });
}
