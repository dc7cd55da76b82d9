/**
 * Calibration of log-odds to probabilities by Platt scaling (Platt 1999): a logistic function of slope and intercept.
 */
import { clipProbability } from '../../core/splitting/fit-density.ts';

export interface Calibration {
  /** Above 0, so that probabilities increase with the log-odds. */
  readonly slope: number;
  readonly intercept: number;
  /**
   * Boundary density of the streams that the calibration was fitted on: the share of gaps that are boundaries, between
   * 0 and 1. Absent: probabilities are not adjusted to a stream's density.
   */
  readonly prior?: number;
}

/** A calibration whose probabilities are adjusted to the boundary density of a stream (fit-density.ts). */
export type CalibrationWithPrior = Calibration & { readonly prior: number };

export function calibrate(logOdds: number, { slope, intercept }: Calibration): number {
  return clipProbability(1 / (1 + Math.exp(-(slope * logOdds + intercept))));
}

/** A gap with its score and label, for fitting a calibration. */
export interface ScoredGap {
  readonly logOdds: number;
  /** 1: a document ends here. */
  readonly label: number;
  readonly weight: number;
}

/**
 * Fits slope and intercept by maximum likelihood with Newton's method. Platt's smoothed labels keep them finite where
 * the log-odds separate the classes without error.
 * @param gaps  of sources that the model was not trained on
 */
export function fitCalibration(gaps: readonly ScoredGap[]): Calibration {
  const positives = gaps.filter((gap) => gap.label === 1).length;
  const [high, low] = [(positives + 1) / (positives + 2), 1 / (gaps.length - positives + 2)];
  let [slope, intercept] = [1, 0];
  for (let round = 0; round < 50; round += 1) {
    // Weak L2 regularisation towards the identity keeps the Hessian invertible where all log-odds are equal.
    let [gs, gi, ss, si, ii] = [1e-3 * (slope - 1), 1e-3 * intercept, 1e-3, 0, 1e-3];
    for (const { logOdds, label, weight } of gaps) {
      const p = 1 / (1 + Math.exp(-(slope * logOdds + intercept)));
      const error = weight * (p - (label === 1 ? high : low));
      const hessian = weight * Math.max(1e-9, p * (1 - p));
      gs += error * logOdds;
      gi += error;
      ss += hessian * logOdds * logOdds;
      si += hessian * logOdds;
      ii += hessian;
    }
    const determinant = ss * ii - si * si;
    const stepSlope = (ii * gs - si * gi) / determinant;
    const stepIntercept = (ss * gi - si * gs) / determinant;
    slope = Math.max(0.05, slope - Math.max(-1, Math.min(1, stepSlope)));
    intercept -= Math.max(-1, Math.min(1, stepIntercept));
    if (Math.abs(stepSlope) + Math.abs(stepIntercept) < 1e-7) break;
  }
  return { slope, intercept };
}
