/** Inference of a workflow's model: the base model's scores with the workflow's correction. */
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { CONTEXT_PAGES, gapFeatures } from '../../features/gap-features.ts';
import { calibrateGaps, MASKED_LOG_ODDS } from '../../calibration/gap-probabilities.ts';
import { viewPage } from '../../features/pages/page-view.ts';
import { hashPageFeatures } from '../../features/pages/hashed-page-features.ts';
import type { HashedPageFeatures } from '../../features/pages/hashed-page-features.ts';
import { scoreRows } from './base-scores.ts';
import { correctedLogOdds } from './correction.ts';
import type { FineTunedParameters } from './correction.ts';
import { correctionInputs } from './gap-inputs.ts';
import { pageTypeLogOdds } from './page-type-classifier.ts';
import type { WorkflowModel } from './workflow-weights.ts';

/** A gap as the correction needs it. */
interface BaseScoredGap {
  /** Stage 1's features after the quantile transform. */
  readonly features: Float32Array;
  /** Calibrated log-odds of the base model; MASKED_LOG_ODDS for a masked gap. */
  readonly baseLogOdds: number;
  /** Of the page before and the page after the gap. */
  readonly hashedFeatures: readonly [HashedPageFeatures, HashedPageFeatures];
}

/**
 * Log-odds of a split with the workflow's correction, before calibration. Masked gaps are not corrected: what follows a
 * blank page decides, as in the base model.
 */
export function fineTunedLogOdds(
  { pageTypes, correction }: FineTunedParameters,
  { features, baseLogOdds, hashedFeatures: [left, right] }: BaseScoredGap,
): number {
  if (baseLogOdds === MASKED_LOG_ODDS) return MASKED_LOG_ODDS;
  return correctedLogOdds(
    correction,
    correctionInputs(features, baseLogOdds, pageTypeLogOdds(pageTypes, left), pageTypeLogOdds(pageTypes, right)),
    baseLogOdds,
  );
}

/** Pages whose features are in memory at once. */
const WINDOW = 400;

/**
 * Probabilities, 0 to 1, that a document ends at the gap after page i, for the calibration's boundary density.
 * @returns one number a gap: n − 1 for n pages; none for an empty stream
 */
export function scoreWorkflowPages(model: WorkflowModel, pages: readonly PageRecord[]): number[] {
  const logOdds: number[] = [];
  for (let from = 0; from < pages.length - 1; from += WINDOW) {
    const start = Math.max(0, from - CONTEXT_PAGES);
    const scored = scoreWindow(model, pages.slice(start, from + WINDOW + 1 + CONTEXT_PAGES));
    logOdds.push(...scored.slice(from - start, from - start + WINDOW));
  }
  return calibrateGaps(logOdds, model.calibration);
}

/** Log-odds before calibration, one number a gap. */
function scoreWindow({ base, fineTuned }: WorkflowModel, pages: readonly PageRecord[]): number[] {
  const hashed = pages.map(hashPageFeatures);
  return scoreRows(base, gapFeatures(pages.map(viewPage))).map(({ features, logOdds }, gap) => {
    const both = [hashed[gap] ?? NO_FEATURES, hashed[gap + 1] ?? NO_FEATURES] as const;
    return fineTunedLogOdds(fineTuned, { features, baseLogOdds: logOdds, hashedFeatures: both });
  });
}

const NO_FEATURES: HashedPageFeatures = new Int32Array(0);
