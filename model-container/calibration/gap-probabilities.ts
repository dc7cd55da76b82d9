/** Probabilities of the gaps of a stream from their log-odds. */
import { fitDensity, MASKED_PROBABILITY } from '../../core/splitting/fit-density.ts';
import { calibrate } from './calibration.ts';
import type { Calibration } from './calibration.ts';

/**
 * Log-odds of masked gaps, which are recognised by exactly this number. They are low because a blank page belongs to
 * the document before it: of 11,342 training documents, two begin with a blank page.
 */
export const MASKED_LOG_ODDS = -6;

/**
 * Calibrated probabilities, one a gap, for the calibration's boundary density. They are not adjusted to the stream's
 * density, because the gaps may be a window of a longer stream.
 */
export const calibrateGaps = (logOdds: readonly number[], calibration: Calibration): number[] =>
  logOdds.map((odds) => (odds === MASKED_LOG_ODDS ? MASKED_PROBABILITY : calibrate(odds, calibration)));

/** Calibrated probabilities of a whole stream, adjusted to its boundary density if the calibration has a prior. */
export function streamProbabilities(logOdds: readonly number[], calibration: Calibration): number[] {
  const probabilities = calibrateGaps(logOdds, calibration);
  return calibration.prior === undefined ? probabilities : fitDensity(probabilities, calibration.prior);
}
