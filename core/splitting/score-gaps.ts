/** The split model over a document of any length, with one window of page records in memory. */
import { TemporarilyUnavailableError } from '../errors.ts';
import type { GapScores, SplitModel } from '../ports.ts';
import type { PageJson } from '../documents/page-record.ts';
import { fitDensity } from './fit-density.ts';
import { MAX_WINDOW_BYTES, pageWindows, WINDOW_OVERLAP } from './page-windows.ts';
import type { PageWindow } from './page-windows.ts';
import { requireScoreForEachGap } from './split-model-messages.ts';

/** The score of a gap and how central the gap is in the window that the score comes from: gaps between it and the window's nearer end. */
interface GapScore {
  readonly probability: number;
  readonly depth: number;
}

/** An end of the document is no end of the window: there are no pages beyond it. @param gap  from the window's first, 0 */
const depthOf = (gap: number, { from, pages, isLast }: PageWindow): number =>
  Math.min(from === 0 ? Infinity : gap, isLast ? Infinity : pages.length - 2 - gap);

/** Enters a window's scores; of a gap that two windows share the more central score stays, of equal ones the first. */
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
 * A calibrated probability for each gap of the pages, in order, at the density of the whole document: n pages give n − 1; one page gives none.
 * The model is called once a window, one window after the other.
 * @param pages  records in page order
 * @param weights  key of a workflow's weights; undefined is the base model
 * @throws SplitModelFaultError where the model gives another number of probabilities than a window has gaps
 * @throws TemporarilyUnavailableError, also where a model took another's place in the middle of the document
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
  const { prior, modelVersion } = answered ?? NO_SCORES;
  const probabilities = merged.map(({ probability }) => probability);
  return { probabilities: prior === undefined ? probabilities : fitDensity(probabilities, prior), modelVersion };
};

const NO_SCORES: GapScores = { probabilities: [], modelVersion: '' };
