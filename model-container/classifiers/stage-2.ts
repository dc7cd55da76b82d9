/**
 * What the second look is told about a gap: what the first look said of the gaps around it, and with that what the first
 * look could not ask. Does the page after the gap look like pages that probably begin documents, or like those inside
 * them? Does it look like the document before the gap, all of it, and the page before like the document after? Do page
 * numbers count on from where that document probably began? In a pile of one sender neighbours are always alike; there
 * this tells most. And are there separator sheets around? Who puts them in puts them behind every document. (Two-stage stacking of a sequence: Cohen and Carvalho, "Stacked sequential learning", IJCAI 2005.)
 */
import { FEATURE_NAMES } from '../features/gap-features.ts';
import { NEAR_REACH } from '../features/page-similarity.ts';
import { tellOfGaps, TOLD_NAMES } from '../features/neighbourhood-features.ts';

export const SECOND_LOOK_NAMES: readonly string[] = [...TOLD_NAMES, ...FEATURE_NAMES];

/**
 * One row of SECOND_LOOK_NAMES.length numbers a gap; blank pages are none of the stream, and their gaps are told nothing.
 * @param rows of one stream, as `gapFeatures` yields them
 * @param said  the first look's log-odds of a split, one a gap
 */
export const secondLook = (rows: readonly Float32Array[], said: readonly number[]): Float32Array[] =>
  tellOfGaps(rows, said, NEAR_REACH, SECOND_LOOK_NAMES.length, (stream, at, _gap, row) => [
    ...stream.told(at),
    ...row.subarray(0, FEATURE_NAMES.length),
  ]);
