/**
 * What each document of a scored stream contributes to the metrics. Contributions are sums, so that the bootstrap can
 * weight documents.
 */

export interface ScoredStream {
  /** Probability of a split at each gap. */
  readonly probabilities: readonly number[];
  /** 1 where a document ends. */
  readonly labels: readonly number[];
}

/** Bins of equal width of the probabilities, for the expected calibration error. */
export const BINS = 15;

/** Index of the bin of a probability, from 0; the last bin includes 1. */
export const binOf = (probability: number): number => Math.min(BINS - 1, Math.floor(probability * BINS));

/** Counts of one document in one stream, or sums of several. A gap belongs to the document of the page after it. */
export interface Tally {
  gaps: number;
  wrong: number;
  /** Gaps that are predicted to be boundaries, gaps that are boundaries, and gaps that are both. */
  predicted: number;
  actual: number;
  truePositives: number;
  documents: number;
  /** Predicted documents that begin within the document. */
  predictedDocuments: number;
  exactDocuments: number;
  /** Intersection over union with the best predicted document where that is above 0.5, else 0. */
  overlap: number;
  /** Pages that a person would have to move to another document. */
  movedPages: number;
  /** For each bin of probability: sum of the probabilities minus the number of boundaries. */
  readonly calibrationGap: Float64Array;
}

export const emptyTally = (): Tally => ({
  gaps: 0,
  wrong: 0,
  predicted: 0,
  actual: 0,
  truePositives: 0,
  documents: 0,
  predictedDocuments: 0,
  exactDocuments: 0,
  overlap: 0,
  movedPages: 0,
  calibrationGap: new Float64Array(BINS),
});

const COUNTS = [
  'gaps',
  'wrong',
  'predicted',
  'actual',
  'truePositives',
  'documents',
  'predictedDocuments',
  'exactDocuments',
  'overlap',
  'movedPages',
] as const;

export function addTally(to: Tally, tally: Tally, times = 1): void {
  for (const count of COUNTS) to[count] += times * tally[count];
  for (let bin = 0; bin < BINS; bin += 1)
    to.calibrationGap[bin] = (to.calibrationGap[bin] ?? 0) + times * (tally.calibrationGap[bin] ?? 0);
}

/** One tally per document, in the order of the stream. */
export function tallyStream({ probabilities, labels }: ScoredStream, threshold: number): Tally[] {
  const splits = probabilities.map((p) => (p > threshold ? 1 : 0));
  const [found, truth] = [segmentsOf(splits), segmentsOf(labels)];
  return truth.map((segment) => {
    const tally = {
      ...emptyTally(),
      documents: 1,
      predictedDocuments: found.filter(({ from }) => from >= segment.from && from < segment.to).length,
    };
    for (let gap = Math.max(0, segment.from - 1); gap < segment.to - 1; gap += 1)
      countGap(tally, probabilities[gap] ?? 0, splits[gap] ?? 0, labels[gap] ?? 0);
    const best = bestMatch(segment, found);
    const overlap = best.shared / (segment.to - segment.from + best.other.to - best.other.from - best.shared);
    tally.exactDocuments = Number(overlap === 1);
    tally.overlap = overlap > 0.5 ? overlap : 0;
    // The largest part stays in place. Where two documents share a predicted document, the one with more pages keeps
    // it.
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
  const bin = binOf(probability);
  tally.calibrationGap[bin] = (tally.calibrationGap[bin] ?? 0) + probability - label;
}

/** Pages of a document: `from` inclusive, `to` exclusive, from 0. */
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

const bestMatch = (segment: Segment, found: readonly Segment[]): { readonly other: Segment; readonly shared: number } =>
  found
    .map((other) => ({ other, shared: sharedBy(segment, other) }))
    .reduce((most, candidate) => (candidate.shared > most.shared ? candidate : most), { other: segment, shared: 0 });

const sharedBy = (a: Segment, b: Segment): number => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
