/** From log-odds to probabilities that come true: Platt's scaling with prior correction, never falling. */
import { clipProbability } from '../../core/splitting/fit-density.ts';

export interface Calibration {
  /** Above 0: a greater log-odds is never a smaller probability. */
  readonly slope: number;
  readonly intercept: number;
  /** Share of gaps that are boundaries in the streams it was fitted on, between 0 and 1; absent: probabilities are left as they are, whatever the stream. */
  readonly prior?: number;
}

/** A calibration that follows the density of a stream (fit-density.ts). */
export type CalibrationWithPrior = Calibration & { readonly prior: number };

export function calibrate(logOdds: number, { slope, intercept }: Calibration): number {
  return clipProbability(1 / (1 + Math.exp(-(slope * logOdds + intercept))));
}

export interface ScoredGap {
  readonly logOdds: number;
  /** 1: a document ends here. */
  readonly label: number;
  readonly weight: number;
}

/**
 * Maximum likelihood over gaps of held-out sources, by Newton's method; Platt's smoothed labels keep it finite where
 * the gaps part without error.
 */
export function fitCalibration(gaps: readonly ScoredGap[]): Calibration {
  const positives = gaps.filter((gap) => gap.label === 1).length;
  const [high, low] = [(positives + 1) / (positives + 2), 1 / (gaps.length - positives + 2)];
  let [slope, offset] = [1, 0];
  for (let round = 0; round < 50; round += 1) {
    // A small ridge towards the identity keeps the step defined where all log-odds are alike.
    let [gs, go, ss, so, oo] = [1e-3 * (slope - 1), 1e-3 * offset, 1e-3, 0, 1e-3];
    for (const { logOdds, label, weight } of gaps) {
      const p = 1 / (1 + Math.exp(-(slope * logOdds + offset)));
      const error = weight * (p - (label === 1 ? high : low));
      const curve = weight * Math.max(1e-9, p * (1 - p));
      gs += error * logOdds;
      go += error;
      ss += curve * logOdds * logOdds;
      so += curve * logOdds;
      oo += curve;
    }
    const determinant = ss * oo - so * so;
    const stepSlope = (oo * gs - so * go) / determinant;
    const stepOffset = (ss * go - so * gs) / determinant;
    slope = Math.max(0.05, slope - Math.max(-1, Math.min(1, stepSlope)));
    offset -= Math.max(-1, Math.min(1, stepOffset));
    if (Math.abs(stepSlope) + Math.abs(stepOffset) < 1e-7) break;
  }
  return { slope, intercept };
}
