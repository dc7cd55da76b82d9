/**
 * Columns of a gap's row that stage 1 does not read: page-number candidates and similarities to earlier pages, from
 * which the neighbourhood features of stages 2 and 3 are computed. They are part of the rows so that a stream's rows
 * are all that the model needs, whether they are computed from pages, cached, or read from the base features.
 */
import { SIMILARITY_KINDS } from './page-similarity.ts';
import { SIMILARITY_REACH } from './reach.ts';
import type { PageNumbering } from './pages/page-numbering.ts';

/** Largest page number from which the start of its document is computed; longer documents have no such feature. */
export const COUNTED_BACK = 10;

const SIDES = ['left', 'right'] as const;
export const COUNTED_NUMBERS: readonly number[] = Array.from({ length: COUNTED_BACK }, (_, at) => at + 1);

export const STREAM_COLUMNS: readonly string[] = [
  ...SIDES.flatMap((side) => [`${side}_number`, ...COUNTED_NUMBERS.map((number) => `${side}_candidate_${number}`)]),
  ...Array.from({ length: SIMILARITY_REACH }, (_, away) =>
    SIMILARITY_KINDS.map((kind) => `similarity_${away + 1}_back_${kind}`),
  ).flat(),
];

/** One number a name of STREAM_COLUMNS. @param similarities  of the right page, as PageSimilarity.backwards returns */
export const streamColumns = (left: PageNumbering, right: PageNumbering, similarities: Float32Array): number[] => [
  ...numbersOn(left),
  ...numbersOn(right),
  ...similarities,
];

function numbersOn({ number, candidates }: PageNumbering): number[] {
  const numbers = new Set(candidates.map((candidate) => candidate.number));
  return [number ?? Number.NaN, ...COUNTED_NUMBERS.map((wanted) => Number(numbers.has(wanted)))];
}
