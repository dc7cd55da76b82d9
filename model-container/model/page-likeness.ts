/** How alike the pages of a stream are that lie near each other, each pair compared once. */
import { correlation } from './page-picture.ts';
import type { PageView } from './page-view.ts';
import { likenessOfMeasures } from './pair-features.ts';
import { cosine } from './shingles.ts';

/** Pages further apart are not compared; the second look is told of those that are at most half as far apart. */
export const LIKENESS_REACH = 20;
export const NEAR_REACH = 10;

const KINDS = {
  head: (a: PageView, b: PageView) => cosine(a.head, b.head),
  foot: (a: PageView, b: PageView) => cosine(a.foot, b.foot),
  body: (a: PageView, b: PageView) => cosine(a.body, b.body),
  edges: (a: PageView, b: PageView) => cosine(a.edges, b.edges),
  terms: (a: PageView, b: PageView) => cosine(a.terms, b.terms),
  identifiers: (a: PageView, b: PageView) => cosine(a.identifiers, b.identifiers),
  grid: (a: PageView, b: PageView) => correlation(a.grid, b.grid),
  starts: (a: PageView, b: PageView) => correlation(a.starts, b.starts),
  sizes: (a: PageView, b: PageView) => correlation(a.sizes, b.sizes),
  top_band: (a: PageView, b: PageView) => correlation(a.bands[0] ?? NOTHING, b.bands[0] ?? NOTHING),
  measures: likenessOfMeasures,
} as const satisfies Readonly<Record<string, (a: PageView, b: PageView) => number>>;

const NOTHING = new Float32Array(0);

export type LikenessKind = keyof typeof KINDS;
export const LIKENESS_KINDS = Object.keys(KINDS) as readonly LikenessKind[];

const COMPARISONS = Object.values(KINDS);

export class PageLikeness {
  private readonly pages: readonly PageView[];
  /** For each page, its likeness to each of the LIKENESS_REACH pages before it, kind by kind. */
  private readonly known: Float32Array;

  constructor(pages: readonly PageView[]) {
    this.pages = pages;
    this.known = new Float32Array(pages.length * LIKENESS_REACH * COMPARISONS.length).fill(Number.NaN);
    for (let page = 1; page < pages.length; page += 1) this.compare(page);
  }

  /** Up to 1 for the same, by the kind at this place of LIKENESS_KINDS; NaN where a page has nothing to compare or they are too far apart. */
  between(one: number, other: number, kind: number): number {
    const away = Math.abs(one - other);
    if (away === 0 || away > LIKENESS_REACH) return Number.NaN;
    return this.known[this.placeOf(Math.max(one, other), away) + kind] ?? Number.NaN;
  }

  /** Likeness of the page to the LIKENESS_REACH pages before it, nearest first, one number a kind; NaN where there is none. */
  backwards(page: number): Float32Array {
    return this.known.subarray(this.placeOf(page, 1), this.placeOf(page + 1, 1));
  }

  private compare(page: number): void {
    for (let away = 1; away <= Math.min(page, LIKENESS_REACH); away += 1) {
      const [a, b] = [this.pages[page - away], this.pages[page]];
      if (a === undefined || b === undefined) continue;
      const from = this.placeOf(page, away);
      for (const [kind, compare] of COMPARISONS.entries()) this.known[from + kind] = compare(a, b);
    }
  }

  private placeOf(page: number, away: number): number {
    return (page * LIKENESS_REACH + away - 1) * COMPARISONS.length;
  }
}
