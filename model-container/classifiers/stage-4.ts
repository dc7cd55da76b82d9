/**
 * Stage 4 corrects the log-odds of stage 3 by the fonts of a PDF's pages. Where the pages around a gap have none, as in a
 * scan, it changes nothing.
 */
import { FONT_FEATURES, FontStream } from '../features/font-features.ts';
import { scoredGaps } from '../features/gap-features.ts';
import type { StageDefinition } from './stage.ts';

/** The rows of masked gaps are NaN, and so are those of gaps that the stage does not correct. */
export const STAGE_4: StageDefinition = {
  features: FONT_FEATURES,
  inputRows: (rows, scores) => {
    const gaps = scoredGaps(rows);
    const logOdds = scores.at(-1) ?? [];
    const stream = new FontStream(
      gaps.flatMap((gap) => rows[gap] ?? []),
      gaps.map((gap) => logOdds[gap] ?? Number.NaN),
    );
    const inputs = rows.map(() => UNKNOWN);
    for (const [at, gap] of gaps.entries()) inputs[gap] = Float32Array.from(stream.featuresOf(at));
    return inputs;
  },
};
const UNKNOWN = new Float32Array(FONT_FEATURES.length).fill(Number.NaN);
