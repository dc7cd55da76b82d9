/** A workflow's model at work. */
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { CONTEXT_PAGES, gapFeatures } from '../../features/gap-features.ts';
import { calibrateGaps } from '../../calibration/gap-probabilities.ts';
import { viewPage } from '../../features/pages/page-view.ts';
import { scoreRows } from './base-scores.ts';
import { correctedLogOdds } from './correction.ts';
import { correctionInputs } from './gap-inputs.ts';
import type { Learnt } from '../../training/fine-tuning/learner.ts';
import { hashPageFeatures } from '../../features/pages/hashed-page-features.ts';
import type { HashedPageFeatures } from '../../features/pages/hashed-page-features.ts';
import { pageTypeLogOdds } from './page-type-classifier.ts';
import type { WorkflowModel } from './workflow-weights.ts';

/** Log-odds of a split after what was learnt, before calibration. */
export function fineTunedLogOdds(
  { roles, correction }: Learnt,
  gap: { readonly features: Float32Array; readonly baseOdds: number; readonly marks: readonly [HashedPageFeatures, HashedPageFeatures] },
): number {
  const [left, right] = gap.marks;
  return correctedLogOdds(
    correction,
    correctionInputs(gap.features, gap.baseOdds, pageTypeLogOdds(roles, left), pageTypeLogOdds(roles, right)),
    gap.baseOdds,
  );
}

/** Pages whose features are held at once. */
const WINDOW = 400;

/** Probability, 0 to 1, that a document ends at the gap after page i, at the calibration's density; n pages have n − 1 (none for an empty stream). */
export function scoreWorkflowPages(model: WorkflowModel, pages: readonly PageRecord[]): number[] {
  const odds: number[] = [];
  for (let from = 0; from < pages.length - 1; from += WINDOW) {
    const start = Math.max(0, from - CONTEXT_PAGES);
    const scored = scoreWindow(model, pages.slice(start, from + WINDOW + 1 + CONTEXT_PAGES));
    odds.push(...scored.slice(from - start, from - start + WINDOW));
  }
  return calibrateGaps(odds, model.calibration);
}

/** Log-odds. */
function scoreWindow({ base, learnt }: WorkflowModel, pages: readonly PageRecord[]): number[] {
  const marks = pages.map(hashPageFeatures);
  return scoreRows(base, gapFeatures(pages.map(viewPage))).map(({ features, logOdds }, gap) => {
    const both = [marks[gap] ?? NO_MARKS, marks[gap + 1] ?? NO_MARKS] as const;
    return fineTunedLogOdds(learnt, { features, baseOdds: logOdds, marks: both });
  });
}

const NO_MARKS: HashedPageFeatures = new Int32Array(0);
