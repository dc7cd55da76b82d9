/**
 * Do these pages look like others further away? In a pile from one sender neighbours are always alike; what tells a first
 * page there is that it looks more like the first pages of other documents than like the page before it.
 */
import { SIMILARITY_KINDS } from '../page-similarity.ts';
import type { SimilarityKind, PageSimilarity } from '../page-similarity.ts';

/** Pages on either side that are looked at. */
const TEMPLATE_REACH = 7;

const NAMES = ['edges', 'grid', 'starts', 'top_band'] as const satisfies readonly SimilarityKind[];
const KINDS = NAMES.map((name) => SIMILARITY_KINDS.indexOf(name));

export const TEMPLATE_FEATURES: readonly string[] = [
  ...NAMES.map((name) => `left_elsewhere_${name}`),
  ...NAMES.map((name) => `right_elsewhere_${name}`),
  ...NAMES.map((name) => `right_rather_elsewhere_${name}`),
];

/** One number a name of TEMPLATE_FEATURES for the gap between two pages; NaN where there is no other page to look at. */
export function templateFeatures(likeness: PageSimilarity, left: number, right: number): number[] {
  const leftBest = KINDS.map((kind) => bestElsewhere(likeness, left, right, kind));
  const rightBest = KINDS.map((kind) => bestElsewhere(likeness, right, left, kind));
  const rather = KINDS.map((kind, at) => (rightBest[at] ?? Number.NaN) - likeness.between(left, right, kind));
  return [...leftBest, ...rightBest, ...rather];
}

function bestElsewhere(likeness: PageSimilarity, page: number, other: number, kind: number): number {
  let best = Number.NaN;
  for (let at = page - TEMPLATE_REACH; at <= page + TEMPLATE_REACH; at += 1) {
    if (at === page || at === other || at < 0) continue;
    const value = likeness.between(page, at, kind);
    if (!(value <= best)) best = Number.isNaN(value) ? best : value;
  }
  return best;
}
