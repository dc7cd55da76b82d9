/**
 * Similarity of each page at a gap to other pages than the one on the other side of the gap. In a stream of one sender
 * adjacent pages are always similar; there a first page is more similar to the first pages of other documents than to
 * the page before it.
 */
import { SIMILARITY_KINDS } from '../page-similarity.ts';
import type { SimilarityKind, PageSimilarity } from '../page-similarity.ts';

/** Pages on either side that are compared. */
const TEMPLATE_REACH = 7;

const NAMES = ['edges', 'grid', 'starts', 'top_band', 'picture'] as const satisfies readonly SimilarityKind[];
const KINDS = NAMES.map((name) => SIMILARITY_KINDS.indexOf(name));

export const TEMPLATE_FEATURES: readonly string[] = [
  ...NAMES.map((name) => `left_max_other_${name}`),
  ...NAMES.map((name) => `right_max_other_${name}`),
  ...NAMES.map((name) => `right_other_margin_${name}`),
];

/** One number a name of TEMPLATE_FEATURES for the gap between two pages; NaN where there is no page to compare with. */
export function templateFeatures(similarity: PageSimilarity, left: number, right: number): number[] {
  const leftBest = KINDS.map((kind) => bestOther(similarity, left, right, kind));
  const rightBest = KINDS.map((kind) => bestOther(similarity, right, left, kind));
  const margins = KINDS.map((kind, at) => (rightBest[at] ?? Number.NaN) - similarity.between(left, right, kind));
  return [...leftBest, ...rightBest, ...margins];
}

/** Largest similarity of the page to the pages around. @param other  the page on the other side of the gap, left out */
function bestOther(similarity: PageSimilarity, page: number, other: number, kind: number): number {
  let best = Number.NaN;
  for (let at = page - TEMPLATE_REACH; at <= page + TEMPLATE_REACH; at += 1) {
    if (at === page || at === other || at < 0) continue;
    const value = similarity.between(page, at, kind);
    if (!(value <= best)) best = Number.isNaN(value) ? best : value;
  }
  return best;
}
