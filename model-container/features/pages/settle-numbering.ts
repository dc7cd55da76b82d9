/**
 * Page numbers in the light of the pages around: of all small numbers in head and foot the one that goes up by one from page to
 * page, in its place, is the page's number, whatever stands beside it ("48 Annual report", "Minutes of 4 May # 2/5", "A-7").
 */
import type { Candidate, PageNumbering } from './page-numbering.ts';

/** Pages on either side whose numbers support a page's own: the nearer ones count twice. */
const STEPS = [
  { step: -1, say: 2 },
  { step: 1, say: 2 },
  { step: -2, say: 1 },
  { step: 2, say: 1 },
] as const;
/** What the neighbours of one side say, of those that are nearest. */
const COUNTS_TOO = 2;
/** Shares of the page within which a number stands in the same place: a scanner does not put every page on the same spot. */
const SAME_ACROSS = 0.06;
const SAME_DOWN = 0.04;

/** @returns the numbering of each page; a number that a page states with a total stays */
export const settleNumbering = (pages: readonly PageNumbering[]): PageNumbering[] =>
  pages.map((page, at) => (page.total === null ? settled(page, at, pages) : page));

function settled(page: PageNumbering, at: number, pages: readonly PageNumbering[]): PageNumbering {
  let best: Supported | undefined;
  for (const candidate of page.candidates) {
    const found = {
      candidate,
      support: STEPS.reduce((sum, { step, say }) => (supports(pages[at + step], candidate, step) ? sum + say : sum), 0),
    };
    if (found.support > 0 && (best === undefined || isRather(found, best))) best = found;
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
 * Where two numbers count, the smaller is the document's: what an archive or a fax machine counts runs through all documents. On a document's first and last page
 * its own number has the neighbours of one side alone behind it.
 */
function isRather(one: Supported, other: Supported): boolean {
  const bothCount = one.support >= COUNTS_TOO && other.support >= COUNTS_TOO;
  return bothCount && one.candidate.number !== other.candidate.number
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
