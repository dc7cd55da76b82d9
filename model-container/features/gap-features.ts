/**
 * Features of the gap between two pages: their similarity, the properties of each page, and the same for the gaps
 * around. They depend on the pages at most CONTEXT_PAGES away and on nothing else, so that a long stream can be scored
 * in overlapping windows with the same result. Blank pages are skipped: a blank verso belongs to the page before it,
 * its gap is masked, and the features of the next scored gap compare the pages on both sides of it.
 */
import { DETAIL_FEATURES, detailFeatures } from './gaps/detail-features.ts';
import { NUMBERING_FEATURES, numberingFeatures, weaklyContinues } from './gaps/numbering-features.ts';
import { FIRST_SIGNS, LAST_SIGNS } from './pages/page-signs.ts';
import { PAGE_MEASURES } from './pages/page-view.ts';
import type { PageView } from './pages/page-view.ts';
import { PageSimilarity } from './page-similarity.ts';
import { FONT_COLUMNS, fontColumns } from './font-columns.ts';
import { FORM_COLUMNS, formColumns } from './form-columns.ts';
import { FONT_REACH, NETWORK_REACH, SIMILARITY_REACH, STAGE_2_REACH } from './reach.ts';
import { STREAM_COLUMNS, streamColumns } from './stream-columns.ts';
import { TEMPLATE_FEATURES, templateFeatures } from './gaps/template-features.ts';
import { settleNumbering } from './pages/settle-numbering.ts';
import { contrasts, CONTRASTS, rankAround } from './gaps/window-features.ts';
import { DIFFERENCES, differencesOf, SIMILARITIES, WindowFrequencies } from './gaps/pair-features.ts';

/** Pages on either side among which the document frequency of a piece of text is counted. */
const WINDOW = 8;
/** Gaps on either side whose mean similarity is subtracted from this gap's. */
const AROUND = 4;
/** Blank pages that CONTEXT_PAGES allows for, and the most that a gap's features count. */
const BLANKS = 2;
/** Pages on either side over which a running number is followed. */
const COUNTED = 8;
/**
 * Pages on either side of a gap that its scores depend on. Stage 2 adds its reach, as its inputs include the stage-1
 * scores of the gaps around; networks with dilated layers add theirs; stages 3 and 4 add the reach of their own inputs;
 * stage 5 reads the pages of the gap alone.
 */
export const CONTEXT_PAGES =
  WINDOW + AROUND + BLANKS + 2 + STAGE_2_REACH + NETWORK_REACH + SIMILARITY_REACH + FONT_REACH;

const FLOW = ['begins_inside', 'ends_inside', 'ends_broken', 'sentence_runs_on'] as const;
const PLACE = [
  'blanks_between',
  'coloured_between',
  'no_page_before',
  'no_page_after',
  'text_on_both',
  'best_head_foot',
  'before_first_signs',
  'head_on_one_side',
  'foot_on_one_side',
] as const;
const SINGLE = PAGE_MEASURES;
/** Similarities whose rank in the window is a feature, and whose maximum over three pages is one. */
const RANKED = (
  [
    'body',
    'edges',
    'rare_head_foot',
    'rare_body',
    'rare_terms',
    'rare_identifiers',
    'grid',
    'starts',
    'sizes',
    'band_0',
    'picture',
    'measures',
  ] as const
).map((name) => SIMILARITIES.indexOf(name));
const NEARBY = DETAIL_FEATURES.slice(0, 7);

export const FEATURE_NAMES: readonly string[] = [
  ...SIMILARITIES.map((name) => `here_${name}`),
  ...SIMILARITIES.map((name) => `around_${name}`),
  ...SIMILARITIES.map((name) => `before_${name}`),
  ...SIMILARITIES.map((name) => `after_${name}`),
  ...SIMILARITIES.map((name) => `over_left_${name}`),
  ...SIMILARITIES.map((name) => `over_right_${name}`),
  ...DIFFERENCES,
  ...SINGLE.map((name) => `left_${name}`),
  ...SINGLE.map((name) => `right_${name}`),
  ...LAST_SIGNS.map((name) => `left_${name}`),
  ...LAST_SIGNS.map((name) => `right_${name}`),
  ...FIRST_SIGNS.map((name) => `left_${name}`),
  ...FIRST_SIGNS.map((name) => `right_${name}`),
  ...NUMBERING_FEATURES,
  ...NUMBERING_FEATURES.slice(0, 11).map((name) => `before_${name}`),
  ...NUMBERING_FEATURES.slice(0, 11).map((name) => `after_${name}`),
  ...FLOW,
  ...PLACE,
  ...TEMPLATE_FEATURES,
  ...DETAIL_FEATURES,
  ...NEARBY.map((name) => `before_${name}`),
  ...NEARBY.map((name) => `after_${name}`),
  ...NEARBY.map((name) => `over_left_${name}`),
  ...NEARBY.map((name) => `over_right_${name}`),
  ...RANKED.map((at) => `rank_${SIMILARITIES[at] ?? ''}`),
  ...CONTRASTS,
  ...RANKED.map((at) => `best_across_${SIMILARITIES[at] ?? ''}`),
  'counting_run',
  'counting_before',
  'counting_after',
];

/** Columns of a row: stage 1's features, the columns for the stages after it, and whether the gap is masked. */
export const ROW_NAMES: readonly string[] = [
  ...FEATURE_NAMES,
  ...STREAM_COLUMNS,
  ...FONT_COLUMNS,
  ...FORM_COLUMNS,
  'masked',
];

const MASKED = ROW_NAMES.length - 1;

/**
 * A gap is masked before a blank page, and where all pages before it are blank. It is not scored: no document ends
 * there.
 */
export const isMasked = (row: Float32Array): boolean => row[MASKED] === 1;

/** Indices of the gaps that are scored, from 0. @param rows  of one stream, in page order */
export const scoredGaps = (rows: readonly Float32Array[]): number[] =>
  rows.flatMap((row, gap) => (isMasked(row) ? [] : [gap]));

/** One row of ROW_NAMES.length numbers a gap, in page order; NaN for what the pages do not determine. */
export function gapFeatures(views: readonly PageView[]): Float32Array[] {
  const printed = views.flatMap((view, page) => (view.blank ? [] : [page]));
  const scored = rowsOf(
    printed.map((page) => viewAt(views, page)),
    blanksBetween(views, printed),
  );
  const rows = Array.from({ length: Math.max(0, views.length - 1) }, maskedRow);
  for (const [at, row] of scored.entries()) rows[(printed[at + 1] ?? 0) - 1] = row;
  return rows;
}

function maskedRow(): Float32Array {
  const row = new Float32Array(ROW_NAMES.length).fill(Number.NaN);
  row[MASKED] = 1;
  return row;
}

/** Blank pages between two printed pages: how many, BLANKS at most, and 1 where one is of coloured paper. */
type Between = readonly [blanks: number, coloured: number];

const blanksBetween = (views: readonly PageView[], printed: readonly number[]): Between[] =>
  printed.slice(1).map((page, at) => {
    const blanks = views.slice((printed[at] ?? 0) + 1, page);
    return [Math.min(BLANKS, blanks.length), Number(blanks.some(({ coloured }) => coloured))];
  });

/** @param views  of the pages that are not blank */
function rowsOf(views: readonly PageView[], between: readonly Between[]): Float32Array[] {
  if (views.length < 2) return [];
  const numberings = settleNumbering(views.map(({ numbering }) => numbering));
  const pages = views.map((view, page): PageView => ({ ...view, numbering: numberings[page] ?? view.numbering }));
  const pairs = comparePages(pages);
  const similarity = new PageSimilarity(pages);
  return between.map((blanks, gap) => Float32Array.from(rowOf(gap, pages, blanks, pairs, similarity)));
}

interface Pairs {
  /** Similarities of the pages on both sides of each gap, in the order of SIMILARITIES. */
  readonly here: readonly (readonly number[])[];
  /** Similarities of the page before the gap and the second page after it: the pair (i, i + 2). */
  readonly over: readonly (readonly number[])[];
  /** The same for DETAIL_FEATURES. */
  readonly details: readonly (readonly number[])[];
  readonly detailsOver: readonly (readonly number[])[];
  /** The column of `here` for each of RANKED. */
  readonly ranked: readonly (readonly number[])[];
  /** Whether a page-number candidate increases by one in the same place. */
  readonly counting: readonly boolean[];
}

/** Compares pages at distance 1 and 2 once each. Frequencies are those of a sliding window. */
function comparePages(pages: readonly PageView[]): Pairs {
  const frequencies = new WindowFrequencies();
  const here: number[][] = [];
  const over: number[][] = [];
  const details: number[][] = [];
  const detailsOver: number[][] = [];
  const counting: boolean[] = [];
  for (let page = 0; page < Math.min(WINDOW, pages.length); page += 1) frequencies.add(viewAt(pages, page));
  for (let gap = 0; gap < pages.length - 1; gap += 1) {
    if (gap + WINDOW < pages.length) frequencies.add(viewAt(pages, gap + WINDOW));
    if (gap - WINDOW >= 0) frequencies.remove(viewAt(pages, gap - WINDOW));
    const left = viewAt(pages, gap);
    const right = viewAt(pages, gap + 1);
    const next = pages[gap + 2];
    here.push(frequencies.compare(left, right));
    over.push(next === undefined ? UNKNOWN : frequencies.compare(left, next));
    details.push(detailFeatures(left, right));
    detailsOver.push(next === undefined ? NO_DETAILS : detailFeatures(left, next));
    counting.push(weaklyContinues(left.numbering, right.numbering, 0.04));
  }
  return {
    here,
    over,
    details,
    detailsOver,
    ranked: RANKED.map((at) => here.map((similar) => similar[at] ?? Number.NaN)),
    counting,
  };
}

const UNKNOWN: number[] = SIMILARITIES.map(() => Number.NaN);
const NO_DETAILS: number[] = DETAIL_FEATURES.map(() => Number.NaN);

function viewAt(pages: readonly PageView[], at: number): PageView {
  const page = pages[at];
  if (page === undefined) throw new RangeError(`There is no page ${at}.`);
  return page;
}

function rowOf(
  gap: number,
  pages: readonly PageView[],
  between: Between,
  { here, over, details, detailsOver, ranked, counting }: Pairs,
  similarity: PageSimilarity,
): number[] {
  const left = viewAt(pages, gap);
  const right = viewAt(pages, gap + 1);
  const similar = here[gap] ?? UNKNOWN;
  const [before, after, afterNext] = [pages[gap - 1], pages[gap + 2], pages[gap + 3]];
  return [
    ...similar,
    ...comparedWithAround(gap, here),
    ...(here[gap - 1] ?? UNKNOWN),
    ...(here[gap + 1] ?? UNKNOWN),
    ...(over[gap - 1] ?? UNKNOWN),
    ...(over[gap] ?? UNKNOWN),
    ...differencesOf(left, right),
    ...left.measures,
    ...right.measures,
    ...left.lastSigns,
    ...right.lastSigns,
    ...left.firstSigns,
    ...right.firstSigns,
    ...numberingFeatures(left, right, { before, after, afterNext }),
    ...numberingOf(before, left),
    ...numberingOf(right, after),
    right.flow.beginsInside,
    left.flow.endsInside,
    left.flow.endsBroken,
    right.flow.beginsInside * left.flow.endsInside,
    ...between,
    ...[before === undefined, after === undefined, left.hasText && right.hasText].map(Number),
    largestOf([similar[0], similar[1], similar[3]]),
    before === undefined ? Number.NaN : before.firstSigns.reduce((sum, sign) => sum + sign, 0),
    Number((left.head.hashes.length === 0) !== (right.head.hashes.length === 0)),
    Number((left.foot.hashes.length === 0) !== (right.foot.hashes.length === 0)),
    ...templateFeatures(similarity, gap, gap + 1),
    ...(details[gap] ?? NO_DETAILS),
    ...(details[gap - 1] ?? NO_DETAILS).slice(0, NEARBY.length),
    ...(details[gap + 1] ?? NO_DETAILS).slice(0, NEARBY.length),
    ...(detailsOver[gap - 1] ?? NO_DETAILS).slice(0, NEARBY.length),
    ...(detailsOver[gap] ?? NO_DETAILS).slice(0, NEARBY.length),
    ...ranked.map((column) => rankAround(column, gap, WINDOW)),
    ...contrasts(pages, gap, gap + 1, WINDOW),
    ...RANKED.map((at) => largestOf([similar[at], over[gap - 1]?.[at], over[gap]?.[at]])),
    counting[gap] === true ? 1 + Number(counting[gap - 1] === true) + Number(counting[gap + 1] === true) : 0,
    countingRun(counting, gap, -1),
    countingRun(counting, gap, 1),
    ...streamColumns(left.numbering, right.numbering, similarity.backwards(gap + 1)),
    ...fontColumns(pages, gap + 1),
    ...formColumns(left, right),
    0,
  ];
}

/**
 * Gaps on that side over which some number increases by one a page, COUNTED at most. Numbers of an archive or a fax
 * machine run through all documents.
 */
function countingRun(counting: readonly boolean[], gap: number, step: -1 | 1): number {
  let length = 0;
  while (length < COUNTED && counting[gap + step * (length + 1)] === true) length += 1;
  return length;
}

const NO_NUMBERING: number[] = NUMBERING_FEATURES.slice(0, 11).map(() => Number.NaN);
const numberingOf = (a: PageView | undefined, b: PageView | undefined): number[] =>
  a === undefined || b === undefined ? NO_NUMBERING : numberingFeatures(a, b).slice(0, 11);

/** This gap's similarities less the mean of the gaps around: in a stream of one template all pages are similar. */
function comparedWithAround(gap: number, here: readonly (readonly number[])[]): number[] {
  return SIMILARITIES.map((_, at) => {
    let [sum, count] = [0, 0];
    for (let other = Math.max(0, gap - AROUND); other <= Math.min(here.length - 1, gap + AROUND); other += 1) {
      const value = here[other]?.[at] ?? Number.NaN;
      if (other === gap || Number.isNaN(value)) continue;
      sum += value;
      count += 1;
    }
    return count === 0 ? Number.NaN : (here[gap]?.[at] ?? Number.NaN) - sum / count;
  });
}

/** The largest number; NaN where none is known. */
export function largestOf(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined && !Number.isNaN(value)) as number[];
  return known.length === 0 ? Number.NaN : Math.max(...known);
}
