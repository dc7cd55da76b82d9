/** Finds out whether the lines of a page are bent, and how. */
import { transpose, type InkMask } from '../layout/ink-mask.ts';
import { bendAt, newWeights, type Curl } from './curl.ts';
import { fitBends, type MaskSize } from './fit-bends.ts';
import { profileVariation } from './flat-profile.ts';
import { traceLines, type TracedLine } from './trace-lines.ts';

/** Lines, and strips that they run through together, of the smallest page that is flattened. */
const MIN_LINES = 4;
const MIN_STRIPS = 80;
/** Lines that are looked at, the longest ones: a page of two columns of small print has 250. */
const MAX_LINES = 400;
/** Mask pixels (0.5 mm) from which a line is not level, and the part of the lines' length that is in such ones. */
const NOT_LEVEL = 1.5;
const MIN_NOT_LEVEL = 0.35;
/** Mask pixels (0.7 mm) that a tenth of the lines' length is displaced by, at least: less does not make reading harder. */
const MIN_BEND = 2;
/** The lines of a page bend alike: the part of their points that follows the fit. */
const MIN_FOLLOWING = 0.8;
/**
 * How much more the profile of the flat page varies, at least: its lines and the gaps between them no longer mix. Twice as
 * much where few lines are found, or where they follow the fit only roughly.
 */
const MIN_GAIN = 1.12;
const MIN_GAIN_IN_DOUBT = 2;
const FEW_STRIPS = 250;
/** Mean distance of the points from the fit in mask pixels: good, and just sufficient. */
const GOOD_RESIDUAL = 0.65;
const MAX_RESIDUAL = 0.9;
/** Decimals of a bend: a hundredth of a pixel at 220 dpi. */
const DECIMALS = 5;

/** A direction in which the lines of a page may run. */
export interface LineDirection {
  /** Whether they run from top to bottom. */
  readonly sideways: boolean;
  /** Degrees clockwise by which they descend to the right in the mean, on the transposed page if they run sideways. */
  readonly skew: number;
}

/**
 * Returns how the lines of a page bend; undefined where they are straight, do not bend alike, or are too few to tell.
 * @param mask  ink of the page
 * @param directions  in which the lines may run: they run in the one in which most are found, level or bent alike
 */
export function findCurl(mask: InkMask, directions: readonly LineDirection[]): Curl | undefined {
  const seen = directions.map((direction) => linesAlong(mask, direction)).toSorted((a, b) => b.strips - a.strips);
  for (const lines of seen) {
    const curl = isBent(lines) ? curlOf(lines) : undefined;
    if (curl !== undefined) return curl;
    if (!isBent(lines) && lines.strips >= FEW_STRIPS) return undefined;
  }
  return undefined;
}

interface SeenLines {
  readonly direction: LineDirection;
  /** The page, transposed if its lines run sideways. */
  readonly page: InkMask;
  readonly lines: readonly TracedLine[];
  /** Strips that they run through together. */
  readonly strips: number;
}

function linesAlong(mask: InkMask, { sideways, skew: exact }: LineDirection): SeenLines {
  const page = sideways ? transpose(mask) : mask;
  const skew = Math.round(exact * 100) / 100;
  const lines = longest(traceLines(page, skew));
  return { direction: { sideways, skew }, page, lines, strips: stripsOf(lines) };
}

const isBent = ({ lines, strips }: SeenLines): boolean =>
  lines.length >= MIN_LINES && strips >= MIN_STRIPS && stripsOf(lines.filter(isNotLevel)) >= MIN_NOT_LEVEL * strips;

function curlOf({ direction: { sideways, skew }, page, lines, strips }: SeenLines): Curl | undefined {
  const { bends, residual, following } = fitBends(lines, page);
  if (residual > MAX_RESIDUAL || following < MIN_FOLLOWING) return undefined;
  if (displacement(lines, bends, page) < MIN_BEND) return undefined;
  const isInDoubt = strips < FEW_STRIPS || residual > GOOD_RESIDUAL;
  const gain = isInDoubt ? MIN_GAIN_IN_DOUBT : MIN_GAIN;
  if (profileVariation(page, skew, bends) < gain * profileVariation(page, skew)) return undefined;
  return { sideways, skew, bends: Array.from(bends, (bend) => Number((bend / page.width).toFixed(DECIMALS))) };
}

/** A page of noise has any number of lines. */
const longest = (lines: readonly TracedLine[]): readonly TracedLine[] =>
  lines.length <= MAX_LINES ? lines : lines.toSorted((a, b) => b.xs.length - a.xs.length).slice(0, MAX_LINES);

const stripsOf = (lines: readonly TracedLine[]): number => lines.reduce((sum, { xs }) => sum + xs.length, 0);

/** Whether a line departs from a level one: by its slope, or by its curvature. */
function isNotLevel({ xs, ys }: TracedLine): boolean {
  const [first, last] = [xs[0] ?? 0, xs.at(-1) ?? 0];
  const meanY = ys.reduce((sum, y) => sum + y, 0) / ys.length;
  // Legendre polynomials of degrees 1 and 2, which are nearly orthogonal on evenly spaced points.
  let [slope, curvature, slopes, curvatures] = [0, 0, 0, 0];
  for (const [at, x] of xs.entries()) {
    const t = (2 * x - first - last) / (last - first);
    const parabola = 1.5 * t * t - 0.5;
    const off = (ys[at] ?? 0) - meanY;
    slope += off * t;
    curvature += off * parabola;
    slopes += t * t;
    curvatures += parabola * parabola;
  }
  return Math.abs(slope / slopes) + Math.abs(curvature / curvatures) > NOT_LEVEL;
}

/** Mask pixels by which a tenth of the lines' length is displaced. */
function displacement(lines: readonly TracedLine[], bends: Float64Array, { width, height }: MaskSize): number {
  const scratch = newWeights();
  const all = lines
    .flatMap(({ xs, ys }) => xs.map((x, at) => Math.abs(bendAt(bends, x / width, (ys[at] ?? 0) / height, scratch))))
    .sort((a, b) => b - a);
  return all[Math.floor(all.length / 10)] ?? 0;
}
