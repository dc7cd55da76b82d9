/** The split model over a document of any length, with a bounded number of page records in memory. */
import { TemporarilyUnavailableError } from '../errors.ts';
import type { GapScores, SplitModel } from '../ports.ts';
import type { PageJson } from '../documents/page-record.ts';
import { fitDensity } from './fit-density.ts';
import { WINDOW_OVERLAP } from './score-in-windows.ts';

/** Pages that the model sees at once: about 20 MB of text. */
const WINDOW = 128;
/** Pages that two neighbouring windows share; a gap in them is taken from the window in which it is more central. */
const OVERLAP = WINDOW_OVERLAP;

/**
 * A calibrated probability for each gap of the pages, in order, at the density of the whole document: n pages give n − 1; one page gives none.
 * @param pages  records in page order
 * @throws TemporarilyUnavailableError, also where a model took another's place in the middle of the document
 */
export const scoreGaps = async (
  model: SplitModel,
  pages: AsyncIterable<PageJson>,
  weights?: string,
): Promise<GapScores> => {
  const probabilities: number[] = [];
  let answered: GapScores | undefined;
  let window: PageJson[] = [];
  /** Pages before the window. */
  let before = 0;
  const score = async (isLast: boolean): Promise<void> => {
    const scores = await model.score(window, weights);
    if (scores.probabilities.length !== window.length - 1) {
      throw new Error(`The model gave ${scores.probabilities.length} probabilities for ${window.length} pages.`);
    }
    if (answered !== undefined && answered.modelVersion !== scores.modelVersion)
      throw new TemporarilyUnavailableError(
        `The split model changed from ${answered.modelVersion} to ${scores.modelVersion} in the middle of a document. Try again.`,
      );
    answered = scores;
    const known = probabilities.length - before;
    const end = isLast ? window.length - 1 : window.length - OVERLAP / 2;
    probabilities.push(...scores.probabilities.slice(known, end));
  };
  for await (const page of pages) {
    if (window.length === WINDOW) {
      await score(false);
      before += WINDOW - OVERLAP;
      window = window.slice(WINDOW - OVERLAP);
    }
    window.push(page);
  }
  await score(true);
  const { prior, modelVersion } = answered ?? NO_SCORES;
  return { probabilities: prior === undefined ? probabilities : fitDensity(probabilities, prior), modelVersion };
};

const NO_SCORES: GapScores = { probabilities: [], modelVersion: '' };
