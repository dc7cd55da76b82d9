/** Scores of the base model for a workflow's fine-tuned correction. */
import { mapToQuantiles } from '../normal-quantiles.ts';
import type { QuantileTable } from '../normal-quantiles.ts';
import { calibrate } from '../../calibration/calibration.ts';
import { MASKED_LOG_ODDS } from '../../calibration/gap-probabilities.ts';
import { isMasked } from '../../features/gap-features.ts';
import { logOddsOfGaps } from '../split-model.ts';
import type { SplitModel } from '../split-model.ts';

export type BaseModel = SplitModel;

export interface ScoredRow {
  /** Stage 1's features after the quantile transform; 0 for missing values. */
  readonly features: Float32Array;
  /** Calibrated log-odds of a split; MASKED_LOG_ODDS for a masked gap. */
  readonly logOdds: number;
}

/** The quantile transform of a correction's features: stage 1's of the first ensemble member. */
export const quantilesOf = ({ ensemble: [member] }: BaseModel): readonly QuantileTable[] =>
  member?.stages[0]?.quantiles ?? [];

/** One scored row a gap. @param rows  of one stream in page order, as `gapFeatures` returns them */
export function scoreRows(base: BaseModel, rows: readonly Float32Array[]): ScoredRow[] {
  const logOdds = logOddsOfGaps(base.ensemble, rows);
  const quantiles = quantilesOf(base);
  const inputs = base.ensemble[0]?.stages[0]?.definition.inputRows(rows, []) ?? [];
  return rows.map((row, gap) => {
    const features = new Float32Array(quantiles.length);
    mapToQuantiles(inputs[gap] ?? row, quantiles, features);
    if (isMasked(row)) return { features, logOdds: MASKED_LOG_ODDS };
    const p = calibrate(logOdds[gap] ?? 0, base.calibration);
    return { features, logOdds: Math.log(p / (1 - p)) };
  });
}
