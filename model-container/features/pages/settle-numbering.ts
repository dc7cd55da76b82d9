/**
 * Disambiguates page numbers by the pages around: of all candidates in the head and the foot, a page's number is the
 * one that increases by one from page to page in the same place, whatever text is next to it ("48 Annual report",
 * "Minutes of 4 May # 2/5", "A-7").
 */
import type { Candidate, PageNumbering } from './page-numbering.ts';

/** Pages on either side whose candidates support a page's candidate. The adjacent ones have twice the weight. */
const STEPS = [
  { step: -1, weight: 2 },
  { step: 1, weight: 2 },
  { step: -2, weight: 1 },
  { step: 2, weight: 1 },
] as const;
/** Support from an adjacent page, at which a candidate is part of a sequence. */
const SEQUENCE_SUPPORT = 2;
/** Tolerances of a position in shares of the page: scanned pages are shifted against each other. */
const SAME_ACROSS = 0.06;
const SAME_DOWN = 0.04;

/** @returns the numbering of each page; a number that is given with a total stays */
export const settleNumbering = (pages: readonly PageNumbering[]): PageNumbering[] =>
  pages.map((page, at) => (page.total === null ? settled(page, at, pages) : page));

function settled(page: PageNumbering, at: number, pages: readonly PageNumbering[]): PageNumbering {
  let best: Supported | undefined;
  for (const candidate of page.candidates) {
    const found = {
      candidate,
      support: STEPS.reduce(
        (sum, { step, weight }) => (supports(pages[at + step], candidate, step) ? sum + weight : sum),
        0,
      ),
    };
    if (found.support > 0 && (best === undefined || isBetter(found, best))) best = found;
  }
  if (best === undefined || (best.candidate.number === page.number && best.candidate.roman === page.roman)) return page;
  const { number, total, roman } = best.candidate;
  return { ...page, number, total, roman, strength: total === null ? 'bare' : 'stated' };
}

interface Supported {
  readonly candidate: Candidate;
  readonly support: number;
}

/**
 * Of two candidates that are both part of a sequence, the smaller one is the document's: numbers of an archive or a fax
 * machine run through all documents. On the first and the last page of a document only one side supports its number.
 */
function isBetter(one: Supported, other: Supported): boolean {
  const bothInSequence = one.support >= SEQUENCE_SUPPORT && other.support >= SEQUENCE_SUPPORT;
  return bothInSequence && one.candidate.number !== other.candidate.number
    ? one.candidate.number < other.candidate.number
    : one.support > other.support;
}

const supports = (page: PageNumbering | undefined, candidate: Candidate, step: number): boolean =>
  page?.candidates.some(
    (other) =>
      other.number === candidate.number + step &&
      other.total === candidate.total &&
      other.roman === candidate.roman &&
      inSamePlace(candidate, other),
  ) === true;

/** Odd and even pages carry their numbers on opposite sides. */
const inSamePlace = (one: Candidate, other: Candidate): boolean =>
  Math.abs(one.down - other.down) <= SAME_DOWN &&
  Math.min(Math.abs(one.across - other.across), Math.abs(one.across - (1 - other.across))) <= SAME_ACROSS;
