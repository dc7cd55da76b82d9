/** Platt scaling for few documents: maximum a posteriori with a prior around the identity. */
import type { Calibration, ScoredGap } from './calibration.ts';
import { minimise } from '../minimise.ts';

/** Standard deviations of the normal priors of the slope's logarithm (mean 0) and of the intercept (mean 0). */
const LOG_SLOPE_DEVIATION = 0.35;
const INTERCEPT_DEVIATION = 0.7;

/** Fits slope and intercept. Without gaps the result is the identity. */
export function fitRegularisedCalibration(gaps: readonly ScoredGap[]): Calibration {
  const found = minimise((point, gradient) => {
    const [logSlope = 0, intercept = 0] = point;
    const slope = Math.exp(logSlope);
    let value = logSlope ** 2 / (2 * LOG_SLOPE_DEVIATION ** 2) + intercept ** 2 / (2 * INTERCEPT_DEVIATION ** 2);
    let [slopeGradient, interceptGradient] = [
      logSlope / LOG_SLOPE_DEVIATION ** 2,
      intercept / INTERCEPT_DEVIATION ** 2,
    ];
    for (const { logOdds, label, weight } of gaps) {
      const calibrated = slope * logOdds + intercept;
      value += weight * (Math.max(0, calibrated) + Math.log1p(Math.exp(-Math.abs(calibrated))) - label * calibrated);
      const error = weight * (1 / (1 + Math.exp(-calibrated)) - label);
      slopeGradient += error * slope * logOdds;
      interceptGradient += error;
    }
    gradient[0] = slopeGradient;
    gradient[1] = interceptGradient;
    return value;
  }, new Float64Array(2));
  return { slope: Math.exp(found[0] ?? 0), intercept: found[1] ?? 0 };
}
