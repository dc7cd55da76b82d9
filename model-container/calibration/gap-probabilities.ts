/** Probabilities of the gaps of a stream from their log-odds. */
import { documentProbabilities, MASKED_PROBABILITY } from '../../core/splitting/fit-density.ts';
import { calibrate } from './calibration.ts';
import type { Calibration } from './calibration.ts';

/**
 * Log-odds of masked gaps, which are recognised by exactly this number, in the base model and in workflows' models.
 * They are low because a blank page belongs to the document before it. They are not calibrated: the probability of a
 * masked gap is BLANK_PAGE_PROBABILITY.
 */
export const MASKED_LOG_ODDS = -6;

/**
 * Calibrated probabilities, one a gap, for the calibration's boundary density; MASKED_PROBABILITY for masked gaps. They
 * are not adjusted to the stream's density, because the gaps may be a window of a longer stream.
 */
export const calibrateGaps = (logOdds: readonly number[], calibration: Calibration): number[] =>
  logOdds.map((odds) => (odds === MASKED_LOG_ODDS ? MASKED_PROBABILITY : calibrate(odds, calibration)));

/** Calibrated probabilities of a whole stream, adjusted to its boundary density if the calibration has a prior. */
export const streamProbabilities = (logOdds: readonly number[], calibration: Calibration): number[] =>
  documentProbabilities(calibrateGaps(logOdds, calibration), calibration.prior);
