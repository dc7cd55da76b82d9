/**
 * Long documents are scored in windows: an endpoint takes so many bytes at once. Neighbouring windows share
 * pages, and each gap is taken from the window in which it lies furthest from an end, where the model saw most around it.
 */
import type { GapScores } from '../ports.ts';
import type { PageRecord } from '../reading/page-record.ts';

/** Bytes of the pages of one request: below SageMaker's 6 MB (serverless: 4 MB) with the JSON around them. */
export const MAX_WINDOW_BYTES = 3_900_000;
/** Pages that neighbouring windows share. */
export const WINDOW_OVERLAP = 4;

interface Window {
  /** Index of the first page, from 0. */
  readonly from: number;
  /** Index after the last page. */
  readonly to: number;
}

interface FilledWindow extends Window {
  /** JSON of the window's pages. */
  readonly pagesJson: readonly string[];
}

/**
 * The windows over some pages, in order; each page is written as JSON once. A window that takes no more than the
 * shared pages would not get on, so it always takes one more, even where they are larger than `maxBytes`.
 */
export function* windowsOf(pages: readonly PageRecord[], maxBytes = MAX_WINDOW_BYTES, overlap = WINDOW_OVERLAP): Generator<FilledWindow> {
  let from = 0;
  let pagesJson: string[] = [];
  let bytes = 0;
  for (const [index, page] of pages.entries()) {
    const json = JSON.stringify(page);
    const size = Buffer.byteLength(json) + 1;
    if (bytes + size > maxBytes && index > from + overlap) {
      yield { from, to: index, pagesJson };
      from = index - overlap;
      pagesJson = overlap === 0 ? [] : pagesJson.slice(-overlap);
      bytes = pagesJson.reduce((sum, shared) => sum + Buffer.byteLength(shared) + 1, 0);
    }
    pagesJson.push(json);
    bytes += size;
  }
  yield { from, to: pages.length, pagesJson };
}

/** Gaps between a gap and the nearer end of its window; an end of the document is no end. */
const depthOf = (gap: number, window: Window, pageCount: number): number => {
  const before = window.from === 0 ? Infinity : gap - window.from;
  const after = window.to === pageCount ? Infinity : window.to - 2 - gap;
  return Math.min(before, after);
};

const mergeScores = (scored: readonly { window: Window; scores: GapScores }[], pageCount: number): number[] =>
  Array.from({ length: Math.max(0, pageCount - 1) }, (_, gap) => {
    let best: { depth: number; probability: number } | undefined;
    for (const { window, scores } of scored) {
      const probability = scores.probabilities[gap - window.from];
      if (gap < window.from || probability === undefined) continue;
      const depth = depthOf(gap, window, pageCount);
      if (best === undefined || depth > best.depth) best = { depth, probability };
    }
    if (best === undefined) throw new Error(`No window scored the gap after page ${gap + 1}.`);
    return best.probability;
  });

const checkCount = (scores: GapScores, window: Window): void => {
  const expected = Math.max(0, window.to - window.from - 1);
  if (scores.probabilities.length !== expected) throw new Error(`The split model gave ${scores.probabilities.length} probabilities for ${expected} gaps.`);
};

/**
 * Scores pages with as many calls as their size needs, one after the other.
 * @param scoreWindow  scores the JSON texts of some pages: one probability a gap between them
 * @throws Error where the calls answer with another number of probabilities than gaps, or with different models
 */
export const scoreInWindows = async (
  pages: readonly PageRecord[],
  scoreWindow: (pagesJson: readonly string[]) => Promise<GapScores>,
  limits: { readonly maxBytes?: number; readonly overlap?: number } = {},
): Promise<GapScores> => {
  const scored: { window: Window; scores: GapScores }[] = [];
  for (const { pagesJson, ...window } of windowsOf(pages, limits.maxBytes, limits.overlap)) {
    const scores = await scoreWindow(pagesJson);
    checkCount(scores, window);
    scored.push({ window, scores });
  }
  const versions = new Set(scored.map(({ scores }) => scores.modelVersion));
  const [modelVersion] = versions;
  if (modelVersion === undefined || versions.size > 1) throw new Error(`The split model changed between two windows: ${[...versions].join(', ')}.`);
  return { probabilities: mergeScores(scored, pages.length), modelVersion };
};
