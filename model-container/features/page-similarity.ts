/** Similarities of the pages of a stream that are at most SIMILARITY_REACH apart; each pair is compared once. */
import { measureSimilarity } from './gaps/pair-features.ts';
import { SIMILARITY_REACH } from './reach.ts';
import { correlation } from './pages/page-picture.ts';
import type { PageView } from './pages/page-view.ts';
import { DenseCountVector } from './pages/shingles.ts';
import type { SparseCountVector } from './pages/shingles.ts';

/** Kinds of similarity that are cosines of sparse count vectors. */
const COUNT_VECTORS = {
  head: (page: PageView) => page.head,
  foot: (page: PageView) => page.foot,
  body: (page: PageView) => page.body,
  edges: (page: PageView) => page.edges,
  terms: (page: PageView) => page.terms,
  identifiers: (page: PageView) => page.identifiers,
} as const satisfies Readonly<Record<string, (page: PageView) => SparseCountVector>>;

/** Kinds of similarity of layout and picture. */
const LAYOUTS = {
  grid: (a: PageView, b: PageView) => correlation(a.grid, b.grid),
  starts: (a: PageView, b: PageView) => correlation(a.starts, b.starts),
  sizes: (a: PageView, b: PageView) => correlation(a.sizes, b.sizes),
  top_band: (a: PageView, b: PageView) => correlation(a.bands[0] ?? NO_BAND, b.bands[0] ?? NO_BAND),
  picture: (a: PageView, b: PageView) => correlation(a.picture, b.picture),
  measures: measureSimilarity,
} as const satisfies Readonly<Record<string, (a: PageView, b: PageView) => number>>;

const NO_BAND = new Float32Array(0);

export type SimilarityKind = keyof typeof COUNT_VECTORS | keyof typeof LAYOUTS;
export const SIMILARITY_KINDS = [...Object.keys(COUNT_VECTORS), ...Object.keys(LAYOUTS)] as readonly SimilarityKind[];

const [VECTOR_KINDS, LAYOUT_KINDS] = [Object.values(COUNT_VECTORS), Object.values(LAYOUTS)];

export class PageSimilarity {
  private readonly pages: readonly PageView[];
  /** Of each page to each of the SIMILARITY_REACH pages before it, nearest first, kind by kind. */
  private readonly similarities: Float32Array;

  constructor(pages: readonly PageView[]) {
    this.pages = pages;
    this.similarities = new Float32Array(pages.length * SIMILARITY_REACH * SIMILARITY_KINDS.length).fill(Number.NaN);
    const dense = new DenseCountVector();
    for (let page = 1; page < pages.length; page += 1) this.compare(page, dense);
  }

  /**
   * Similarity of two pages, at most 1.
   * @param kind  index in SIMILARITY_KINDS
   * @returns NaN where one page has nothing to compare or the pages are more than SIMILARITY_REACH apart
   */
  between(one: number, other: number, kind: number): number {
    const away = Math.abs(one - other);
    if (away === 0 || away > SIMILARITY_REACH) return Number.NaN;
    return this.similarities[this.placeOf(Math.max(one, other), away) + kind] ?? Number.NaN;
  }

  /**
   * Similarities of the page to the SIMILARITY_REACH pages before it, nearest first, one number a kind; NaN if unknown.
   */
  backwards(page: number): Float32Array {
    return this.similarities.subarray(this.placeOf(page, 1), this.placeOf(page + 1, 1));
  }

  private compare(page: number, dense: DenseCountVector): void {
    const own = this.pages[page];
    const before = this.pages.slice(Math.max(0, page - SIMILARITY_REACH), page).reverse();
    if (own === undefined) return;
    for (const [kind, vectorOf] of VECTOR_KINDS.entries()) {
      dense.load(vectorOf(own));
      for (const [at, other] of before.entries())
        this.similarities[this.placeOf(page, at + 1) + kind] = dense.cosine(vectorOf(other));
    }
    for (const [kind, compare] of LAYOUT_KINDS.entries()) {
      for (const [at, other] of before.entries())
        this.similarities[this.placeOf(page, at + 1) + VECTOR_KINDS.length + kind] = compare(other, own);
    }
  }

  private placeOf(page: number, away: number): number {
    return (page * SIMILARITY_REACH + away - 1) * SIMILARITY_KINDS.length;
  }
}
