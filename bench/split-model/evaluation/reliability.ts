/** How often the gaps of a stated probability are boundaries: the reliability of the split model's probabilities. */
import { BINS, binOf } from '../../../model-container/evaluation/stream-tally.ts';

/** A gap with its calibrated probability of a boundary, 0 to 1, and its label: 1 where a document ends. */
export interface StatedGap {
  readonly probability: number;
  readonly label: number;
}

/** The gaps whose probability is at or above `from` and below `to`; the last bin includes 1. */
export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly gaps: number;
  /** Mean of the probabilities, and share of the gaps that are boundaries; null without gaps. */
  readonly stated: number | null;
  readonly observed: number | null;
}

/** How many boundaries a slice of the gaps is said to have, how many it has, and its bins, the lowest first. */
export interface Reliability {
  readonly gaps: number;
  /** Sum of the probabilities. */
  readonly stated: number;
  readonly boundaries: number;
  readonly bins: readonly ReliabilityBin[];
}

export function reliabilityOf(gaps: readonly StatedGap[]): Reliability {
  const byBin = Map.groupBy(gaps, ({ probability }) => binOf(probability));
  return {
    gaps: gaps.length,
    stated: sumOf(gaps, ({ probability }) => probability),
    boundaries: sumOf(gaps, ({ label }) => label),
    bins: Array.from({ length: BINS }, (_, bin) => {
      const of = byBin.get(bin) ?? [];
      const mean = (sum: number) => (of.length === 0 ? null : sum / of.length);
      return {
        from: bin / BINS,
        to: (bin + 1) / BINS,
        gaps: of.length,
        stated: mean(sumOf(of, ({ probability }) => probability)),
        observed: mean(sumOf(of, ({ label }) => label)),
      };
    }),
  };
}

const sumOf = (gaps: readonly StatedGap[], value: (gap: StatedGap) => number): number =>
  gaps.reduce((sum, gap) => sum + value(gap), 0);

/** A slice as lines of text: one of its boundaries, and one of each bin that has gaps. */
export function formatReliability(name: string, { gaps, stated, boundaries, bins }: Reliability): string[] {
  const share = (value: number | null) => (value ?? 0).toFixed(3);
  return [
    `${name}: ${gaps} gaps, ${stated.toFixed(0)} boundaries stated, ${boundaries} observed`,
    ...bins
      .filter((bin) => bin.gaps > 0)
      .map(
        (bin) =>
          `  ${bin.from.toFixed(2)} to ${bin.to.toFixed(2)}: stated ${share(bin.stated)}, observed ${share(bin.observed)}, ${bin.gaps} gaps`,
      ),
  ];
}
