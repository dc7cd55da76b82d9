/** Features from the page numbers on both sides of a gap. */
import type { PageNumbering } from '../pages/page-numbering.ts';
import type { PageView } from '../pages/page-view.ts';

export const NUMBERING_FEATURES = [
  'stated_continues',
  'stated_restarts',
  'stated_jumps',
  'totals_equal',
  'totals_differ',
  'left_is_last',
  'left_is_not_last',
  'bare_continues',
  'bare_restarts',
  'right_is_one',
  'right_is_above_one',
  'left_numbered',
  'right_numbered',
  'weak_continues',
  'weak_continues_in_place',
  'next_is_two',
  'next_is_above_two',
  'after_next_is_three',
  'leaders_continue',
  'leaders_restart',
  'numbering_score',
  'next_continues',
  'next_total_differs',
  'before_continues',
  'before_total_differs',
  'numerals_change',
] as const;

interface PagesAround {
  readonly before?: PageView | undefined;
  readonly after?: PageView | undefined;
  readonly afterNext?: PageView | undefined;
}

/** One number a name of NUMBERING_FEATURES. */
export function numberingFeatures(
  left: PageView,
  right: PageView,
  { before, after, afterNext }: PagesAround = {},
): number[] {
  const [a, b] = [left.numbering, right.numbering];
  const stated = a.strength === 'stated' && b.strength === 'stated';
  const change = numeralsChange(a, b);
  const known = a.number !== null && b.number !== null && !change;
  const step = (b.number ?? 0) - (a.number ?? 0);
  const flags = [
    stated && step === 1,
    stated && b.number === 1 && (a.number ?? 0) >= 1,
    stated && step !== 1 && b.number !== 1,
    a.total !== null && a.total === b.total,
    totalsDiffer(a, b),
    a.total !== null && a.number === a.total,
    a.total !== null && a.number !== a.total,
    known && !stated && step === 1,
    known && !stated && b.number === 1,
    b.number === 1,
    (b.number ?? 0) > 1,
    a.number !== null,
    b.number !== null,
    weaklyContinues(a, b, 1),
    weaklyContinues(a, b, 0.04),
    has(after, 2),
    (after?.numbering.number ?? 0) > 2,
    has(afterNext, 3),
    right.flow.firstLeader > 1 && right.flow.firstLeader === left.flow.lastLeader + 1,
    right.flow.firstLeader === 1 && left.flow.lastLeader > 1,
  ];
  return [
    ...flags.map(Number),
    numberingScore(a, b),
    ...acrossPage(a, after?.numbering),
    ...acrossPage(before?.numbering, b),
    Number(change),
  ];
}

/**
 * For two pages with one between them, which may be unnumbered: whether their numbers continue, and their totals
 * differ.
 */
function acrossPage(a: PageNumbering | undefined, b: PageNumbering | undefined): number[] {
  const [from, to] = [a?.number ?? null, b?.number ?? null];
  return [
    from === null || to === null ? Number.NaN : Number(to === from + 2 && !totalsDiffer(a, b)),
    Number(totalsDiffer(a, b)),
  ];
}

function totalsDiffer(a: PageNumbering | undefined, b: PageNumbering | undefined): boolean {
  const [total, other] = [a?.total ?? null, b?.total ?? null];
  return total !== null && other !== null && total !== other;
}

/** Front matter has Roman numerals, the text after it begins with page 1. */
const numeralsChange = (a: PageNumbering, b: PageNumbering): boolean =>
  a.number !== null && b.number !== null && a.roman !== b.roman;

/**
 * A hand-made score from 3 (certainly a new document) to −3 (certainly the same document). It is a feature of its own
 * because few training documents state their page numbers.
 */
function numberingScore(a: PageNumbering, b: PageNumbering): number {
  if (a.number === null || b.number === null) {
    if (a.number !== null && a.total !== null) return a.number === a.total ? 1 : -1;
    return b.number === null ? 0 : b.number === 1 ? 1 : -0.5;
  }
  if (numeralsChange(a, b)) return 0;
  const stated = a.strength === 'stated' && b.strength === 'stated';
  const differ = totalsDiffer(a, b);
  if (b.number === a.number + 1 && !differ) return stated ? (a.total === null ? -2 : -3) : -1;
  if (b.number === 1) return stated ? (a.total === null || a.number === a.total || differ ? 3 : 2) : 1.5;
  if (stated && differ) return 2;
  return weaklyContinues(a, b, 0.04) ? -0.5 : 0.5;
}

const has = (page: PageView | undefined, number: number): boolean =>
  page !== undefined &&
  (page.numbering.number === number || page.numbering.candidates.some((candidate) => candidate.number === number));

/** Whether a page-number candidate increases by one within a distance of `tolerance` (share of the page's size). */
export function weaklyContinues(a: PageNumbering, b: PageNumbering, tolerance: number): boolean {
  return a.candidates.some((here) =>
    b.candidates.some((there) => {
      // Odd and even pages carry their numbers on opposite sides.
      const across = Math.min(Math.abs(here.across - there.across), Math.abs(here.across - (1 - there.across)));
      return (
        there.number === here.number + 1 &&
        there.roman === here.roman &&
        across <= tolerance &&
        Math.abs(here.down - there.down) <= tolerance
      );
    }),
  );
}
