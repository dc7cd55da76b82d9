/** The pages of a stream, as far as their rows tell of them, with what a look said of the gaps between them: what the next look is told from that. */
import { askedGaps, FEATURE_NAMES, largestOf } from './gap-features.ts';
import { LIKENESS_KINDS } from './page-similarity.ts';
import { COUNTED_BACK, COUNTED_NUMBERS, STREAM_COLUMNS } from './stream-columns.ts';

/** Gaps on either side whose log-odds are told one by one. */
const NEAR = 4;
/** Gaps on either side among which this one is ranked. */
const RANKED = 8;
/** A page that belongs to the same document with a smaller probability than this is no part of it. */
const SURELY_ANOTHER = 0.05;
/** How much likelier a page is taken for its twin than for a stranger: likeness runs to 1. */
const SHARPNESS = 8;

const STEPS = Array.from({ length: 2 * NEAR + 1 }, (_, at) => at - NEAR);

/** What a look is told of a gap from what the look before it said. */
export const TOLD_NAMES: readonly string[] = [
  ...STEPS.map((step) => `said_${step}`),
  'mean_near',
  'mean_around',
  'pages_since_split',
  'pages_until_split',
  'rank_of_said',
  ...LIKENESS_KINDS.flatMap((kind) =>
    [
      'right_rather_first',
      'right_first_by_twins',
      'left_rather_last',
      'left_last_by_twins',
      'right_best_before',
      'right_mean_before',
      'left_best_after',
      'left_mean_after',
    ].map((name) => `${name}_${kind}`),
  ),
  'right_counts_from_first',
  'left_counts_from_first',
  'right_numbers_agree',
  'right_numbers_differ',
  'left_numbers_agree',
  'left_numbers_differ',
  'right_may_count_from_first',
  'left_may_count_from_first',
  'right_longest_count',
  'left_longest_count',
  'sheet_before',
  'sheets_around',
  'gaps_since_sheet',
  'gaps_until_sheet',
];

/** A page and the probability that it belongs to the same document as the page where the walk began. */
interface Companion {
  readonly page: number;
  readonly share: number;
}

const LEFT_NUMBER = FEATURE_NAMES.length + STREAM_COLUMNS.indexOf('left_number');
const RIGHT_NUMBER = FEATURE_NAMES.length + STREAM_COLUMNS.indexOf('right_number');
const LEFT_SEPARATOR = FEATURE_NAMES.indexOf('left_separator');
const COLOURED_BETWEEN = FEATURE_NAMES.indexOf('coloured_between');
const LIKENESS = FEATURE_NAMES.length + STREAM_COLUMNS.indexOf(`like_1_back_${LIKENESS_KINDS[0] ?? ''}`);

/** All kinds of likeness together, as a kind of its own. */
const TOGETHER = LIKENESS_KINDS.length;
const TWIN_KINDS = [...LIKENESS_KINDS, 'together'];
/** Pages nearer than that are neighbours, no twins. */
const TWINS_APART = 3;

/** What a page's twin in the pile says: the page that is most like it. */
export const TWIN_NAMES: readonly string[] = [
  ...TWIN_KINDS.flatMap((kind) =>
    ['right_twin', 'right_twin_begins', 'right_rather_twin', 'left_twin', 'left_twin_ends'].map(
      (name) => `${name}_${kind}`,
    ),
  ),
  ...['right_rather_first', 'right_first_by_twins', 'left_rather_last', 'left_last_by_twins'].map(
    (name) => `${name}_together`,
  ),
];

/** The pages of a stream that speak, as far as their rows tell of them, and what was said of the gaps between them. */
export class SaidStream {
  private readonly rows: readonly Float32Array[];
  private readonly said: readonly number[];
  private readonly split: readonly number[];
  /** Whether the page before the gap, or an empty one in it, is a separator sheet as far as its words or its colour tell. */
  private readonly sheet: readonly boolean[];
  private readonly pages: number;
  private readonly reach: number;
  /** Likeness of the page after each gap to the `reach` pages before it, nearest first, all kinds together: only twins ask for it. */
  private together: Float32Array | undefined;
  /** What the page after each gap counts for as another's like, by pages before it and kind; 0 until it is asked for. Every pair is asked for four times. */
  private readonly weights: Float64Array;

  /**
   * @param rows  of the gaps that are asked about
   * @param said  log-odds of a split, one a row
   * @param reach  pages on either side that are compared, and gaps that are looked at, LIKENESS_REACH at most
   */
  constructor(rows: readonly Float32Array[], said: readonly number[], reach: number) {
    this.rows = rows;
    this.said = said;
    this.split = said.map((odds) => 1 / (1 + Math.exp(-odds)));
    this.sheet = rows.map((row) => (row[LEFT_SEPARATOR] ?? 0) > 0 || (row[COLOURED_BETWEEN] ?? 0) > 0);
    this.pages = rows.length + 1;
    this.reach = reach;
    this.weights = new Float64Array(rows.length * reach * TWIN_KINDS.length);
  }

  /** One number a name of TOLD_NAMES. */
  told(gap: number): number[] {
    return [...this.around(gap), ...this.acrossGap(gap), ...this.sheets(gap)];
  }

  /** One number a name of TWIN_NAMES. */
  twins(gap: number): number[] {
    const [left, right] = [gap, gap + 1];
    return [
      ...TWIN_KINDS.flatMap((_, kind) => {
        const [like, begins] = this.twin(right, left, kind, (page) => this.begins(page));
        return [
          like,
          begins,
          like - this.between(left, right, kind),
          ...this.twin(left, right, kind, (page) => this.ends(page)),
        ];
      }),
      ...this.byOthers(right, left, TOGETHER, (page) => this.begins(page)),
      ...this.byOthers(left, right, TOGETHER, (page) => this.ends(page)),
    ];
  }

  /** How like the page its likest is, neighbours left out, and the probability there; the first of several. */
  private twin(page: number, other: number, kind: number, probability: (page: number) => number): [number, number] {
    let [best, twin] = [Number.NaN, page];
    for (let at = Math.max(0, page - this.reach); at <= Math.min(this.pages - 1, page + this.reach); at += 1) {
      const like = Math.abs(at - page) < TWINS_APART || at === other ? Number.NaN : this.between(page, at, kind);
      if (Number.isNaN(like) || like <= best) continue;
      [best, twin] = [like, at];
    }
    return twin === page ? [Number.NaN, Number.NaN] : [best, probability(twin)];
  }

  private around(gap: number): number[] {
    return [
      ...STEPS.map((step) => this.said[gap + step] ?? Number.NaN),
      this.meanAround(gap, NEAR),
      this.meanAround(gap, this.reach),
      this.pagesUntilSplit(gap, -1),
      this.pagesUntilSplit(gap, 1),
      this.rank(gap),
    ];
  }

  /** Likeness and numbering, each seen from both sides of the gap. */
  private acrossGap(gap: number): number[] {
    const [left, right] = [gap, gap + 1];
    const before = this.documentOf(left, -1, right);
    const after = this.documentOf(right, 1, left);
    return [...this.likeness(left, right, before, after), ...this.numbering(left, right, before, after)];
  }

  /** Is there a separator sheet at the gap, at which share of the gaps around, and how many gaps away on either side: `reach` at most, NaN for none. */
  private sheets(gap: number): number[] {
    const around = [
      ...this.sheet.slice(Math.max(0, gap - this.reach), gap),
      ...this.sheet.slice(gap + 1, gap + this.reach + 1),
    ];
    return [
      Number(this.sheet[gap]),
      around.length === 0 ? Number.NaN : around.filter(Boolean).length / around.length,
      this.gapsToSheet(gap, -1),
      this.gapsToSheet(gap, 1),
    ];
  }

  private gapsToSheet(gap: number, step: -1 | 1): number {
    for (let away = 1; away <= this.reach; away += 1) if (this.sheet[gap + step * away] === true) return away;
    return Number.NaN;
  }

  private likeness(left: number, right: number, before: readonly Companion[], after: readonly Companion[]): number[] {
    return LIKENESS_KINDS.flatMap((_, kind) => [
      ...this.byOthers(right, left, kind, (page) => this.begins(page)),
      ...this.byOthers(left, right, kind, (page) => this.ends(page)),
      ...this.likenessTo(right, before, kind),
      ...this.likenessTo(left, after, kind),
    ]);
  }

  private numbering(left: number, right: number, before: readonly Companion[], after: readonly Companion[]): number[] {
    return [
      this.countsFromFirst(right),
      this.countsFromFirst(left),
      ...this.agreement(right, before),
      ...this.agreement(left, after),
      this.mayCountFromFirst(right, 2),
      this.mayCountFromFirst(left, 1),
      this.longestCount(right, before),
      this.longestCount(left, after),
    ];
  }

  private begins(page: number): number {
    return page === 0 ? 1 : (this.split[page - 1] ?? 0);
  }

  private ends(page: number): number {
    return page === this.pages - 1 ? 1 : (this.split[page] ?? 0);
  }

  private meanAround(gap: number, reach: number): number {
    let [sum, count] = [0, 0];
    for (let at = Math.max(0, gap - reach); at <= Math.min(this.split.length - 1, gap + reach); at += 1) {
      if (at === gap) continue;
      sum += this.split[at] ?? 0;
      count += 1;
    }
    return count === 0 ? Number.NaN : sum / count;
  }

  /** Expected number of gaps from this one to the next split on that side, `reach` at most; the stream's end is a split. */
  private pagesUntilSplit(gap: number, step: -1 | 1): number {
    let [expected, share] = [0, 1];
    for (let away = 1; away <= this.reach && share > 0; away += 1) {
      expected += share;
      share *= 1 - (this.split[gap + step * away] ?? 1);
    }
    return expected;
  }

  /** Share of the gaps around that less was said for, this one among them. */
  private rank(gap: number): number {
    const near = this.said.slice(Math.max(0, gap - RANKED), gap + RANKED + 1);
    const own = this.said[gap] ?? 0;
    return near.filter((odds) => odds < own).length / near.length;
  }

  /** The pages from this one on in the direction of `step` that may be of its document, as far as they can be compared with `beside`. */
  private documentOf(page: number, step: -1 | 1, beside: number): Companion[] {
    const companions: Companion[] = [];
    let share = 1;
    for (let at = page; at >= 0 && at < this.pages && Math.abs(at - beside) <= this.reach; at += step) {
      companions.push({ page: at, share });
      share *= 1 - (step < 0 ? this.begins(at) : this.ends(at));
      if (share < SURELY_ANOTHER) break;
    }
    return companions;
  }

  private between(one: number, other: number, kind: number): number {
    const away = Math.abs(one - other);
    if (away === 0 || away > this.reach) return Number.NaN;
    const row = Math.max(one, other) - 1;
    return (
      (kind === TOGETHER
        ? this.likenessTogether()[row * this.reach + away - 1]
        : this.rows[row]?.[likenessAt(away) + kind]) ?? Number.NaN
    );
  }

  private likenessTogether(): Float32Array {
    this.together ??= Float32Array.from({ length: this.rows.length * this.reach }, (_, at) =>
      meanLikeness(this.rows[Math.floor(at / this.reach)] ?? NOTHING, (at % this.reach) + 1),
    );
    return this.together;
  }

  /**
   * Is this page rather like those with a high probability, or like those with a low one: by its nearest of both, and by
   * all of them, the likest most. The page on the other side of the gap has no say.
   */
  private byOthers(page: number, other: number, kind: number, probability: (page: number) => number): [number, number] {
    let [bestWith, bestWithout, weights, sum] = [0, 0, 0, 0];
    for (let at = Math.max(0, page - this.reach); at <= Math.min(this.pages - 1, page + this.reach); at += 1) {
      const like = at === page || at === other ? Number.NaN : this.between(page, at, kind);
      if (Number.isNaN(like)) continue;
      const p = probability(at);
      // Correlations begin at −1.
      bestWith = Math.max(bestWith, p * (like + 1));
      bestWithout = Math.max(bestWithout, (1 - p) * (like + 1));
      const weight = this.weightOf(page, at, kind, like);
      weights += weight;
      sum += weight * p;
    }
    return weights === 0 ? [Number.NaN, Number.NaN] : [bestWith - bestWithout, sum / weights];
  }

  private weightOf(one: number, other: number, kind: number, like: number): number {
    const at = ((Math.max(one, other) - 1) * this.reach + Math.abs(one - other) - 1) * TWIN_KINDS.length + kind;
    const known = this.weights[at] ?? 0;
    return known > 0 ? known : (this.weights[at] = Math.exp(SHARPNESS * like));
  }

  private likenessTo(page: number, document: readonly Companion[], kind: number): [number, number] {
    let [best, sum, weights] = [Number.NaN, 0, 0];
    for (const { page: at, share } of document) {
      const like = this.between(page, at, kind);
      if (Number.isNaN(like)) continue;
      if (!(share * like <= best)) best = share * like;
      sum += share * like;
      weights += share;
    }
    return [best, weights === 0 ? Number.NaN : sum / weights];
  }

  private numberOf(page: number): number {
    return (page === 0 ? this.rows[0]?.[LEFT_NUMBER] : this.rows[page - 1]?.[RIGHT_NUMBER]) ?? Number.NaN;
  }

  /** Does any number in head or foot of the page say so? */
  private says(page: number, number: number): boolean {
    if (number < 1 || number > COUNTED_BACK) return false;
    return (page === 0 ? this.rows[0]?.[LEFT_NUMBER + number] : this.rows[page - 1]?.[RIGHT_NUMBER + number]) === 1;
  }

  /** Probability that a document begins as many pages back as the page's number says. */
  private countsFromFirst(page: number): number {
    const number = this.numberOf(page);
    if (!(number <= COUNTED_BACK)) return Number.NaN;
    return this.beginsBack(page, number);
  }

  private beginsBack(page: number, number: number): number {
    const first = page - (number - 1);
    return first < 0 ? 0 : this.begins(first);
  }

  private mayCountFromFirst(page: number, least: number): number {
    return largestOf(
      COUNTED_NUMBERS.filter((number) => number >= least && this.says(page, number)).map((number) =>
        this.beginsBack(page, number),
      ),
    );
  }

  /** Pages of the document whose numbers are as far from this page's as the pages are, and those whose are not. */
  private agreement(page: number, document: readonly Companion[]): [number, number] {
    const own = this.numberOf(page);
    if (Number.isNaN(own)) return [Number.NaN, Number.NaN];
    let [agree, differ] = [0, 0];
    for (const { page: at, share } of document) {
      const other = this.numberOf(at);
      if (Number.isNaN(other)) continue;
      if (own - other === page - at) agree += share;
      else differ += share;
    }
    return [agree, differ];
  }

  /** The most pages of the document that any of the page's small numbers counts on from, or back to. */
  private longestCount(page: number, document: readonly Companion[]): number {
    const countOf = (number: number) =>
      document.reduce((sum, { page: at, share }) => sum + (this.says(at, number + at - page) ? share : 0), 0);
    return largestOf(COUNTED_NUMBERS.filter((number) => this.says(page, number)).map(countOf));
  }
}

/**
 * What a look is told of each gap, by `tell`; blank pages are none of the stream, and of their gaps nothing is told: `width` times NaN.
 * @param rows  of one stream, as `gapFeatures` yields them
 * @param said  log-odds of a split, one a row
 * @param tell  `width` numbers of the gap whose row this is, the one at this place of the stream that speaks
 */
export function tellOfGaps(
  rows: readonly Float32Array[],
  said: readonly number[],
  reach: number,
  width: number,
  tell: (stream: SaidStream, at: number, gap: number, row: Float32Array) => readonly number[],
): Float32Array[] {
  const asked = askedGaps(rows);
  const stream = new SaidStream(
    asked.flatMap((gap) => rows[gap] ?? []),
    asked.map((gap) => said[gap] ?? Number.NaN),
    reach,
  );
  const nothing = new Float32Array(width).fill(Number.NaN);
  const told = rows.map(() => nothing);
  for (const [at, gap] of asked.entries()) told[gap] = Float32Array.from(tell(stream, at, gap, rows[gap] ?? NOTHING));
  return told;
}

const NOTHING = new Float32Array(0);

/** Where in a row its likeness to the page so far back begins. */
const likenessAt = (away: number): number => LIKENESS + (away - 1) * LIKENESS_KINDS.length;

/** Over the kinds that are known of the page after the gap and the one so far back; NaN where none is. */
function meanLikeness(row: Float32Array, away: number): number {
  let [sum, count] = [0, 0];
  for (let kind = 0; kind < LIKENESS_KINDS.length; kind += 1) {
    const like = row[likenessAt(away) + kind] ?? Number.NaN;
    if (Number.isNaN(like)) continue;
    sum += like;
    count += 1;
  }
  return count === 0 ? Number.NaN : sum / count;
}
