/**
 * Do these pages look like others further away? In a pile from one sender neighbours are always alike; what tells a first
 * page there is that it looks more like the first pages of other documents than like the page before it.
 */
import { correlation } from './page-picture.ts';
import type { PageView } from './page-view.ts';
import { cosine } from './shingles.ts';

/** Pages on either side that are looked at. */
const TEMPLATE_REACH = 7;

const LIKENESS: Readonly<Record<string, (a: PageView, b: PageView) => number>> = {
  edges: (a, b) => cosine(a.edges, b.edges),
  grid: (a, b) => correlation(a.grid, b.grid),
  starts: (a, b) => correlation(a.starts, b.starts),
  top_band: (a, b) => correlation(a.bands[0] ?? NOTHING, b.bands[0] ?? NOTHING),
};
const NOTHING = new Float32Array(0);

const NAMES = Object.keys(LIKENESS);

export const TEMPLATE_FEATURES: readonly string[] = [
  ...NAMES.map((name) => `left_elsewhere_${name}`),
  ...NAMES.map((name) => `right_elsewhere_${name}`),
  ...NAMES.map((name) => `right_rather_elsewhere_${name}`),
];

/** One number a name of TEMPLATE_FEATURES; NaN where there is no other page to look at. */
export function templateFeatures(pages: readonly PageView[], left: number, right: number): number[] {
  const likenesses = Object.values(LIKENESS);
  const leftBest = likenesses.map((likeness) => bestElsewhere(pages, left, right, likeness));
  const rightBest = likenesses.map((likeness) => bestElsewhere(pages, right, left, likeness));
  const [a, b] = [pages[left], pages[right]];
  const rather = likenesses.map((likeness, at) => (a === undefined || b === undefined ? Number.NaN : (rightBest[at] ?? Number.NaN) - likeness(a, b)));
  return [...leftBest, ...rightBest, ...rather];
}

function bestElsewhere(pages: readonly PageView[], page: number, other: number, likeness: (a: PageView, b: PageView) => number): number {
  const self = pages[page];
  let best = Number.NaN;
  for (let at = Math.max(0, page - TEMPLATE_REACH); at <= Math.min(pages.length - 1, page + TEMPLATE_REACH); at += 1) {
    const there = pages[at];
    if (self === undefined || there === undefined || at === page || at === other) continue;
    const value = likeness(self, there);
    if (!(value <= best)) best = Number.isNaN(value) ? best : value;
  }
  return best;
}
