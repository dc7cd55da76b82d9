/**
 * What the third look is told about a gap: what the second is told of the pages around, over twice the reach and from what the second look said, and beside that what the page's twin in
 * the pile says. The issues of a newsletter begin alike, and they are longer than the second look's reach.
 */
import { LIKENESS_REACH } from '../features/page-similarity.ts';
import { tellOfGaps, TOLD_NAMES, TWIN_NAMES } from '../features/neighbourhood-features.ts';
import type { Trees } from './trees.ts';

export const THIRD_LOOK_NAMES: readonly string[] = [...TOLD_NAMES, ...TWIN_NAMES, 'said_at_first'];

/** What says by how much the log-odds of the first two looks are off. */
export interface ThirdLook {
  /** What the second look's log-odds count for, above 0. */
  readonly sureness: number;
  /** What they add to that; asked with rows of THIRD_LOOK_NAMES. */
  readonly trees: Trees;
}

/**
 * One row of THIRD_LOOK_NAMES.length numbers a gap; blank pages are none of the stream, and their gaps are told nothing.
 * @param rows  of one stream, as `gapFeatures` yields them
 * @param first  the first look's log-odds of a split, one a gap
 * @param second  the second look's
 */
export const thirdLook = (
  rows: readonly Float32Array[],
  first: readonly number[],
  second: readonly number[],
): Float32Array[] =>
  tellOfGaps(rows, second, LIKENESS_REACH, THIRD_LOOK_NAMES.length, (stream, at, gap) => [
    ...stream.told(at),
    ...stream.twins(at),
    first[gap] ?? Number.NaN,
  ]);
