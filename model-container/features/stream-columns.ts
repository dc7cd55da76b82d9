/**
 * What a row of features holds beside the first look's own: what the second look needs to know of the pages around.
 * It stands in the rows so that a stream's rows are all that a model is asked with, whether they come from pages, from a
 * cache or from the base features.
 */
import { LIKENESS_KINDS, LIKENESS_REACH } from './page-similarity.ts';
import type { PageNumbering } from './pages/page-numbering.ts';

/** Page numbers that are looked for backwards: a document that is longer is not counted back to its start. */
export const COUNTED_BACK = 10;

const SIDES = ['left', 'right'] as const;
export const COUNTED_NUMBERS: readonly number[] = Array.from({ length: COUNTED_BACK }, (_, at) => at + 1);

export const STREAM_COLUMNS: readonly string[] = [
  ...SIDES.flatMap((side) => [`${side}_number`, ...COUNTED_NUMBERS.map((number) => `${side}_says_${number}`)]),
  ...Array.from({ length: LIKENESS_REACH }, (_, away) =>
    LIKENESS_KINDS.map((kind) => `like_${away + 1}_back_${kind}`),
  ).flat(),
];

/** One number a name of STREAM_COLUMNS. */
export const streamColumns = (left: PageNumbering, right: PageNumbering, likeness: Float32Array): number[] => [
  ...numbersOn(left),
  ...numbersOn(right),
  ...likeness,
];

function numbersOn({ number, candidates }: PageNumbering): number[] {
  const said = new Set(candidates.map((candidate) => candidate.number));
  return [number ?? Number.NaN, ...COUNTED_NUMBERS.map((wanted) => Number(said.has(wanted)))];
}
