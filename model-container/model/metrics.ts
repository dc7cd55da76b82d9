/** How good a split is: definitions and their sources are in docs/model-card.md. */

export interface JudgedStream {
  /** Probability of a split at each gap. */
  readonly probabilities: readonly number[];
  /** 1 where a document ends. */
  readonly labels: readonly number[];
}

export interface SplitQuality {
  readonly streams: number;
  readonly gaps: number;
  readonly documents: number;
  /** F1 of pages that begin a document; the first page of a stream is left out. */
  readonly pageF1: number;
  /** F1 of documents that came out exactly. */
  readonly documentF1: number;
  readonly panopticQuality: number;
  /** Share of streams without any error. */
  readonly wholeStreams: number;
  /** Mean number of pages a stream that a person would have to drag to another document. */
  readonly dragAndDrops: number;
  /** Share of gaps that are decided wrongly. */
  readonly errorRate: number;
  /** Expected calibration error over fifteen equal ranges of probability. */
  readonly calibrationError: number;
}

export function judgeStreams(streams: readonly JudgedStream[], threshold = 0.5): SplitQuality {
  let [hits, predicted, actual, exact, predictedDocuments, documents, overlaps, matched, whole, drags, wrong, gaps] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const { probabilities, labels } of streams) {
    const splits = probabilities.map((p) => (p > threshold ? 1 : 0));
    splits.forEach((split, gap) => {
      const label = labels[gap] ?? 0;
      hits += split & label;
      predicted += split;
      actual += label;
      wrong += split ^ label;
    });
    gaps += labels.length;
    const [found, truth] = [segmentsOf(splits), segmentsOf([...labels])];
    predictedDocuments += found.length;
    documents += truth.length;
    whole += Number(splits.every((split, gap) => split === labels[gap]));
    let kept = 0;
    for (const segment of truth) {
      const shares = found.map((other) => ({ other, shared: Math.max(0, Math.min(segment.to, other.to) - Math.max(segment.from, other.from)) }));
      const best = shares.reduce((most, candidate) => (candidate.shared > most.shared ? candidate : most), { other: segment, shared: 0 });
      const union = segment.to - segment.from + best.other.to - best.other.from - best.shared;
      const iou = best.shared / union;
      if (iou === 1) exact += 1;
      if (iou > 0.5) {
        overlaps += iou;
        matched += 1;
      }
      // Its largest part stays; where two documents share a part, the one with more of it keeps it.
      const rival = truth.some((other) => other !== segment && overlapOf(other, best.other) > best.shared);
      kept += rival ? 0 : best.shared;
    }
    drags += labels.length + 1 - kept;
  }
  return {
    streams: streams.length,
    gaps,
    documents,
    pageF1: ratio(2 * hits, predicted + actual),
    documentF1: ratio(2 * exact, predictedDocuments + documents),
    panopticQuality: ratio(overlaps, matched + 0.5 * (predictedDocuments - matched) + 0.5 * (documents - matched)),
    wholeStreams: whole / streams.length,
    dragAndDrops: drags / streams.length,
    errorRate: wrong / gaps,
    calibrationError: calibrationError(streams),
  };
}

/** 1 where there was nothing to find and nothing was found. */
const ratio = (part: number, of: number): number => (of === 0 ? 1 : part / of);

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

const overlapOf = (a: Segment, b: Segment): number => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));

const RANGES = 15;

function calibrationError(streams: readonly JudgedStream[]): number {
  const ranges = Array.from({ length: RANGES }, () => ({ gaps: 0, stated: 0, splits: 0 }));
  let gaps = 0;
  for (const { probabilities, labels } of streams) {
    probabilities.forEach((p, gap) => {
      const range = ranges[Math.min(RANGES - 1, Math.floor(p * RANGES))];
      if (range === undefined) return;
      range.gaps += 1;
      range.stated += p;
      range.splits += labels[gap] ?? 0;
      gaps += 1;
    });
  }
  return ranges.reduce((sum, range) => sum + Math.abs(range.stated - range.splits), 0) / Math.max(1, gaps);
}

export interface ReviewRow {
  readonly threshold: number;
  /** Share of gaps with a confidence at or below the threshold. */
  readonly reviewed: number;
  /** Share of those that are wrong. */
  readonly wrongAmongReviewed: number;
  /** Share of all gaps that are wrong and not looked at. */
  readonly errorLeft: number;
}

/** What looking at the less certain gaps, and correcting them, costs and leaves. */
export function reviewTable(streams: readonly JudgedStream[], thresholds: readonly number[] = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99]): ReviewRow[] {
  const decisions = streams.flatMap(({ probabilities, labels }) =>
    probabilities.map((p, gap) => ({ confidence: Math.abs(2 * p - 1), wrong: Number(p > 0.5) === labels[gap] ? 0 : 1 })),
  );
  return thresholds.map((threshold) => {
    const reviewed = decisions.filter(({ confidence }) => confidence <= threshold);
    const wrong = (of: typeof decisions) => of.reduce((sum, decision) => sum + decision.wrong, 0);
    return {
      threshold,
      reviewed: reviewed.length / decisions.length,
      wrongAmongReviewed: reviewed.length === 0 ? 0 : wrong(reviewed) / reviewed.length,
      errorLeft: (wrong(decisions) - wrong(reviewed)) / decisions.length,
    };
  });
}
