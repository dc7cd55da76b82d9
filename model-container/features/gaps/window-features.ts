/** How a gap and its pages compare with the stream around them: what is odd here may be the rule there. */
import type { PageView } from '../pages/page-view.ts';
import { PAGE_MEASURES } from '../pages/page-view.ts';

const MEASURES = (
  [
    'top',
    'bottom',
    'largest_size',
    'largest_down',
    'fill',
    'ink',
    'log_words',
    'body_size',
    'upper_text',
    'digits',
    'capitals',
  ] as const
).map((name) => PAGE_MEASURES.indexOf(name));

export const CONTRASTS: readonly string[] = [
  ...MEASURES.map((at) => `left_unusual_${PAGE_MEASURES[at] ?? ''}`),
  ...MEASURES.map((at) => `right_unusual_${PAGE_MEASURES[at] ?? ''}`),
];

/** Measures of both pages less the mean of the pages at most `reach` away. */
export function contrasts(pages: readonly PageView[], left: number, right: number, reach: number): number[] {
  return [left, right].flatMap((page) =>
    MEASURES.map((measure) => (pages[page]?.measures[measure] ?? Number.NaN) - meanAround(pages, page, measure, reach)),
  );
}

function meanAround(pages: readonly PageView[], page: number, measure: number, reach: number): number {
  let [sum, count] = [0, 0];
  for (let at = Math.max(0, page - reach); at <= Math.min(pages.length - 1, page + reach); at += 1) {
    const value = pages[at]?.measures[measure] ?? Number.NaN;
    if (at === page || Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? Number.NaN : sum / count;
}

/** Share of the gaps at most `reach` away whose value is below this one's, ties counted half; NaN where there is none to compare with. */
export function rankAround(values: readonly number[], gap: number, reach: number): number {
  const own = values[gap] ?? Number.NaN;
  if (Number.isNaN(own)) return Number.NaN;
  let [below, count] = [0, 0];
  for (let at = Math.max(0, gap - reach); at <= Math.min(values.length - 1, gap + reach); at += 1) {
    const value = values[at] ?? Number.NaN;
    if (at === gap || Number.isNaN(value)) continue;
    below += value < own ? 1 : value === own ? 0.5 : 0;
    count += 1;
  }
  return count === 0 ? Number.NaN : below / count;
}
