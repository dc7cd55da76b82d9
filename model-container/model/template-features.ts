/**
 * Do these pages look like others further away? In a pile from one sender neighbours are always alike; what tells a first
 * page there is that it looks more like the first pages of other documents than like the page before it.
 */
import { correlation } from './page-picture.ts';
import type { PageView } from './page-view.ts';
import { cosine } from './shingles.ts';

/** Pages on either side that are looked at. */
const TEMPLATE_REACH = 7;

type Likeness = (a: PageView, b: PageView) => number;

const LIKENESS: Readonly<Record<string, Likeness>> = {
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

/** Compares pages of one stream, each pair once. */
export class TemplateComparison {
  private readonly pages: readonly PageView[];
  private readonly known: readonly Map<number, number>[];

  constructor(pages: readonly PageView[]) {
    this.pages = pages;
    this.known = NAMES.map(() => new Map<number, number>());
  }

  /** One number a name of TEMPLATE_FEATURES for the gap between two pages; NaN where there is no other page to look at. */
  features(left: number, right: number): number[] {
    const kinds = Object.values(LIKENESS);
    const leftBest = kinds.map((likeness, kind) => this.bestElsewhere(left, right, likeness, kind));
    const rightBest = kinds.map((likeness, kind) => this.bestElsewhere(right, left, likeness, kind));
    const rather = kinds.map((likeness, kind) => (rightBest[kind] ?? Number.NaN) - this.compare(left, right, likeness, kind));
    return [...leftBest, ...rightBest, ...rather];
  }

  private bestElsewhere(page: number, other: number, likeness: Likeness, kind: number): number {
    let best = Number.NaN;
    for (let at = Math.max(0, page - TEMPLATE_REACH); at <= Math.min(this.pages.length - 1, page + TEMPLATE_REACH); at += 1) {
      if (at === page || at === other) continue;
      const value = this.compare(page, at, likeness, kind);
      if (!(value <= best)) best = Number.isNaN(value) ? best : value;
    }
    return best;
  }

  private compare(one: number, other: number, likeness: Likeness, kind: number): number {
    const key = Math.min(one, other) * this.pages.length + Math.max(one, other);
    const before = this.known[kind]?.get(key);
    if (before !== undefined) return before;
    const [a, b] = [this.pages[one], this.pages[other]];
    const value = a === undefined || b === undefined ? Number.NaN : likeness(a, b);
    this.known[kind]?.set(key, value);
    return value;
  }
}
