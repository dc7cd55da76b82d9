/** Scores a document of any length with the split model, with one window of page records in memory. */
import { TemporarilyUnavailableError } from '../errors.ts';
import type { GapScores, SplitModel } from '../ports.ts';
import type { PageJson } from '../documents/page-record.ts';
import { documentProbabilities } from './fit-density.ts';
import { MAX_WINDOW_BYTES, pageWindows, WINDOW_OVERLAP } from './page-windows.ts';
import type { PageWindow } from './page-windows.ts';
import { requireScoreForEachGap } from './split-model-messages.ts';

/** The score of a gap. `depth`: number of gaps between it and the nearer end of the window that it was scored in. */
interface GapScore {
  readonly probability: number;
  readonly depth: number;
}

/** Ends of the document do not count as ends of a window. @param gap  index in the window, from 0 */
const depthOf = (gap: number, { from, pages, isLast }: PageWindow): number =>
  Math.min(from === 0 ? Infinity : gap, isLast ? Infinity : pages.length - 2 - gap);

/** Adds a window's scores. Of two scores of a gap, the more central one is kept; of equally central ones, the first. */
const mergeScores = (merged: GapScore[], window: PageWindow, probabilities: readonly number[]): void => {
  for (const [gap, probability] of probabilities.entries()) {
    const depth = depthOf(gap, window);
    const known = merged[window.from + gap];
    if (known === undefined || depth > known.depth) merged[window.from + gap] = { probability, depth };
  }
};

const checkVersion = (before: GapScores | undefined, scores: GapScores): void => {
  if (before === undefined || before.modelVersion === scores.modelVersion) return;
  throw new TemporarilyUnavailableError(
    `The split model changed from ${before.modelVersion} to ${scores.modelVersion} in the middle of a document. Try again.`,
  );
};

/**
 * Returns a calibrated probability for each gap, in page order, at the density of the whole document: n − 1 for n
 * pages. Calls the model once for each window, in order.
 * @param pages  records in page order
 * @param weights  key of a workflow's weights; undefined is the base model
 * @throws SplitModelFaultError unless the model returns one probability for each gap of a window
 * @throws TemporarilyUnavailableError, also where the model's version changes between two windows
 */
export const scoreGaps = async (
  model: SplitModel,
  pages: AsyncIterable<PageJson> | Iterable<PageJson>,
  weights?: string,
): Promise<GapScores> => {
  const merged: GapScore[] = [];
  let answered: GapScores | undefined;
  for await (const window of pageWindows(pages, {
    maxBytes: model.maxWindowBytes ?? MAX_WINDOW_BYTES,
    overlap: WINDOW_OVERLAP,
  })) {
    const scores = await model.score(window.pages, weights);
    requireScoreForEachGap(scores, window.pages.length);
    checkVersion(answered, scores);
    answered = scores;
    mergeScores(merged, window, scores.probabilities);
  }
  const { prior, modelVersion, modelDigest } = answered ?? NO_SCORES;
  const probabilities = merged.map(({ probability }) => probability);
  return { probabilities: documentProbabilities(probabilities, prior), modelVersion, modelDigest };
};

const NO_SCORES: GapScores = { probabilities: [], modelVersion: '' };
