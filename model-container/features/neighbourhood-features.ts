/**
 * Neighbourhood features: features of a gap that are computed from the scores that the previous stage gave the gaps
 * around, together with page similarities and page numbers. Masked gaps and blank pages are no part of the
 * neighbourhood.
 */
import { FEATURE_NAMES, largestOf } from './gap-features.ts';
import { rowsAtScoredGaps } from './scored-gap-rows.ts';
import { SIMILARITY_KINDS } from './page-similarity.ts';
import { StreamSimilarity, streamSimilarityNames } from './stream-similarity.ts';
import { COUNTED_BACK, COUNTED_NUMBERS, STREAM_COLUMNS } from './stream-columns.ts';

/** Gaps on either side whose log-odds are features of their own. */
const NEAR = 4;
/** Gaps on either side among which this gap's log-odds are ranked. */
const RANKED = 8;
/** Probability of same-document membership below which a page and all pages behind it are left out. */
const LEAST_MEMBERSHIP = 0.05;
/** Scale of the exponential kernel that weights a page by its similarity, which is 1 at most. */
const KERNEL_SCALE = 8;

const STEPS = Array.from({ length: 2 * NEAR + 1 }, (_, at) => at - NEAR);

/** Names of the neighbourhood features, which stages 2 and 3 have among their inputs. */
export const NEIGHBOURHOOD_FEATURES: readonly string[] = [
  ...STEPS.map((step) => `log_odds_${step}`),
  'mean_probability_near',
  'mean_probability_around',
  'pages_since_split',
  'pages_until_split',
  'log_odds_rank',
  ...SIMILARITY_KINDS.flatMap((kind) =>
    [
      'right_first_margin',
      'right_first_by_similarity',
      'left_last_margin',
      'left_last_by_similarity',
      'right_max_similarity_before',
      'right_mean_similarity_before',
      'left_max_similarity_after',
      'left_mean_similarity_after',
    ].map((name) => `${name}_${kind}`),
  ),
  'right_number_fits_start',
  'left_number_fits_start',
  'right_numbers_agree',
  'right_numbers_differ',
  'left_numbers_agree',
  'left_numbers_differ',
  'right_candidate_fits_start',
  'left_candidate_fits_start',
  'right_longest_sequence',
  'left_longest_sequence',
  'separator_at_gap',
  'separator_share_around',
  'gaps_since_separator',
  'gaps_until_separator',
];

/** Same-document membership: a page and the probability that it is in the same document as a reference page. */
interface Membership {
  readonly page: number;
  readonly probability: number;
}

const LEFT_NUMBER = FEATURE_NAMES.length + STREAM_COLUMNS.indexOf('left_number');
const RIGHT_NUMBER = FEATURE_NAMES.length + STREAM_COLUMNS.indexOf('right_number');
const LEFT_SEPARATOR = FEATURE_NAMES.indexOf('left_separator');
const COLOURED_BETWEEN = FEATURE_NAMES.indexOf('coloured_between');
const FIRST_SIMILARITY =
  FEATURE_NAMES.length + STREAM_COLUMNS.indexOf(`similarity_1_back_${SIMILARITY_KINDS[0] ?? ''}`);

/** Index of the mean of all kinds of similarity, which is a kind of its own for nearest neighbours. */
const MEAN_KIND = SIMILARITY_KINDS.length;
const NEIGHBOUR_KINDS = [...SIMILARITY_KINDS, 'mean'];
/**
 * Least distance of a nearest neighbour, in pages: nearer pages are adjacent ones, whose similarity is known already.
 */
const LEAST_NEIGHBOUR_DISTANCE = 3;

/**
 * Names of the nearest-neighbour features. A page's nearest neighbour is the most similar page of the stream that is at
 * least LEAST_NEIGHBOUR_DISTANCE away; there is one for each kind of similarity.
 */
export const NEAREST_NEIGHBOUR_FEATURES: readonly string[] = [
  ...NEIGHBOUR_KINDS.flatMap((kind) =>
    [
      'right_nearest_similarity',
      'right_nearest_first',
      'right_nearest_margin',
      'left_nearest_similarity',
      'left_nearest_last',
    ].map((name) => `${name}_${kind}`),
  ),
  ...['right_first_margin', 'right_first_by_similarity', 'left_last_margin', 'left_last_by_similarity'].map(
    (name) => `${name}_mean`,
  ),
];

/** Names of the stream-similarity features. */
export const STREAM_SIMILARITY_FEATURES: readonly string[] = streamSimilarityNames(NEIGHBOUR_KINDS);

/** The pages of a stream that are not blank, with the previous stage's scores of the gaps between them. */
export class ScoredStream {
  private readonly rows: readonly Float32Array[];
  private readonly logOdds: readonly number[];
  private readonly probabilities: readonly number[];
  /** By gap: whether the page before it, or a blank page in it, is a separator sheet by its words or its colour. */
  private readonly separators: readonly boolean[];
  private readonly pages: number;
  private readonly reach: number;
  /**
   * Mean similarity of the page after each gap to the `reach` pages before it, nearest first; computed on first use.
   */
  private meanSimilarities: Float32Array | undefined;
  /**
   * Kernel weights of pairs of pages by the later page, the distance and the kind; 0 until computed. Every weight is
   * needed four times.
   */
  private readonly weights: Float64Array;
  /** Computed on first use. */
  private streamSimilarities: StreamSimilarity | undefined;

  /**
   * @param rows  of the scored gaps, as `gapFeatures` returns them
   * @param logOdds  of a split, one a row
   * @param reach  distance in pages and in gaps up to which others are considered, SIMILARITY_REACH at most
   */
  constructor(rows: readonly Float32Array[], logOdds: readonly number[], reach: number) {
    this.rows = rows;
    this.logOdds = logOdds;
    this.probabilities = logOdds.map((odds) => 1 / (1 + Math.exp(-odds)));
    this.separators = rows.map((row) => (row[LEFT_SEPARATOR] ?? 0) > 0 || (row[COLOURED_BETWEEN] ?? 0) > 0);
    this.pages = rows.length + 1;
    this.reach = reach;
    this.weights = new Float64Array(rows.length * reach * NEIGHBOUR_KINDS.length);
  }

  /** One number a name of NEIGHBOURHOOD_FEATURES. */
  neighbourhood(gap: number): number[] {
    return [...this.scoresAround(gap), ...this.acrossGap(gap), ...this.separatorsAround(gap)];
  }

  /** One number a name of NEAREST_NEIGHBOUR_FEATURES. */
  nearestNeighbours(gap: number): number[] {
    const [left, right] = [gap, gap + 1];
    return [
      ...NEIGHBOUR_KINDS.flatMap((_, kind) => {
        const [similarity, first] = this.nearestNeighbour(right, left, kind, (page) => this.firstProbability(page));
        return [
          similarity,
          first,
          similarity - this.similarity(left, right, kind),
          ...this.nearestNeighbour(left, right, kind, (page) => this.lastProbability(page)),
        ];
      }),
      ...this.bySimilarPages(right, left, MEAN_KIND, (page) => this.firstProbability(page)),
      ...this.bySimilarPages(left, right, MEAN_KIND, (page) => this.lastProbability(page)),
    ];
  }

  /** One number a name of STREAM_SIMILARITY_FEATURES. */
  streamSimilarity(gap: number): number[] {
    this.streamSimilarities ??= new StreamSimilarity(
      this.probabilities,
      NEIGHBOUR_KINDS.length,
      this.reach,
      (one, other, kind) => this.similarity(one, other, kind),
    );
    return this.streamSimilarities.around(gap);
  }

  /**
   * Similarity of the page to its nearest neighbour and the neighbour's `probability`; the first of several that are
   * equally similar. NaN where no page is far enough away. The page on the other side of the gap is left out.
   */
  private nearestNeighbour(
    page: number,
    other: number,
    kind: number,
    probability: (page: number) => number,
  ): [number, number] {
    let [best, nearest] = [Number.NaN, page];
    for (let at = Math.max(0, page - this.reach); at <= Math.min(this.pages - 1, page + this.reach); at += 1) {
      const similarity =
        Math.abs(at - page) < LEAST_NEIGHBOUR_DISTANCE || at === other ? Number.NaN : this.similarity(page, at, kind);
      if (Number.isNaN(similarity) || similarity <= best) continue;
      [best, nearest] = [similarity, at];
    }
    return nearest === page ? [Number.NaN, Number.NaN] : [best, probability(nearest)];
  }

  private scoresAround(gap: number): number[] {
    return [
      ...STEPS.map((step) => this.logOdds[gap + step] ?? Number.NaN),
      this.meanProbability(gap, NEAR),
      this.meanProbability(gap, this.reach),
      this.pagesUntilSplit(gap, -1),
      this.pagesUntilSplit(gap, 1),
      this.rank(gap),
    ];
  }

  /** Similarities and page numbers, each from both sides of the gap. */
  private acrossGap(gap: number): number[] {
    const [left, right] = [gap, gap + 1];
    const before = this.membersFrom(left, -1, right);
    const after = this.membersFrom(right, 1, left);
    return [...this.similarities(left, right, before, after), ...this.numbering(left, right, before, after)];
  }

  /**
   * Whether there is a separator sheet at the gap, the share of gaps with one within `reach`, and the number of gaps to
   * the nearest one on either side (NaN where none is within `reach`).
   */
  private separatorsAround(gap: number): number[] {
    const around = [
      ...this.separators.slice(Math.max(0, gap - this.reach), gap),
      ...this.separators.slice(gap + 1, gap + this.reach + 1),
    ];
    return [
      Number(this.separators[gap]),
      around.length === 0 ? Number.NaN : around.filter(Boolean).length / around.length,
      this.gapsToSeparator(gap, -1),
      this.gapsToSeparator(gap, 1),
    ];
  }

  private gapsToSeparator(gap: number, step: -1 | 1): number {
    for (let away = 1; away <= this.reach; away += 1) if (this.separators[gap + step * away] === true) return away;
    return Number.NaN;
  }

  private similarities(
    left: number,
    right: number,
    before: readonly Membership[],
    after: readonly Membership[],
  ): number[] {
    return SIMILARITY_KINDS.flatMap((_, kind) => [
      ...this.bySimilarPages(right, left, kind, (page) => this.firstProbability(page)),
      ...this.bySimilarPages(left, right, kind, (page) => this.lastProbability(page)),
      ...this.similarityToMembers(right, before, kind),
      ...this.similarityToMembers(left, after, kind),
    ]);
  }

  private numbering(
    left: number,
    right: number,
    before: readonly Membership[],
    after: readonly Membership[],
  ): number[] {
    return [
      this.numberFitsStart(right),
      this.numberFitsStart(left),
      ...this.agreement(right, before),
      ...this.agreement(left, after),
      this.candidateFitsStart(right, 2),
      this.candidateFitsStart(left, 1),
      this.longestSequence(right, before),
      this.longestSequence(left, after),
    ];
  }

  /** Probability that the page is the first of its document. */
  private firstProbability(page: number): number {
    return page === 0 ? 1 : (this.probabilities[page - 1] ?? 0);
  }

  /** Probability that the page is the last of its document. */
  private lastProbability(page: number): number {
    return page === this.pages - 1 ? 1 : (this.probabilities[page] ?? 0);
  }

  /** Mean probability of a split at the gaps within `reach`, this gap left out; NaN where there are none. */
  private meanProbability(gap: number, reach: number): number {
    let [sum, count] = [0, 0];
    for (let at = Math.max(0, gap - reach); at <= Math.min(this.probabilities.length - 1, gap + reach); at += 1) {
      if (at === gap) continue;
      sum += this.probabilities[at] ?? 0;
      count += 1;
    }
    return count === 0 ? Number.NaN : sum / count;
  }

  /** Expected number of gaps to the next split on that side, `reach` at most. The ends of the stream are splits. */
  private pagesUntilSplit(gap: number, step: -1 | 1): number {
    let [expected, share] = [0, 1];
    for (let away = 1; away <= this.reach && share > 0; away += 1) {
      expected += share;
      share *= 1 - (this.probabilities[gap + step * away] ?? 1);
    }
    return expected;
  }

  /** Share of the gaps within RANKED, this gap included, whose log-odds are below this gap's. */
  private rank(gap: number): number {
    const near = this.logOdds.slice(Math.max(0, gap - RANKED), gap + RANKED + 1);
    const own = this.logOdds[gap] ?? 0;
    return near.filter((odds) => odds < own).length / near.length;
  }

  /**
   * Same-document membership of the pages from `page` on, in the direction of `step`, as far as they are within `reach`
   * of the page `beside`.
   */
  private membersFrom(page: number, step: -1 | 1, beside: number): Membership[] {
    const members: Membership[] = [];
    let probability = 1;
    for (let at = page; at >= 0 && at < this.pages && Math.abs(at - beside) <= this.reach; at += step) {
      members.push({ page: at, probability });
      probability *= 1 - (step < 0 ? this.firstProbability(at) : this.lastProbability(at));
      if (probability < LEAST_MEMBERSHIP) break;
    }
    return members;
  }

  /** Similarity of two pages; NaN where they are further apart than `reach` or one has nothing to compare. */
  private similarity(one: number, other: number, kind: number): number {
    const away = Math.abs(one - other);
    if (away === 0 || away > this.reach) return Number.NaN;
    const row = Math.max(one, other) - 1;
    return (
      (kind === MEAN_KIND
        ? this.meanSimilarityRows()[row * this.reach + away - 1]
        : this.rows[row]?.[similarityColumn(away) + kind]) ?? Number.NaN
    );
  }

  private meanSimilarityRows(): Float32Array {
    this.meanSimilarities ??= Float32Array.from({ length: this.rows.length * this.reach }, (_, at) =>
      meanSimilarity(this.rows[Math.floor(at / this.reach)] ?? EMPTY_ROW, (at % this.reach) + 1),
    );
    return this.meanSimilarities;
  }

  /**
   * Compares the page with the pages within `reach`, the page on the other side of the gap left out.
   * @returns the margin: similarity to the nearest page with a high `probability` less that to the nearest page with a
   * low one; and the mean `probability` of all pages, weighted by an exponential kernel of their similarity
   */
  private bySimilarPages(
    page: number,
    other: number,
    kind: number,
    probability: (page: number) => number,
  ): [number, number] {
    let [bestWith, bestWithout, weights, sum] = [0, 0, 0, 0];
    for (let at = Math.max(0, page - this.reach); at <= Math.min(this.pages - 1, page + this.reach); at += 1) {
      const similarity = at === page || at === other ? Number.NaN : this.similarity(page, at, kind);
      if (Number.isNaN(similarity)) continue;
      const p = probability(at);
      // + 1, because correlations begin at −1.
      bestWith = Math.max(bestWith, p * (similarity + 1));
      bestWithout = Math.max(bestWithout, (1 - p) * (similarity + 1));
      const weight = this.kernelWeight(page, at, kind, similarity);
      weights += weight;
      sum += weight * p;
    }
    return weights === 0 ? [Number.NaN, Number.NaN] : [bestWith - bestWithout, sum / weights];
  }

  private kernelWeight(one: number, other: number, kind: number, similarity: number): number {
    const at = ((Math.max(one, other) - 1) * this.reach + Math.abs(one - other) - 1) * NEIGHBOUR_KINDS.length + kind;
    const known = this.weights[at] ?? 0;
    return known > 0 ? known : (this.weights[at] = Math.exp(KERNEL_SCALE * similarity));
  }

  /** Largest and mean similarity of the page to the members of a document, weighted by their membership. */
  private similarityToMembers(page: number, members: readonly Membership[], kind: number): [number, number] {
    let [best, sum, weights] = [Number.NaN, 0, 0];
    for (const { page: at, probability } of members) {
      const similarity = this.similarity(page, at, kind);
      if (Number.isNaN(similarity)) continue;
      if (!(probability * similarity <= best)) best = probability * similarity;
      sum += probability * similarity;
      weights += probability;
    }
    return [best, weights === 0 ? Number.NaN : sum / weights];
  }

  private numberOf(page: number): number {
    return (page === 0 ? this.rows[0]?.[LEFT_NUMBER] : this.rows[page - 1]?.[RIGHT_NUMBER]) ?? Number.NaN;
  }

  /** Whether the number is a page-number candidate in the head or the foot of the page. */
  private hasCandidate(page: number, number: number): boolean {
    if (number < 1 || number > COUNTED_BACK) return false;
    return (page === 0 ? this.rows[0]?.[LEFT_NUMBER + number] : this.rows[page - 1]?.[RIGHT_NUMBER + number]) === 1;
  }

  /** Probability that a document begins at the page that would have number 1 by this page's number. */
  private numberFitsStart(page: number): number {
    const number = this.numberOf(page);
    if (!(number <= COUNTED_BACK)) return Number.NaN;
    return this.startProbability(page, number);
  }

  private startProbability(page: number, number: number): number {
    const first = page - (number - 1);
    return first < 0 ? 0 : this.firstProbability(first);
  }

  /** The same for the candidates of the page from `least` on: the largest probability; NaN where there are none. */
  private candidateFitsStart(page: number, least: number): number {
    return largestOf(
      COUNTED_NUMBERS.filter((number) => number >= least && this.hasCandidate(page, number)).map((number) =>
        this.startProbability(page, number),
      ),
    );
  }

  /** Expected number of members whose page numbers fit their distance from this page, and of those whose do not. */
  private agreement(page: number, members: readonly Membership[]): [number, number] {
    const own = this.numberOf(page);
    if (Number.isNaN(own)) return [Number.NaN, Number.NaN];
    let [agree, differ] = [0, 0];
    for (const { page: at, probability } of members) {
      const other = this.numberOf(at);
      if (Number.isNaN(other)) continue;
      if (own - other === page - at) agree += probability;
      else differ += probability;
    }
    return [agree, differ];
  }

  /** Expected number of members with a candidate that fits their distance, for the best candidate of this page. */
  private longestSequence(page: number, members: readonly Membership[]): number {
    const lengthOf = (number: number) =>
      members.reduce(
        (sum, { page: at, probability }) => sum + (this.hasCandidate(at, number + at - page) ? probability : 0),
        0,
      );
    return largestOf(COUNTED_NUMBERS.filter((number) => this.hasCandidate(page, number)).map(lengthOf));
  }
}

/**
 * Computes one row of features a gap from the previous stage's scores. Masked gaps get `width` times NaN.
 * @param rows  of one stream in page order, as `gapFeatures` returns them
 * @param logOdds  of a split by the previous stage, one a row
 * @param reach  distance in pages and in gaps up to which others are considered, SIMILARITY_REACH at most
 * @param compute  returns `width` numbers for the scored gap `at` of the stream, whose place among all gaps is `gap`
 */
export const neighbourhoodRows = (
  rows: readonly Float32Array[],
  logOdds: readonly number[],
  reach: number,
  width: number,
  compute: (stream: ScoredStream, at: number, gap: number, row: Float32Array) => readonly number[],
): Float32Array[] =>
  rowsAtScoredGaps(rows, logOdds, width, (scoredRows, scoredLogOdds) => {
    const stream = new ScoredStream(scoredRows, scoredLogOdds, reach);
    return (at, gap) => compute(stream, at, gap, scoredRows[at] ?? EMPTY_ROW);
  });

const EMPTY_ROW = new Float32Array(0);

/** First of the columns with the similarities of the page after the gap to the page `away` pages before it. */
const similarityColumn = (away: number): number => FIRST_SIMILARITY + (away - 1) * SIMILARITY_KINDS.length;

/** Mean over the kinds of similarity that are known; NaN where none is. */
function meanSimilarity(row: Float32Array, away: number): number {
  let [sum, count] = [0, 0];
  for (let kind = 0; kind < SIMILARITY_KINDS.length; kind += 1) {
    const similarity = row[similarityColumn(away) + kind] ?? Number.NaN;
    if (Number.isNaN(similarity)) continue;
    sum += similarity;
    count += 1;
  }
  return count === 0 ? Number.NaN : sum / count;
}
