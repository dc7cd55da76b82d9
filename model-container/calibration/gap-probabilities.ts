/** From a stream's log-odds to its probabilities. */
import { fitDensity, MASKED_PROBABILITY } from '../../core/splitting/fit-density.ts';
import { calibrate } from './calibration.ts';
import type { Calibration } from './calibration.ts';

/**
 * Log-odds of a split before a blank page, of which nothing is asked: it belongs to the document before it (of 11,342 documents two begin with one).
 * Exactly these tell such a gap.
 */
export const MASKED_LOG_ODDS = -6;

/** At the density that the calibration knows: the windows in which a document is scored are parts of its stream. */
export const calibrateGaps = (logOdds: readonly number[], calibration: Calibration): number[] =>
  logOdds.map((odds) => (odds === MASKED_LOG_ODDS ? MASKED_PROBABILITY : calibrate(odds, calibration)));

/** Of a whole stream, at its own density where the calibration knows the usual one. */
export function streamProbabilities(logOdds: readonly number[], calibration: Calibration): number[] {
  const probabilities = calibrateGaps(logOdds, calibration);
  return calibration.prior === undefined ? probabilities : fitDensity(probabilities, calibration.prior);
}
