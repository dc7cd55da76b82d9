/** Features of a gap from the fonts of the pages around it and the scores of the previous stage: the inputs of stage 4. */
import { FONT_COLUMNS, FONT_KINDS } from './font-columns.ts';
import { FEATURE_NAMES } from './gap-features.ts';
import { FONT_REACH } from './reach.ts';
import { STREAM_COLUMNS } from './stream-columns.ts';
import { StreamSimilarity, streamSimilarityNames } from './stream-similarity.ts';

/** Gaps on either side whose log-odds are features of their own. */
const NEAR = 2;
/** Pages on either side whose fonts are looked for across the gap. */
const ACROSS = 4;
const STEPS = Array.from({ length: 2 * NEAR + 1 }, (_, at) => at - NEAR);

export const FONT_FEATURES: readonly string[] = [
  'left_font_files',
  'right_font_files',
  ...FONT_KINDS.flatMap((kind) =>
    ['here', 'before', 'after', 'over_left', 'over_right', 'largest_across', 'mean_around'].map(
      (name) => `${name}_${kind}`,
    ),
  ),
  ...streamSimilarityNames(FONT_KINDS),
  ...STEPS.map((step) => `log_odds_${step}`),
];

const FIRST_COLUMN = FEATURE_NAMES.length + STREAM_COLUMNS.length;
const FIRST_SIMILARITY = FIRST_COLUMN + FONT_COLUMNS.indexOf(`${FONT_KINDS[0]}_1_back`);

/** The scored gaps of a stream, with the previous stage's log-odds. */
export class FontStream {
  private readonly rows: readonly Float32Array[];
  private readonly logOdds: readonly number[];
  /** For each row, how many pages back the nearest page with other fonts is; Infinity where there is none. */
  private othersBack: readonly number[] | undefined;
  /** Both are computed on first use: a scan needs none. */
  private similarities: StreamSimilarity | undefined;

  /** @param rows  of the scored gaps, as `gapFeatures` returns them */
  constructor(rows: readonly Float32Array[], logOdds: readonly number[]) {
    this.rows = rows;
    this.logOdds = logOdds;
  }

  /**
   * One number a name of FONT_FEATURES; undefined where none of the ACROSS pages before the gap, or none of the ACROSS
   * pages behind it, has fonts, and where all pages within FONT_REACH have the same ones, as scans with text by OCR: a
   * program embeds one invisible font for all.
   */
  featuresOf(gap: number): number[] | undefined {
    const [left, right] = [gap, gap + 1];
    const across = FONT_KINDS.map((_, kind) => this.largestAcross(left, right, kind));
    if (across.every(Number.isNaN) || !this.fontsDifferAround(gap)) return undefined;
    const row = this.rows[gap];
    return [
      row?.[FIRST_COLUMN] ?? Number.NaN,
      row?.[FIRST_COLUMN + 1] ?? Number.NaN,
      ...FONT_KINDS.flatMap((_, kind) => [
        this.similarity(left, right, kind),
        this.similarity(left - 1, left, kind),
        this.similarity(right, right + 1, kind),
        this.similarity(left - 1, right, kind),
        this.similarity(left, right + 1, kind),
        across[kind] ?? Number.NaN,
        this.meanAround(gap, kind),
      ]),
      ...this.similaritiesAround(gap),
      ...STEPS.map((step) => this.logOdds[gap + step] ?? Number.NaN),
    ];
  }

  private nearestWithOtherFonts(page: number): number {
    const differs = (away: number) =>
      FONT_KINDS.some((_, kind) => {
        const similarity = this.similarity(page - away, page, kind);
        return !Number.isNaN(similarity) && similarity < 1;
      });
    const found = Array.from({ length: FONT_REACH }, (_, back) => back + 1).find(differs);
    return found ?? Number.POSITIVE_INFINITY;
  }

  /** Whether two of the pages that the features of a gap compare have different fonts. */
  private fontsDifferAround(gap: number): boolean {
    this.othersBack ??= this.rows.map((_, row) => this.nearestWithOtherFonts(row + 1));
    const [first, last] = [Math.max(0, gap - FONT_REACH), gap + 1 + FONT_REACH];
    return this.othersBack.slice(first, last).some((back, at) => back <= at + 1);
  }

  private similaritiesAround(gap: number): number[] {
    this.similarities ??= new StreamSimilarity(
      this.logOdds.map((odds) => 1 / (1 + Math.exp(-odds))),
      FONT_KINDS.length,
      FONT_REACH,
      (one, other, kind) => this.similarity(one, other, kind),
    );
    return this.similarities.around(gap);
  }

  private largestAcross(left: number, right: number, kind: number): number {
    let largest = Number.NaN;
    for (let a = 0; a < ACROSS; a += 1)
      for (let b = 0; b < ACROSS; b += 1) {
        const similarity = this.similarity(left - a, right + b, kind);
        if (!Number.isNaN(similarity) && !(similarity <= largest)) largest = similarity;
      }
    return largest;
  }

  /** Mean similarity of neighbouring pages at the gaps within FONT_REACH, this gap left out. */
  private meanAround(gap: number, kind: number): number {
    let [sum, known] = [0, 0];
    for (let at = gap - FONT_REACH; at <= gap + FONT_REACH; at += 1) {
      const similarity = at === gap ? Number.NaN : this.similarity(at, at + 1, kind);
      if (Number.isNaN(similarity)) continue;
      sum += similarity;
      known += 1;
    }
    return known === 0 ? Number.NaN : sum / known;
  }

  /** Of two pages, by their places among the pages that are not blank; NaN where it is not known. */
  private similarity(one: number, other: number, kind: number): number {
    const away = Math.abs(one - other);
    if (away === 0 || away > FONT_REACH || Math.min(one, other) < 0) return Number.NaN;
    const column = FIRST_SIMILARITY + (away - 1) * FONT_KINDS.length + kind;
    return this.rows[Math.max(one, other) - 1]?.[column] ?? Number.NaN;
  }
}
