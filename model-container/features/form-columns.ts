/**
 * How much of a page's body stands at the same place on the other page. Copies of one form have their labels there, from
 * top to bottom; a page that goes on has at most a head and titles of columns.
 */
import { BODY_BOTTOM, BODY_TOP } from './pages/page-print.ts';
import type { PagePrint } from './pages/page-print.ts';
import type { PageView } from './pages/page-view.ts';

/** Columns of a gap's row: share of the body's bands with labels of both pages, and share of its words that both have. */
export const FORM_COLUMNS = ['labels_down', 'labels_share'] as const;

/** Words of a body below which there is nothing to compare. */
const LEAST_WORDS = 3;
/** Bands of equal height into which the body is divided. */
const BANDS = 8;
/** Largest offset of two sheets on the glass, and difference of a word's place after it; shares of width and height. */
const LARGEST_OFFSET = 0.05;
const [SAME_LEFT, SAME_DOWN] = [0.008, 0.006];
/** Words that both pages have once and near the same place from which the offset is known. */
const LEAST_OFFSETS = 3;
/** Pairs of one word on both pages that are compared: a page may hold thousands of it, which say nothing about a form. */
const MOST_PAIRS = 10_000;

/** One number a name of FORM_COLUMNS for the gap between two pages; NaN where one of them has hardly any words. */
export function formColumns({ print: left }: PageView, { print: right }: PageView): number[] {
  const most = Math.max(left.hashes.length, right.hashes.length);
  if (Math.min(left.hashes.length, right.hashes.length) < LEAST_WORDS) return [Number.NaN, Number.NaN];
  const same = sameWords(left, right, sharedRuns(left, right));
  const labelled = new Set(same.filter((at) => left.lettered[at] === 1).map((at) => bandOf(left, at)));
  const printed = new Set([left, right].flatMap((page) => Array.from(page.down, (_, at) => bandOf(page, at))));
  return [labelled.size / printed.size, same.length / most];
}

const bandOf = ({ down }: PagePrint, at: number): number =>
  Math.floor((BANDS * ((down[at] ?? 0) - BODY_TOP)) / (BODY_BOTTOM - BODY_TOP));

/** Indices of the left page's words that the right page has at the same place, each of its words once. */
function sameWords(left: PagePrint, right: PagePrint, runs: readonly Run[]): number[] {
  const offset = offsetOf(left, right, runs);
  const taken = new Uint8Array(right.hashes.length);
  const same: number[] = [];
  for (const [from, to, otherFrom, otherTo] of runs) {
    if ((to - from) * (otherTo - otherFrom) > MOST_PAIRS) continue;
    for (let at = from; at < to; at += 1)
      for (let other = otherFrom; other < otherTo; other += 1) {
        if (taken[other] === 1) continue;
        const [x, y] = distance(left, at, right, other);
        if (Math.abs(x - offset.x) >= SAME_LEFT || Math.abs(y - offset.y) >= SAME_DOWN) continue;
        taken[other] = 1;
        same.push(at);
        break;
      }
  }
  return same;
}

/** How far the right page's print is moved, by the median of the words that both pages have once; 0 where too few tell it. */
function offsetOf(left: PagePrint, right: PagePrint, runs: readonly Run[]): { x: number; y: number } {
  const offsets = runs
    .filter(([from, to, otherFrom, otherTo]) => to - from === 1 && otherTo - otherFrom === 1)
    .map(([from, , otherFrom]) => distance(left, from, right, otherFrom))
    .filter(([x, y]) => Math.abs(x) < LARGEST_OFFSET && Math.abs(y) < LARGEST_OFFSET);
  return offsets.length < LEAST_OFFSETS
    ? { x: 0, y: 0 }
    : { x: median(offsets.map(([x]) => x)), y: median(offsets.map(([, y]) => y)) };
}

const distance = (left: PagePrint, at: number, right: PagePrint, other: number): [x: number, y: number] => [
  (right.left[other] ?? 0) - (left.left[at] ?? 0),
  (right.down[other] ?? 0) - (left.down[at] ?? 0),
];

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Ranges of words of one text on both pages. */
type Run = readonly [from: number, to: number, otherFrom: number, otherTo: number];

function sharedRuns({ hashes: left }: PagePrint, { hashes: right }: PagePrint): Run[] {
  const runs: Run[] = [];
  let [at, other] = [0, 0];
  while (at < left.length && other < right.length) {
    const [one, two] = [left[at] ?? 0, right[other] ?? 0];
    const [to, otherTo] = [one <= two ? endOfRun(left, at) : at, two <= one ? endOfRun(right, other) : other];
    if (one === two) runs.push([at, to, other, otherTo]);
    [at, other] = [to, otherTo];
  }
  return runs;
}

function endOfRun(hashes: Int32Array, from: number): number {
  let to = from + 1;
  while (to < hashes.length && hashes[to] === hashes[from]) to += 1;
  return to;
}
