/**
 * Mean similarity of the pages around a gap that are probably of different documents, and of those that are probably
 * of one. In a stream of one sender, pages of different documents are almost as similar as pages of one document: the
 * similarity of the pages at a gap means something only in comparison.
 */

/** Similarity of two pages of a stream by kind, as ScoredStream knows it; NaN where it is not known. */
export type SimilarityOfPages = (one: number, other: number, kind: number) => number;

/** Names of the features, for these kinds of similarity. */
export const streamSimilarityNames = (kinds: readonly string[]): string[] =>
  kinds.flatMap((kind) =>
    ['similarity_between_documents', 'similarity_within_documents', 'similarity_above_between_documents'].map(
      (name) => `${name}_${kind}`,
    ),
  );

/** Sums of a kind over pairs of pages: similarities and their weights, between documents and within documents. */
const [BETWEEN, BETWEEN_WEIGHT, WITHIN, WITHIN_WEIGHT] = [0, 1, 2, 3];
const SUMS = 4;

export class StreamSimilarity {
  private readonly pages: number;
  private readonly kinds: number;
  private readonly reach: number;
  private readonly similarity: SimilarityOfPages;
  /** By page, by distance (0 to `reach`), by kind: SUMS over the pairs of the page and the pages up to that far before it. */
  private readonly sums: Float64Array;

  /**
   * @param probabilities  of a split, one a gap
   * @param kinds  number of kinds of similarity
   * @param reach  distance in pages up to which pages are compared
   */
  constructor(probabilities: readonly number[], kinds: number, reach: number, similarity: SimilarityOfPages) {
    this.pages = probabilities.length + 1;
    this.kinds = kinds;
    this.reach = reach;
    this.similarity = similarity;
    this.sums = new Float64Array(this.pages * (reach + 1) * kinds * SUMS);
    for (let page = 1; page < this.pages; page += 1) this.addPairs(page, probabilities);
  }

  /**
   * For each kind: the mean similarity of the pages within `reach` of the gap between documents and within documents,
   * and the similarity of the pages at the gap less the former; NaN where there are none.
   */
  around(gap: number): number[] {
    const first = Math.max(0, gap + 1 - this.reach);
    const last = Math.min(this.pages - 1, gap + this.reach);
    const width = this.kinds * SUMS;
    const total = new Float64Array(width);
    for (let page = first + 1; page <= last; page += 1) {
      const from = this.placeOf(page, Math.min(this.reach, page - first));
      for (let at = 0; at < width; at += 1) total[at] = (total[at] ?? 0) + (this.sums[from + at] ?? 0);
    }
    return Array.from({ length: this.kinds }, (_, kind) => {
      const of = (sum: number) => total[kind * SUMS + sum] ?? 0;
      const between = mean(of(BETWEEN), of(BETWEEN_WEIGHT));
      return [between, mean(of(WITHIN), of(WITHIN_WEIGHT)), this.similarity(gap, gap + 1, kind) - between];
    }).flat();
  }

  private addPairs(page: number, probabilities: readonly number[]): void {
    let same = 1;
    for (let away = 1; away <= Math.min(this.reach, page); away += 1) {
      same *= 1 - (probabilities[page - away] ?? 0);
      const [before, to] = [this.placeOf(page, away - 1), this.placeOf(page, away)];
      for (let kind = 0; kind < this.kinds; kind += 1) {
        const similarity = this.similarity(page - away, page, kind);
        const known = Number.isNaN(similarity) ? 0 : 1;
        const pair = known === 0 ? 0 : similarity;
        const add = (sum: number, added: number) => {
          const at = kind * SUMS + sum;
          this.sums[to + at] = (this.sums[before + at] ?? 0) + added;
        };
        add(BETWEEN, (1 - same) * pair);
        add(BETWEEN_WEIGHT, (1 - same) * known);
        add(WITHIN, same * pair);
        add(WITHIN_WEIGHT, same * known);
      }
    }
  }

  private placeOf(page: number, away: number): number {
    return (page * (this.reach + 1) + away) * this.kinds * SUMS;
  }
}

/** Least weight of all pairs together from which their mean is known. */
const LEAST_WEIGHT = 0.5;
const mean = (sum: number, weight: number): number => (weight < LEAST_WEIGHT ? Number.NaN : sum / weight);
