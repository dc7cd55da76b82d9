/** Follows the lines of text across a page, bent as they are, through narrow strips of its ink mask. */
import type { InkMask } from '../layout/ink-mask.ts';

/** Distance of the strips, in mask pixels (2.7 mm). A strip is twice as wide: a few letters, which hardly descend. */
const STEP = 8;
/** Rows to each side of a row that its smoothed profile is made of. */
const SMOOTH = 2;
/** Rows to each side within which a line is the strongest. */
const APART = 3;
/** Ink of a strip from which a row may be that of a line: weighted pixels of five rows. */
const MIN_INK = 14;
/** Mask pixels by which a line may be off from where it is expected in the next strip. */
const TOLERANCE = 2.5;
/** Strips without ink that a line crosses: a wide gap between words (13 mm). */
const MAX_GAP = 5;
/** Strips from which the slope of a line is measured. */
const SLOPE_STRIPS = 5;
/** Strips of the shortest line that is kept (3 cm). */
const MIN_STRIPS = 11;

/** A line of text, or a part of one, from left to right; in mask pixels from the middle of the page, without its skew. */
export interface TracedLine {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

interface Trace {
  readonly xs: number[];
  readonly ys: number[];
  strip: number;
}

/**
 * Returns the lines of a page.
 * @param skew  degrees clockwise by which they descend to the right in the mean
 */
export function traceLines(mask: InkMask, skew: number): TracedLine[] {
  const strips = stripsOf(mask, skew);
  const smoothed = new Float32Array(strips.rows);
  const finished: Trace[] = [];
  let open: Trace[] = [];
  for (let strip = 0; strip + 1 < strips.count; strip += 1) {
    smoothStrip(strips, strip, smoothed);
    const peaks = peaksOf(smoothed);
    const x = (strip + 1) * STEP - strips.right;
    for (const [at, trace] of follow(open, peaks, strip)) append(trace, x, (peaks[at] ?? 0) - strips.down, strip);
    const taken = new Set(open.filter((trace) => trace.strip === strip).map(({ ys }) => ys.at(-1)));
    const begun = peaks
      .map((peak) => peak - strips.down)
      .filter((y) => !taken.has(y))
      .map((y) => ({ xs: [x], ys: [y], strip }));
    const ended = open.filter((trace) => strip - trace.strip > MAX_GAP);
    finished.push(...ended.filter(isLong));
    open = [...open.filter((trace) => strip - trace.strip <= MAX_GAP), ...begun];
  }
  return [...finished, ...open.filter(isLong)];

  /** The trace that each peak continues, by the peak's index. */
  function follow(traces: readonly Trace[], peaks: readonly number[], strip: number): ReadonlyMap<number, Trace> {
    const nearest = new Map<number, { readonly trace: Trace; readonly off: number }>();
    for (const trace of traces) {
      const expected = expectedAt(trace, strip) + strips.down;
      const at = nearestIndex(peaks, expected);
      const off = Math.abs((peaks[at] ?? Infinity) - expected);
      if (off <= TOLERANCE && off < (nearest.get(at)?.off ?? Infinity)) nearest.set(at, { trace, off });
    }
    return new Map([...nearest].map(([at, { trace }]) => [at, trace]));
  }
}

function append(trace: Trace, x: number, y: number, strip: number): void {
  trace.xs.push(x);
  trace.ys.push(y);
  trace.strip = strip;
}

const isLong = ({ xs }: Trace): boolean => xs.length >= MIN_STRIPS;

/** Where a line is expected in a strip, by its slope in the strips before. */
function expectedAt({ xs, ys, strip: last }: Trace, strip: number): number {
  const y = ys.at(-1) ?? 0;
  const before = Math.max(0, ys.length - SLOPE_STRIPS);
  const across = (xs.at(-1) ?? 0) - (xs[before] ?? 0);
  return across < 2 * STEP ? y : y + ((y - (ys[before] ?? 0)) / across) * (strip - last) * STEP;
}

/** The index of the value nearest to another in ascending ones. */
function nearestIndex(values: readonly number[], wanted: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  const isBefore = low > 0 && wanted - (values[low - 1] ?? 0) < (values[low] ?? Infinity) - wanted;
  return isBefore ? low - 1 : low;
}

interface Strips {
  readonly count: number;
  readonly rows: number;
  /** Ink pixels of each row of each strip. */
  readonly ink: Uint8Array;
  /** Distance of the middle of the page from the first strip and row. */
  readonly right: number;
  readonly down: number;
}

/** Counts the ink by rows of strips, after the page was rotated by its skew. */
function stripsOf({ width, height, ink }: InkMask, skew: number): Strips {
  const [cosine, sine] = [Math.cos((skew * Math.PI) / 180), Math.sin((skew * Math.PI) / 180)];
  const right = Math.ceil((width * Math.abs(cosine) + height * Math.abs(sine)) / 2) + 1;
  const down = Math.ceil((width * Math.abs(sine) + height * Math.abs(cosine)) / 2) + 1;
  const [count, rows] = [Math.ceil((2 * right) / STEP) + 1, 2 * down + 1];
  const counted = new Uint8Array(count * rows);
  for (let at = ink.indexOf(1); at >= 0; at = ink.indexOf(1, at + 1)) {
    const y = Math.floor(at / width);
    const dx = at - y * width - width / 2;
    const dy = y - height / 2;
    const strip = Math.floor((dx * cosine + dy * sine + right) / STEP);
    const place = strip * rows + Math.round(dy * cosine - dx * sine + down);
    counted[place] = (counted[place] ?? 0) + 1;
  }
  return { count, rows, ink: counted, right, down };
}

/** The profile of a strip and the next one, with weights of 1, 2, 3, 2 and 1. */
function smoothStrip({ rows, ink }: Strips, strip: number, to: Float32Array): void {
  const [one, other] = [strip * rows, (strip + 1) * rows];
  const at = (row: number): number => (ink[one + row] ?? 0) + (ink[other + row] ?? 0);
  to.fill(0);
  let [before2, before, here, after] = [at(0), at(1), at(2), at(3)];
  for (let row = SMOOTH; row < rows - SMOOTH; row += 1) {
    const after2 = at(row + SMOOTH);
    to[row] = before2 + after2 + 2 * (before + after) + 3 * here;
    before2 = before;
    before = here;
    here = after;
    after = after2;
  }
}

/** The rows of lines in a smoothed profile, exact to a fraction of a row, from top to bottom. */
function peaksOf(profile: Float32Array): number[] {
  const peaks: number[] = [];
  for (let row = APART; row < profile.length - APART; row += 1) {
    const value = profile[row] ?? 0;
    if (value < MIN_INK || !isStrongest(profile, row, value)) continue;
    let [weights, sum] = [0, 0];
    for (let off = -APART; off <= APART; off += 1) {
      const weight = profile[row + off] ?? 0;
      weights += weight;
      sum += weight * off;
    }
    peaks.push(row + sum / weights);
  }
  return peaks;
}

function isStrongest(profile: Float32Array, row: number, value: number): boolean {
  for (let off = 1; off <= APART; off += 1)
    if ((profile[row - off] ?? 0) >= value || (profile[row + off] ?? 0) > value) return false;
  return true;
}
