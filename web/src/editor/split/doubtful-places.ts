/** Which gaps a reviewer looks at for a threshold, and what the model's review table says about the others. */
import type { ServedGap } from './split.ts';

/**
 * Gaps, in page order, that the model decided with a confidence at or below the threshold or beside a page that could not be
 * read, that nobody has decided, or that are within a file sent as one document although the model would split it there. What the
 * caller of the processing request or an earlier reviewer decided is not doubtful.
 */
export const doubtfulGaps = (gaps: readonly ServedGap[], threshold: number): number[] =>
  gaps.flatMap((served, gap) => (isDoubtful(served, threshold) ? [gap] : []));

const isDoubtful = (
  { split, confidence, decidedBy, proposed, besideUnread }: ServedGap,
  threshold: number,
): boolean => {
  switch (decidedBy) {
    case null:
      return true;
    case 'model':
      return besideUnread === true || (confidence !== null && confidence <= threshold);
    case 'caller':
      return proposed !== null && proposed !== split;
    case 'reviewer':
      return false;
  }
};

/** The first of the gaps after a gap, or the first of all where none comes after it. @param gaps  in page order */
export const nextGap = (gaps: readonly number[], after: number | null): number | null =>
  (after === null ? undefined : gaps.find((gap) => gap > after)) ?? gaps[0] ?? null;

/** The last of the gaps before a gap, or the last of all. @param gaps  in page order */
export const previousGap = (gaps: readonly number[], before: number | null): number | null =>
  (before === null ? undefined : gaps.findLast((gap) => gap < before)) ?? gaps.at(-1) ?? null;

export interface ReviewTableRow {
  readonly threshold: number;
  /** Share of the decisions at or below the threshold. */
  readonly correction_effort: number;
  readonly error_rate_among_reviewed: number | null;
  readonly error_rate_after_correction: number;
  readonly support: 'supported' | 'not_enough_data';
}

export interface ReviewTable {
  readonly measured_on: 'own_documents' | 'general';
  /** Documents in the sample; null where only the gaps are counted. */
  readonly documents: number | null;
  /** Decisions in the sample. */
  readonly gaps: number;
  readonly rows: readonly ReviewTableRow[];
}

export interface Expectation {
  /** Share of all decisions that are wrong after those at or below the threshold have been corrected. */
  readonly errorRate: number;
  /** False where the table has no row for the threshold: then the share is that of the next lower row. */
  readonly exact: boolean;
  /** False where the sample is too small for the row. */
  readonly supported: boolean;
}

/** Thresholds that differ by less are the same. */
const TOLERANCE = 1e-6;

/**
 * What the table says of a threshold. Between two rows the error rate is at most that of the lower one, since reviewing
 * more leaves fewer errors; below the first row it is at most the error rate without review.
 * @returns null where the table says nothing
 */
export const expectationAt = ({ rows }: ReviewTable, threshold: number): Expectation | null => {
  const ordered = [...rows].sort((one, other) => one.threshold - other.threshold);
  const row = ordered.findLast((one) => one.threshold <= threshold + TOLERANCE);
  if (row !== undefined)
    return {
      errorRate: row.error_rate_after_correction,
      exact: Math.abs(row.threshold - threshold) <= TOLERANCE,
      supported: row.support === 'supported',
    };
  const first = ordered[0];
  if (first?.error_rate_among_reviewed === undefined || first.error_rate_among_reviewed === null) return null;
  return {
    errorRate: first.error_rate_after_correction + first.correction_effort * first.error_rate_among_reviewed,
    exact: threshold <= TOLERANCE,
    supported: first.support === 'supported',
  };
};
