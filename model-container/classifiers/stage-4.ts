/**
 * Stage 4 corrects the log-odds of stage 3 by the fonts of a PDF's pages. Where the pages around a gap have none, as in a
 * scan, it changes nothing.
 */
import { FONT_FEATURES, FontStream } from '../features/font-features.ts';
import { rowsAtScoredGaps } from '../features/scored-gap-rows.ts';
import type { StageDefinition } from './stage.ts';

/** The rows of masked gaps are NaN, and so are those of gaps that the stage does not correct. */
export const STAGE_4: StageDefinition = {
  features: FONT_FEATURES,
  inputRows: (rows, scores) =>
    rowsAtScoredGaps(rows, scores.at(-1) ?? [], FONT_FEATURES.length, (scoredRows, logOdds) => {
      const stream = new FontStream(scoredRows, logOdds);
      return (at) => stream.featuresOf(at);
    }),
};
