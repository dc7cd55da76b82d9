/**
 * Long documents are scored in windows: an endpoint takes so many bytes at once. Neighbouring windows share
 * pages, and each gap is taken from the window in which it lies furthest from an end, where the model saw most around it.
 */
import { SplitModelFaultError, TemporarilyUnavailableError } from '../errors.ts';
import type { GapScores } from '../ports.ts';
import type { PageJson } from '../documents/page-record.ts';

/** Bytes of the pages of one request: below SageMaker's 6 MB (serverless: 4 MB) with the JSON around them. */
export const MAX_WINDOW_BYTES = 3_900_000;
/**
 * Pages that neighbouring windows share: twice as far as the model looks, so that each gap has all it depends on in one
 * of them and the windows leave no trace in the result. (A test compares it with the model's CONTEXT_PAGES.)
 */
export const WINDOW_OVERLAP = 106;

interface Window {
  /** Index of the first page, from 0. */
  readonly from: number;
  /** Index after the last page. */
  readonly to: number;
}

interface FilledWindow extends Window {
  readonly pages: readonly PageJson[];
}

const bytesOf = (json: PageJson | undefined): number => (json?.length ?? 0) + 1;

/**
 * The windows over some pages, in order. Pages so heavy that `overlap` of them take
 * more than half a window share as many as fit into that half, at least one; a window holds more than `maxBytes` only
 * where two pages do.
 */
export function* windowsOf(
  pages: readonly PageJson[],
  maxBytes = MAX_WINDOW_BYTES,
  overlap = WINDOW_OVERLAP,
): Generator<FilledWindow> {
  let from = 0;
  let bytes = 0;
  for (const [index, page] of pages.entries()) {
    const size = bytesOf(page);
    if (bytes + size > maxBytes && index - from > 1) {
      const window = pages.slice(from, index);
      yield { from, to: index, pages: window };
      const shared = sharedPages(window, Math.min(maxBytes / 2, maxBytes - size), overlap);
      from = index - shared.length;
      bytes = shared.reduce((sum, json) => sum + bytesOf(json), 0);
    }
    bytes += size;
  }
  yield { from, to: pages.length, pages: pages.slice(from) };
}

/** The last of a window's pages: at most `overlap`, of no more than `maxBytes`, but never none and never all. */
function sharedPages(pages: readonly PageJson[], maxBytes: number, overlap: number): PageJson[] {
  let first = pages.length - 1;
  let bytes = bytesOf(pages[first]);
  while (first > 1 && pages.length - first < overlap) {
    bytes += bytesOf(pages[first - 1]);
    if (bytes > maxBytes) break;
    first -= 1;
  }
  return pages.slice(first);
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
  if (scores.probabilities.length !== expected)
    throw new SplitModelFaultError(
      `The split model gave ${scores.probabilities.length} probabilities for ${expected} gaps.`,
    );
};

/**
 * Scores pages with as many calls as their size needs, one after the other.
 * @param scoreWindow  scores some pages: one probability a gap between them
 * @throws SplitModelFaultError where a call answers with another number of probabilities than gaps
 * @throws TemporarilyUnavailableError where the calls answer with different models: one was just taking the other's place
 */
export const scoreInWindows = async (
  pages: readonly PageJson[],
  scoreWindow: (pages: readonly PageJson[]) => Promise<GapScores>,
  limits: { readonly maxBytes?: number; readonly overlap?: number } = {},
): Promise<GapScores> => {
  const scored: { window: Window; scores: GapScores }[] = [];
  for (const window of windowsOf(pages, limits.maxBytes, limits.overlap)) {
    const scores = await scoreWindow(window.pages);
    checkCount(scores, window);
    scored.push({ window, scores });
  }
  const versions = new Set(scored.map(({ scores }) => scores.modelVersion));
  const [modelVersion] = versions;
  if (modelVersion === undefined || versions.size > 1)
    throw new TemporarilyUnavailableError(
      `The split model changed between two windows: ${[...versions].join(', ')}. Try again.`,
    );
  return { probabilities: mergeScores(scored, pages.length), prior: scored[0]?.scores.prior, modelVersion };
};
