/** How alike the pages of a stream are that lie near each other, each pair compared once. */
import { correlation } from './pages/page-picture.ts';
import type { PageView } from './pages/page-view.ts';
import { likenessOfMeasures } from './gaps/pair-features.ts';
import { OpenBag } from './pages/shingles.ts';
import type { Shingles } from './pages/shingles.ts';

/** Pages further apart are not compared; the second look is told of those that are at most half as far apart. */
export const LIKENESS_REACH = 20;
export const NEAR_REACH = 10;

const BAGS = {
  head: (page: PageView) => page.head,
  foot: (page: PageView) => page.foot,
  body: (page: PageView) => page.body,
  edges: (page: PageView) => page.edges,
  terms: (page: PageView) => page.terms,
  identifiers: (page: PageView) => page.identifiers,
} as const satisfies Readonly<Record<string, (page: PageView) => Shingles>>;

const SHAPES = {
  grid: (a: PageView, b: PageView) => correlation(a.grid, b.grid),
  starts: (a: PageView, b: PageView) => correlation(a.starts, b.starts),
  sizes: (a: PageView, b: PageView) => correlation(a.sizes, b.sizes),
  top_band: (a: PageView, b: PageView) => correlation(a.bands[0] ?? NOTHING, b.bands[0] ?? NOTHING),
  measures: likenessOfMeasures,
} as const satisfies Readonly<Record<string, (a: PageView, b: PageView) => number>>;

const NOTHING = new Float32Array(0);

export type LikenessKind = keyof typeof BAGS | keyof typeof SHAPES;
/** First those of bags, then those of shapes. */
export const LIKENESS_KINDS = [...Object.keys(BAGS), ...Object.keys(SHAPES)] as readonly LikenessKind[];

const [BAGS_OF, SHAPES_OF] = [Object.values(BAGS), Object.values(SHAPES)];

export class PageLikeness {
  private readonly pages: readonly PageView[];
  /** For each page, its likeness to each of the LIKENESS_REACH pages before it, kind by kind. */
  private readonly known: Float32Array;

  constructor(pages: readonly PageView[]) {
    this.pages = pages;
    this.known = new Float32Array(pages.length * LIKENESS_REACH * LIKENESS_KINDS.length).fill(Number.NaN);
    const open = new OpenBag();
    for (let page = 1; page < pages.length; page += 1) this.compare(page, open);
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

  private compare(page: number, open: OpenBag): void {
    const own = this.pages[page];
    const before = this.pages.slice(Math.max(0, page - LIKENESS_REACH), page).reverse();
    if (own === undefined) return;
    for (const [kind, bagOf] of BAGS_OF.entries()) {
      open.open(bagOf(own));
      for (const [at, other] of before.entries())
        this.known[this.placeOf(page, at + 1) + kind] = open.cosine(bagOf(other));
    }
    for (const [kind, compare] of SHAPES_OF.entries()) {
      for (const [at, other] of before.entries())
        this.known[this.placeOf(page, at + 1) + BAGS_OF.length + kind] = compare(other, own);
    }
  }

  private placeOf(page: number, away: number): number {
    return (page * LIKENESS_REACH + away - 1) * LIKENESS_KINDS.length;
  }
}
