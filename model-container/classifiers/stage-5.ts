/**
 * Stage 5 corrects the log-odds of stage 4 between copies of one form, which belong to several people or matters. It changes
 * nothing where the pages do not have their labels at the same places from top to bottom.
 */
import { FORM_COLUMNS } from '../features/form-columns.ts';
import { ROW_NAMES } from '../features/gap-features.ts';
import { rowsAtScoredGaps } from '../features/scored-gap-rows.ts';
import type { StageDefinition } from './stage.ts';

/**
 * Share of the body's bands that have labels of both pages, from which the pages are copies of one form. Below it are tables
 * that go on and slides.
 */
const LEAST_LABELS_DOWN = 0.6;
const FIRST_COLUMN = ROW_NAMES.indexOf(FORM_COLUMNS[0]);

/** The rows of masked gaps are NaN, and so are those of gaps that the stage does not correct. */
export const STAGE_5: StageDefinition = {
  features: [...FORM_COLUMNS, 'log_odds'],
  inputRows: (rows, scores) =>
    rowsAtScoredGaps(rows, scores.at(-1) ?? [], FORM_COLUMNS.length + 1, (scoredRows, logOdds) => (at) => {
      const columns = scoredRows[at]?.subarray(FIRST_COLUMN, FIRST_COLUMN + FORM_COLUMNS.length) ?? [];
      return (columns[0] ?? 0) >= LEAST_LABELS_DOWN ? [...columns, logOdds[at] ?? Number.NaN] : undefined;
    }),
};
