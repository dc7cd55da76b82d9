/** What each document of a judged stream adds to the figures: sums, so that a document can count twice, or not at all. */

export interface ScoredStream {
  /** Probability of a split at each gap. */
  readonly probabilities: readonly number[];
  /** 1 where a document ends. */
  readonly labels: readonly number[];
}

/** Equal ranges of probability for the expected calibration error. */
const RANGES = 15;

/** Of one document in one stream, or of many together. A gap belongs to the document of the page after it. */
export interface Tally {
  gaps: number;
  wrong: number;
  /** Gaps that are decided to be boundaries, that are some, and that are both. */
  predicted: number;
  actual: number;
  truePositives: number;
  documents: number;
  /** Documents that were found and begin in it. */
  found: number;
  exact: number;
  /** Intersection over union with what was found of it, where that is more than one half. */
  overlap: number;
  /** Pages that a person would have to drag to another document. */
  movedPages: number;
  /** By range of probability: what was stated in all, less what were boundaries. */
  readonly excess: Float64Array;
}

export const emptyTally = (): Tally => ({
  gaps: 0,
  wrong: 0,
  predicted: 0,
  actual: 0,
  truePositives: 0,
  documents: 0,
  found: 0,
  exact: 0,
  overlap: 0,
  movedPages: 0,
  excess: new Float64Array(RANGES),
});

const COUNTS = [
  'gaps',
  'wrong',
  'stated',
  'actual',
  'hits',
  'documents',
  'found',
  'exact',
  'overlap',
  'drags',
] as const;

export function addTally(to: Tally, tally: Tally, times = 1): void {
  for (const count of COUNTS) to[count] += times * tally[count];
  for (let range = 0; range < RANGES; range += 1)
    to.excess[range] = (to.excess[range] ?? 0) + times * (tally.excess[range] ?? 0);
}

/** One a document, in the order of the stream. */
export function tallyStream({ probabilities, labels }: ScoredStream, threshold: number): Tally[] {
  const splits = probabilities.map((p) => (p > threshold ? 1 : 0));
  const [found, truth] = [segmentsOf(splits), segmentsOf(labels)];
  return truth.map((segment) => {
    const tally = {
      ...emptyTally(),
      documents: 1,
      found: found.filter(({ from }) => from >= segment.from && from < segment.to).length,
    };
    for (let gap = Math.max(0, segment.from - 1); gap < segment.to - 1; gap += 1)
      countGap(tally, probabilities[gap] ?? 0, splits[gap] ?? 0, labels[gap] ?? 0);
    const best = mostSharedWith(segment, found);
    const overlap = best.shared / (segment.to - segment.from + best.other.to - best.other.from - best.shared);
    tally.exact = Number(overlap === 1);
    tally.overlap = overlap > 0.5 ? overlap : 0;
    // Its largest part stays; where two documents share a part, the one with more of it keeps it.
    const rival = truth.some((other) => other !== segment && sharedBy(other, best.other) > best.shared);
    tally.movedPages = segment.to - segment.from - (rival ? 0 : best.shared);
    return tally;
  });
}

function countGap(tally: Tally, probability: number, split: number, label: number): void {
  tally.gaps += 1;
  tally.wrong += split ^ label;
  tally.predicted += split;
  tally.actual += label;
  tally.truePositives += split & label;
  const range = Math.min(RANGES - 1, Math.floor(probability * RANGES));
  tally.excess[range] = (tally.excess[range] ?? 0) + probability - label;
}

/** Pages of a document: from, and before to. */
interface Segment {
  readonly from: number;
  readonly to: number;
}

function segmentsOf(splits: readonly number[]): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (let page = 1; page <= splits.length + 1; page += 1) {
    if (page <= splits.length && splits[page - 1] === 0) continue;
    segments.push({ from, to: page });
    from = page;
  }
  return segments;
}

const mostSharedWith = (
  segment: Segment,
  found: readonly Segment[],
): { readonly other: Segment; readonly shared: number } =>
  found
    .map((other) => ({ other, shared: sharedBy(segment, other) }))
    .reduce((most, candidate) => (candidate.shared > most.shared ? candidate : most), { other: segment, shared: 0 });

const sharedBy = (a: Segment, b: Segment): number => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
