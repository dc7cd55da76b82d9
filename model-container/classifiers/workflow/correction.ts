/**
 * A workflow's fine-tuning: a linear correction of the base model's log-odds by the base model's features and the
 * log-odds of the workflow's page-type classifier. L2 regularisation keeps it close to what helps every customer where
 * there are few documents.
 */
import { minimise } from '../../minimise.ts';
import type { PageTypeClassifier } from './page-type-classifier.ts';

/** One coefficient an input, and the intercept. */
export type Correction = Float32Array;

/** What fine-tuning adds to a base model. */
export interface FineTunedParameters {
  readonly pageTypes: PageTypeClassifier;
  readonly correction: Correction;
}

export interface CorrectionRow {
  readonly inputs: Float32Array;
  /** Log-odds of the base model. */
  readonly baseLogOdds: number;
  /** 1: a document ends at the gap; 0: not. */
  readonly label: number;
  /** Weight in the loss: a gap that occurs in ten streams has a tenth in each. */
  readonly weight: number;
}

export const correctedLogOdds = (correction: Correction, inputs: Float32Array, baseLogOdds: number): number => {
  let sum = baseLogOdds + (correction[inputs.length] ?? 0);
  for (let at = 0; at < inputs.length; at += 1) sum += (correction[at] ?? 0) * (inputs[at] ?? 0);
  return sum;
};

/** L2 regularisation: half of strength × (coefficient − centre)², one of each for an input and one for the intercept. */
export interface L2Penalty {
  readonly strengths: Float64Array;
  readonly centre: Float64Array<ArrayBuffer>;
}

/**
 * Fits a correction by regularised logistic regression with the base model's log-odds as offset.
 * @param start  initial coefficients: those for another strength on the same rows save time. Default: the centre
 */
export function fitLogisticCorrection(
  rows: readonly CorrectionRow[],
  { strengths, centre }: L2Penalty,
  start?: Correction,
): Correction {
  const columns = strengths.length - 1;
  const inputs = new Float32Array(rows.length * columns);
  rows.forEach((row, at) => {
    inputs.set(row.inputs, at * columns);
  });
  const coefficients = minimise(
    (point, gradient) => {
      let value = 0;
      for (let at = 0; at <= columns; at += 1) {
        const distance = (point[at] ?? 0) - (centre[at] ?? 0);
        value += ((strengths[at] ?? 0) / 2) * distance * distance;
        gradient[at] = (strengths[at] ?? 0) * distance;
      }
      for (const [row, { baseLogOdds, label, weight }] of rows.entries()) {
        const from = row * columns;
        let logOdds = baseLogOdds + (point[columns] ?? 0);
        for (let at = 0; at < columns; at += 1) logOdds += (point[at] ?? 0) * (inputs[from + at] ?? 0);
        value += weight * (softplus(logOdds) - label * logOdds);
        const error = weight * (1 / (1 + Math.exp(-logOdds)) - label);
        for (let at = 0; at < columns; at += 1) gradient[at] = (gradient[at] ?? 0) + error * (inputs[from + at] ?? 0);
        gradient[columns] = (gradient[columns] ?? 0) + error;
      }
      return value;
    },
    start === undefined ? centre : Float64Array.from(start),
  );
  return Float32Array.from(coefficients);
}

/** Mean log-loss, weighted by the rows' weights. */
export function logisticLoss(correction: Correction, rows: readonly CorrectionRow[]): number {
  let [sum, whole] = [0, 0];
  for (const { inputs, baseLogOdds, label, weight } of rows) {
    const logOdds = correctedLogOdds(correction, inputs, baseLogOdds);
    sum += weight * (softplus(logOdds) - label * logOdds);
    whole += weight;
  }
  return sum / Math.max(1e-9, whole);
}

const softplus = (value: number): number => Math.max(0, value) + Math.log1p(Math.exp(-Math.abs(value)));
