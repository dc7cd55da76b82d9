/**
 * The metrics of the benchmarks' own papers and code, by their names, of one stream. Unlike this project's page F1, page
 * metrics count the first page of a stream, which every splitter gets right.
 *
 * MNDD, minimum number of drag and drops: Mungmeeprued et al., DocEng 2022. Their code samples permutations; this is the
 * exact minimum. PQ, SQ, RQ and the variant PQ*: van Heusden et al., ICTIR 2022, and notebooks/metricutils.py of OpenPSS.
 * Kappa: Cohen, 1960. V-measure: Rosenberg and Hirschberg, EMNLP 2007. Rand index: Rand, 1971.
 */

/** Whether a document begins at each page; the first page always begins one. */
export type Begins = readonly boolean[];

/** The documents between the pages at which one begins: `from` inclusive, `to` exclusive. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const spansOf = (begins: Begins): Span[] => {
  const starts = begins.flatMap((is, page) => (is || page === 0 ? [page] : []));
  return starts.map((from, at) => ({ from, to: starts[at + 1] ?? begins.length }));
};

const shared = (a: Span, b: Span): number => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
const length = ({ from, to }: Span): number => to - from;

/** Precision, recall and F1 of the pages that begin a document, 0 to 1. */
export function pageScores(truth: Begins, found: Begins): Record<'precision' | 'recall' | 'f1', number> {
  const both = truth.filter((is, page) => is && found[page] === true).length;
  return scoresOf(both, found.filter(Boolean).length, truth.filter(Boolean).length);
}

/** Precision, recall and F1 of the documents whose pages are exactly right, 0 to 1. */
export function documentScores(truth: Begins, found: Begins): Record<'precision' | 'recall' | 'f1', number> {
  const [actual, predicted] = [spansOf(truth), spansOf(found)];
  const exact = actual.filter((a) => predicted.some((b) => a.from === b.from && a.to === b.to)).length;
  return scoresOf(exact, predicted.length, actual.length);
}

const scoresOf = (both: number, predicted: number, actual: number) => ({
  precision: predicted === 0 ? 0 : both / predicted,
  recall: actual === 0 ? 0 : both / actual,
  f1: predicted + actual === 0 ? 0 : (2 * both) / (predicted + actual),
});

/** Share of the pages whose label (begins a document or not) is right, 0 to 1. */
export const accuracy = (truth: Begins, found: Begins): number =>
  truth.filter((is, page) => is === found[page]).length / truth.length;

/** Agreement of the page labels beyond chance, at most 1; 1 where all labels are equal. */
export function kappa(truth: Begins, found: Begins): number {
  const share = (of: Begins) => of.filter(Boolean).length / of.length;
  const chance = share(truth) * share(found) + (1 - share(truth)) * (1 - share(found));
  return chance === 1 ? 1 : (accuracy(truth, found) - chance) / (1 - chance);
}

/**
 * Least number of pages that must be moved to another document to turn the found documents into the true ones. Found and
 * true documents are assigned one to one so that most pages stay; of contiguous documents, such an assignment crosses
 * no other, so that it is an alignment.
 */
export function mndd(truth: Begins, found: Begins): number {
  const predicted = spansOf(found);
  let best = Array.from({ length: predicted.length + 1 }, () => 0);
  for (const document of spansOf(truth)) {
    const next = [0];
    for (const [at, other] of predicted.entries())
      next.push(Math.max(next[at] ?? 0, best[at + 1] ?? 0, (best[at] ?? 0) + shared(document, other)));
    best = next;
  }
  return truth.length - (best.at(-1) ?? 0);
}

export interface PanopticScores {
  /** PQ = SQ × RQ. */
  readonly pq: number;
  /** Mean intersection over union of the matches; 0 where there are none. */
  readonly sq: number;
  /** F1 of the matches. */
  readonly rq: number;
}

/**
 * @param star  whether documents match by the rule of PQ*: more pages shared than only in the one, and than only in the
 *   other; otherwise where their intersection over union is above 0.5
 */
export function panopticScores(truth: Begins, found: Begins, star: boolean): PanopticScores {
  const [actual, predicted] = [spansOf(truth), spansOf(found)];
  const ious = predicted.flatMap((a) =>
    actual.flatMap((b) => {
      const common = shared(a, b);
      const iou = common / (length(a) + length(b) - common);
      const matches = star ? common > length(a) - common && common > length(b) - common : iou > 0.5;
      return matches ? [iou] : [];
    }),
  );
  const sum = ious.reduce((total, iou) => total + iou, 0);
  const sq = ious.length === 0 ? 0 : sum / ious.length;
  const rq = (2 * ious.length) / (actual.length + predicted.length);
  return { pq: sq * rq, sq, rq };
}

/** How often each pair of a true and a found document occurs, and each of them. */
function contingency(
  truth: readonly string[],
  found: readonly string[],
): Record<'pairs' | 'truth' | 'found', number[]> {
  const counts = (labels: readonly string[]) =>
    [...Map.groupBy(labels, (label) => label).values()].map((of) => of.length);
  return {
    pairs: counts(truth.map((label, page) => `${label}\n${found[page] ?? ''}`)),
    truth: counts(truth),
    found: counts(found),
  };
}

/** Harmonic mean of homogeneity and completeness of the found documents, 0 to 1. Documents need not be contiguous. */
export function vMeasure(truth: readonly string[], found: readonly string[]): number {
  const of = contingency(truth, found);
  const entropy = (counts: readonly number[]) =>
    counts.reduce((sum, count) => sum - (count / truth.length) * Math.log(count / truth.length), 0);
  const [joint, ofTruth, ofFound] = [entropy(of.pairs), entropy(of.truth), entropy(of.found)];
  const homogeneity = ofTruth === 0 ? 1 : 1 - (joint - ofFound) / ofTruth;
  const completeness = ofFound === 0 ? 1 : 1 - (joint - ofTruth) / ofFound;
  const sum = homogeneity + completeness;
  return sum <= 0 ? 0 : (2 * homogeneity * completeness) / sum;
}

/** Share of the pairs of pages that are rightly together or rightly apart, 0 to 1; 1 for one page. */
export function randIndex(truth: readonly string[], found: readonly string[]): number {
  const of = contingency(truth, found);
  const pairs = (n: number) => (n * (n - 1)) / 2;
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + pairs(count), 0);
  const all = pairs(truth.length);
  return all === 0 ? 1 : (all + 2 * sum(of.pairs) - sum(of.truth) - sum(of.found)) / all;
}
