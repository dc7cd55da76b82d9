/** The one place that knows how the base model turns features into log-odds. */
import { mapToQuantiles } from '../normal-quantiles.ts';
import type { QuantileTable } from '../normal-quantiles.ts';
import { calibrate } from '../../calibration/calibration.ts';
import { logOddsOfGaps } from '../split-model.ts';
import type { SplitModel } from '../split-model.ts';

export type BaseModel = SplitModel;

export interface ScoredRow {
  /** The features on one scale: normal quantiles, 0 where the pages cannot say. */
  readonly features: Float32Array;
  /** Calibrated log-odds of a split. */
  readonly logOdds: number;
}

/** The scale that workflows learn on: that of the base model's first member. */
export const quantilesOf = ({ members: [first] }: BaseModel): readonly QuantileTable[] => first?.first.quantiles ?? [];

/** @param rows  features of the gaps of one stream, in page order */
export function scoreRows(base: BaseModel, rows: readonly Float32Array[]): ScoredRow[] {
  const odds = logOddsOfGaps(base.members, rows);
  const quantiles = quantilesOf(base);
  return rows.map((row, gap) => {
    const features = new Float32Array(quantiles.length);
    mapToQuantiles(row, quantiles, features);
    const p = calibrate(odds[gap] ?? 0, base.calibration);
    return { features, odds: Math.log(p / (1 - p)) };
  });
}
