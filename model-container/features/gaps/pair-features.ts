/** Similarities of two pages. */
import { BANDS, correlation } from '../pages/page-picture.ts';
import { PAGE_MEASURES } from '../pages/page-view.ts';
import type { PageView } from '../pages/page-view.ts';
import { cosine, PageFrequencies, rareOverlap, sharedRarity } from '../pages/shingles.ts';

export const SIMILARITIES = [
  'head',
  'foot',
  'body',
  'edges',
  'rare_head_foot',
  'rare_body',
  'rare_terms',
  'rare_identifiers',
  'shared_identifiers',
  'shared_terms',
  'grid',
  'starts',
  'sizes',
  ...Array.from({ length: BANDS }, (_, band) => `band_${band}`),
  'picture',
  'measures',
  'language',
] as const;

/** Indices of the measures whose differences are features: margins, fonts and style, which differ between authors. */
const COMPARED = (
  [
    'left',
    'right',
    'top',
    'body_size',
    'largest_size',
    'digits',
    'capitals',
    'word_length',
    'words_a_line',
    'landscape',
  ] as const
).map((name) => PAGE_MEASURES.indexOf(name));
/** Typical difference of each measure between two pages of one document. */
const SCALES = [0.05, 0.05, 0.05, 0.003, 0.5, 0.1, 0.1, 1, 3, 0.3];

export const DIFFERENCES = COMPARED.map((at) => `difference_${PAGE_MEASURES[at] ?? ''}`);

/** Page frequencies of shingles and tokens in a window of pages, by kind. */
export class WindowFrequencies {
  private readonly edges = new PageFrequencies();
  private readonly body = new PageFrequencies();
  private readonly terms = new PageFrequencies();
  private readonly identifiers = new PageFrequencies();

  add(page: PageView): void {
    this.edges.add(page.edges);
    this.body.add(page.body);
    this.terms.add(page.terms);
    this.identifiers.add(page.identifiers);
  }

  remove(page: PageView): void {
    this.edges.remove(page.edges);
    this.body.remove(page.body);
    this.terms.remove(page.terms);
    this.identifiers.remove(page.identifiers);
  }

  /** One number a name of SIMILARITIES; NaN where one of the pages has nothing to compare. */
  compare(a: PageView, b: PageView): number[] {
    return [
      cosine(a.head, b.head),
      cosine(a.foot, b.foot),
      cosine(a.body, b.body),
      cosine(a.edges, b.edges),
      rareOverlap(a.edges, b.edges, this.edges),
      rareOverlap(a.body, b.body, this.body),
      rareOverlap(a.terms, b.terms, this.terms),
      rareOverlap(a.identifiers, b.identifiers, this.identifiers),
      Math.log1p(sharedRarity(a.identifiers, b.identifiers, this.identifiers)),
      Math.log1p(sharedRarity(a.terms, b.terms, this.terms)),
      correlation(a.grid, b.grid),
      correlation(a.starts, b.starts),
      correlation(a.sizes, b.sizes),
      ...a.bands.map((band, at) => correlation(band, b.bands[at] ?? new Float32Array(0))),
      correlation(a.picture, b.picture),
      measureSimilarity(a, b),
      a.language === null || b.language === null ? Number.NaN : Number(a.language === b.language),
    ];
  }
}

/** Absolute differences, one a name of DIFFERENCES. */
export const differencesOf = (a: PageView, b: PageView): number[] =>
  COMPARED.map((at) => Math.abs((a.measures[at] ?? Number.NaN) - (b.measures[at] ?? Number.NaN)));

/** Similarity of margins, fonts and style: 1 for equal measures, towards 0 with growing differences. */
export function measureSimilarity(a: PageView, b: PageView): number {
  const distance = differencesOf(a, b).reduce(
    (sum, difference, at) => sum + Math.min(4, difference / (SCALES[at] ?? 1)),
    0,
  );
  return Math.exp(-distance / COMPARED.length);
}
