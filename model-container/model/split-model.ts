/** A trained split model: pages in, a calibrated probability a gap out. */
import type { PageRecord } from '../../core/reading/page-record.ts';
import { calibrate } from './calibration.ts';
import type { Calibration } from './calibration.ts';
import { CONTEXT_PAGES, gapFeatures } from './gap-features.ts';
import { runEnsemble } from './network.ts';
import type { Network } from './network.ts';
import { mapToQuantiles } from './normal-quantiles.ts';
import type { QuantileTable } from './normal-quantiles.ts';
import { viewPage } from './page-view.ts';
import type { PageView } from './page-view.ts';

export interface SplitModel {
  /** Names the weights: `base-` and the first digits of their SHA-256. */
  readonly version: string;
  readonly quantiles: readonly QuantileTable[];
  /** Networks that differ in their seed; their log-odds are averaged. */
  readonly networks: readonly Network[];
  readonly calibration: Calibration;
}

/** Pages whose features are held at once. */
const WINDOW = 400;

/** Probability, 0 to 1, that a document ends at the gap after page i; n pages have n − 1 (none for an empty stream). */
export function scorePages(model: SplitModel, pages: readonly PageRecord[]): number[] {
  const probabilities: number[] = [];
  // Views are large; a window and the context on both of its sides give the same answer as the whole stream.
  for (let from = 0; from < pages.length - 1; from += WINDOW) {
    const start = Math.max(0, from - CONTEXT_PAGES);
    const views = pages.slice(start, from + WINDOW + 1 + CONTEXT_PAGES).map(viewPage);
    const scored = scoreViews(model, views);
    probabilities.push(...scored.slice(from - start, from - start + WINDOW));
  }
  return probabilities;
}

export const scoreViews = (model: SplitModel, views: readonly PageView[]): number[] =>
  logOddsOfGaps(model, gapFeatures(views)).map((odds) => calibrate(odds, model.calibration));

/** Before calibration. */
export function logOddsOfGaps(model: Pick<SplitModel, 'quantiles' | 'networks'>, rows: readonly Float32Array[]): number[] {
  const inputs = new Float32Array(model.quantiles.length);
  return rows.map((row) => {
    mapToQuantiles(row, model.quantiles, inputs);
    return runEnsemble(model.networks, inputs);
  });
}
