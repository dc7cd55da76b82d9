/** How sure a figure is: it is computed again on samples of the documents, drawn with replacement. */
import { seededRandom } from './random.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A decided gap; `document` is that of the page after it. */
export interface OwnedGap {
  readonly document: string;
  readonly split: boolean;
  /** 1 where a document ends. */
  readonly label: number;
}

/**
 * The middle 95 % of page F1 over `rounds` samples of as many documents. Gaps of one document go together, in however
 * many streams it stands: streams share documents, so that samples of streams would promise too much.
 */
export function bootstrapByDocument(gaps: readonly OwnedGap[], seed: number, rounds = 400): Interval {
  const counts = [...Map.groupBy(gaps, (gap) => gap.document).values()].map((of) => ({
    hits: of.filter(({ split, label }) => split && label === 1).length,
    stated: of.filter(({ split }) => split).length,
    actual: of.filter(({ label }) => label === 1).length,
  }));
  if (counts.length === 0) return { low: Number.NaN, high: Number.NaN };
  const random = seededRandom(seed);
  const figures = Array.from({ length: rounds }, () => {
    let [hits, both] = [0, 0];
    for (let drawn = 0; drawn < counts.length; drawn += 1) {
      const { hits: own, stated, actual } = random.pick(counts);
      hits += own;
      both += stated + actual;
    }
    return both === 0 ? 1 : (2 * hits) / both;
  }).sort((a, b) => a - b);
  const at = (share: number) => figures[Math.min(rounds - 1, Math.floor(share * rounds))] ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}
