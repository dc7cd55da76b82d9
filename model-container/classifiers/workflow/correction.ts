/**
 * What a workflow has learnt beyond the base model: a linear correction of the base model's log-odds, from the same
 * features and from what is known of the customer's first and last pages. Pulled to nothing, so that little data
 * changes little.
 */
import { minimise } from './minimise.ts';

/** One number an input, and one for every gap. */
export type Correction = Float32Array;

export interface CorrectionRow {
  readonly inputs: Float32Array;
  /** Log-odds of the base model. */
  readonly baseLogOdds: number;
  readonly label: number;
  /** How much the row counts: a gap that is in ten streams counts a tenth in each. */
  readonly weight: number;
}

export const correctedLogOdds = (correction: Correction, inputs: Float32Array, baseOdds: number): number => {
  let sum = baseOdds + (correction[inputs.length] ?? 0);
  for (let at = 0; at < inputs.length; at += 1) sum += (correction[at] ?? 0) * (inputs[at] ?? 0);
  return sum;
};

/**
 * @param pulls  strength of the pull to 0, one an input and one for the number for every gap
 * @param start  where to begin: another correction of the same rows saves time
 */
export function fitCorrection(rows: readonly CorrectionRow[], pulls: Float64Array, start?: Correction): Correction {
  const columns = pulls.length - 1;
  const inputs = new Float32Array(rows.length * columns);
  rows.forEach((row, at) => {
    inputs.set(row.inputs, at * columns);
  });
  const learnt = minimise(
    (point, gradient) => {
      let value = 0;
      for (let at = 0; at <= columns; at += 1) {
        const weight = point[at] ?? 0;
        value += ((pulls[at] ?? 0) / 2) * weight * weight;
        gradient[at] = (pulls[at] ?? 0) * weight;
      }
      for (const [row, { baseLogOdds, label, weight }] of rows.entries()) {
        const from = row * columns;
        let odds = baseLogOdds + (point[columns] ?? 0);
        for (let at = 0; at < columns; at += 1) odds += (point[at] ?? 0) * (inputs[from + at] ?? 0);
        value += weight * (softplus(odds) - label * odds);
        const error = weight * (1 / (1 + Math.exp(-odds)) - label);
        for (let at = 0; at < columns; at += 1) gradient[at] = (gradient[at] ?? 0) + error * (inputs[from + at] ?? 0);
        gradient[columns] = (gradient[columns] ?? 0) + error;
      }
      return value;
    },
    start === undefined ? new Float64Array(columns + 1) : Float64Array.from(start),
  );
  return Float32Array.from(learnt);
}

/** Mean negative log-likelihood, by the rows' weights. */
export function logisticLoss(correction: Correction, rows: readonly CorrectionRow[]): number {
  let [sum, whole] = [0, 0];
  for (const { inputs, baseLogOdds, label, weight } of rows) {
    const odds = correctedLogOdds(correction, inputs, baseLogOdds);
    sum += weight * (softplus(odds) - label * odds);
    whole += weight;
  }
  return sum / Math.max(1e-9, whole);
}

const softplus = (value: number): number => Math.max(0, value) + Math.log1p(Math.exp(-Math.abs(value)));
