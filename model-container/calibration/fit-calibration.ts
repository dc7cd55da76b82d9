/** Calibration by few documents: Platt's scaling, pulled to what the model says already. */
import type { Calibration, ScoredGap } from './calibration.ts';
import { minimise } from '../classifiers/workflow/minimise.ts';

/** How far slope (as a factor, in logarithms) and offset are believed to be off at all: standard deviations. */
const SLOPE_SPREAD = 0.35;
const OFFSET_SPREAD = 0.7;

/** The most probable slope and offset, given the gaps and that belief. No gaps change nothing. */
export function fitRegularisedCalibration(gaps: readonly ScoredGap[]): Calibration {
  const found = minimise((point, gradient) => {
    const [bend = 0, offset = 0] = point;
    const slope = Math.exp(bend);
    let value = bend ** 2 / (2 * SLOPE_SPREAD ** 2) + offset ** 2 / (2 * OFFSET_SPREAD ** 2);
    let [bendSlope, offsetSlope] = [bend / SLOPE_SPREAD ** 2, offset / OFFSET_SPREAD ** 2];
    for (const { logOdds, label, weight } of gaps) {
      const odds = slope * logOdds + offset;
      value += weight * (Math.max(0, odds) + Math.log1p(Math.exp(-Math.abs(odds))) - label * odds);
      const error = weight * (1 / (1 + Math.exp(-odds)) - label);
      bendSlope += error * slope * logOdds;
      offsetSlope += error;
    }
    gradient[0] = bendSlope;
    gradient[1] = offsetSlope;
    return value;
  }, new Float64Array(2));
  return { slope: Math.exp(found[0] ?? 0), intercept: found[1] ?? 0 };
}
