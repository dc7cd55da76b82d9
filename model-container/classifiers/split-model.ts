/** The trained split model: page records in, one calibrated probability a gap out. */
import type { PageRecord } from '../../core/documents/page-record.ts';
import type { Calibration } from '../calibration/calibration.ts';
import { calibrateGaps } from '../calibration/gap-probabilities.ts';
import { CONTEXT_PAGES, gapFeatures } from '../features/gap-features.ts';
import { viewPage } from '../features/pages/page-view.ts';
import { scoreStages } from './stage.ts';
import type { Stage } from './stage.ts';
import { STAGE_1 } from './stage-1.ts';
import { STAGE_2 } from './stage-2.ts';
import { STAGE_3 } from './stage-3.ts';
import { STAGE_4 } from './stage-4.ts';
import { STAGE_5 } from './stage-5.ts';

/** In the order in which a stream passes through them. */
export const STAGE_DEFINITIONS = [STAGE_1, STAGE_2, STAGE_3, STAGE_4, STAGE_5] as const;

export interface SplitModel {
  /** `base-` and the first 12 hexadecimal digits of the SHA-256 of the weights file. */
  readonly version: string;
  /** Members were trained on streams that were drawn with different seeds. Their log-odds are averaged. */
  readonly ensemble: readonly EnsembleMember[];
  readonly calibration: Calibration;
}

/** The stages that one training yields. */
export interface EnsembleMember {
  /** Of STAGE_DEFINITIONS, from stage 1 on: at least one. The last stage's log-odds are the member's. */
  readonly stages: readonly Stage[];
}

/** Pages whose features are in memory at once: about 25 MB. */
const WINDOW = 1000;

/**
 * Probabilities, 0 to 1, that a document ends at the gap after page i, for the calibration's boundary density.
 * @returns one number a gap: n − 1 for n pages; none for an empty stream
 */
export function scorePages(model: SplitModel, pages: readonly PageRecord[]): number[] {
  const logOdds: number[] = [];
  // A window with CONTEXT_PAGES on both sides gives the same scores as the whole stream, in bounded memory.
  for (let from = 0; from < pages.length - 1; from += WINDOW) {
    const start = Math.max(0, from - CONTEXT_PAGES);
    const views = pages.slice(start, from + WINDOW + 1 + CONTEXT_PAGES).map(viewPage);
    const scored = logOddsOfGaps(model.ensemble, gapFeatures(views));
    logOdds.push(...scored.slice(from - start, from - start + WINDOW));
  }
  return calibrateGaps(logOdds, model.calibration);
}

/** The mean of the members' log-odds before calibration, one number a gap. @param rows  of one stream, in page order */
export function logOddsOfGaps(ensemble: readonly EnsembleMember[], rows: readonly Float32Array[]): number[] {
  const scores = ensemble.map(({ stages }) => scoreStages(stages, rows).at(-1) ?? []);
  return rows.map((_, gap) => scores.reduce((sum, logOdds) => sum + (logOdds[gap] ?? 0), 0) / scores.length);
}
