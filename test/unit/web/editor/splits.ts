/** Splits for the tests of the editor. */
import type { ServedGap, ServedSplit, Split } from '../../../../web/src/editor/split/split.ts';

/** Documents of so many pages each; the boundaries and joins have the given confidences, or 0.99. */
export const servedSplit = (
  lengths: readonly number[],
  confidences: Readonly<Record<number, number>> = {},
  names: Readonly<Record<number, string>> = {},
): ServedSplit => {
  const ends = new Set<number>();
  let pages = 0;
  for (const length of lengths) {
    pages += length;
    ends.add(pages - 1);
  }
  return {
    pages: Array.from({ length: pages }, (_, index) => ({ page: index + 1, crop: 1 })),
    gaps: Array.from({ length: pages - 1 }, (_, gap): ServedGap => ({
      split: ends.has(gap),
      confidence: confidences[gap] ?? 0.99,
      decidedBy: 'model',
      proposed: null,
    })),
    names: new Map(Object.entries(names).map(([start, name]) => [Number(start), name])),
  };
};

/** Pages of each document. */
export const lengthsOf = ({ splits }: Split): number[] => {
  const lengths = [1];
  for (const split of splits) {
    if (split) lengths.push(1);
    else lengths.push((lengths.pop() ?? 0) + 1);
  }
  return lengths;
};
