/**
 * Stage 2 scores each gap by stacked features: the neighbourhood features, computed from the stage-1 scores of the gaps
 * around, and stage 1's own inputs. With the scores it can compare what stage 1 cannot: whether the page after the gap
 * is similar to pages that probably begin documents, whether it is similar to the whole document before the gap,
 * whether page numbers count from the page where the document probably begins, and how regularly separator sheets
 * occur. These features add most in streams of one sender, where adjacent pages are similar at every gap.
 */
import { FEATURE_NAMES } from '../features/gap-features.ts';
import { NEIGHBOURHOOD_FEATURES, neighbourhoodRows } from '../features/neighbourhood-features.ts';
import { STAGE_2_REACH } from '../features/reach.ts';
import type { StageDefinition } from './stage.ts';

const features: readonly string[] = [...NEIGHBOURHOOD_FEATURES, ...FEATURE_NAMES];

/** Masked gaps are left out of the neighbourhood; their rows are NaN. */
export const STAGE_2: StageDefinition = {
  features,
  inputRows: (rows, scores) =>
    neighbourhoodRows(rows, scores.at(-1) ?? [], STAGE_2_REACH, features.length, (stream, at, _gap, row) => [
      ...stream.neighbourhood(at),
      ...row.subarray(0, FEATURE_NAMES.length),
    ]),
};
