/** Features from the details of the pages on both sides of a gap: repeated lines, dates, titles and section numbers. */
import type { PageDetails } from '../pages/page-details.ts';
import type { PageView } from '../pages/page-view.ts';
import { cosine } from '../pages/shingles.ts';

export const DETAIL_FEATURES = [
  'lines_same',
  'lines_counting',
  'lines_changed',
  'numbers_changed_share',
  'dates_shared',
  'dates_differ',
  'title_same',
  'title_only_right',
  'title_size_difference',
  'sections_continue',
  'sections_restart',
  'right_section_is_one',
] as const;

/** One number a name of DETAIL_FEATURES; NaN for what the pages do not determine. */
export function detailFeatures(left: PageView, right: PageView): number[] {
  const [a, b] = [left.details, right.details];
  const { same, counting, changed } = compareLines(a, b);
  const dated = a.dates.size > 0 && b.dates.size > 0;
  const shared = [...a.dates].filter((date) => b.dates.has(date)).length;
  const step = sectionStep(a.lastSection, b.firstSection);
  return [
    Math.log1p(same),
    Math.log1p(counting),
    Math.log1p(changed),
    same + changed === 0 ? Number.NaN : changed / (same + changed),
    dated ? Math.min(3, shared) : Number.NaN,
    dated ? Number(shared === 0) : Number.NaN,
    cosine(a.title, b.title),
    Number(a.title.total === 0 && b.title.total > 0),
    b.titleSize - a.titleSize,
    Number(step === 'on'),
    Number(step === 'back'),
    Number((b.firstSection[0] ?? 0) === 1 && (b.firstSection[1] ?? 1) === 1),
  ];
}

/**
 * Counts the lines at the edges of both pages that are equal but for digits: those with the same numbers, those with
 * one number that increases by one, and all others.
 */
function compareLines(a: PageDetails, b: PageDetails): { same: number; counting: number; changed: number } {
  const found = { same: 0, counting: 0, changed: 0 };
  for (const [text, numbers] of b.edgeLines) {
    const before = a.edgeLines.get(text);
    if (before === undefined) continue;
    const steps = numbers.map((number, at) => number - (before[at] ?? 0)).filter((step) => step !== 0);
    // A short line without numbers is weak evidence.
    if (steps.length === 0) found.same += numbers.length > 0 || text.length > 8 ? 1 : 0.5;
    else if (steps.length === 1 && steps[0] === 1) found.counting += 1;
    else found.changed += 1;
  }
  return found;
}

/** `on`: the right page's first section follows the left page's last one closely; `back`: it comes before it. */
function sectionStep(last: readonly number[], first: readonly number[]): 'on' | 'back' | 'unknown' {
  if (last.length === 0 || first.length === 0) return 'unknown';
  for (let level = 0; level < Math.max(last.length, first.length); level += 1) {
    const step = (first[level] ?? 0) - (last[level] ?? 0);
    if (step !== 0) return step < 0 ? 'back' : step <= 2 ? 'on' : 'unknown';
  }
  return 'unknown';
}
