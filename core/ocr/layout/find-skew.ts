/**
 * Measures the skew of a page: the angle at which the projection profile of the lower edges of its letters varies most
 * (the projection profile method: W. Postl, Detection of linear oblique structures and skew scan in digitized
 * documents, ICPR 1986).
 */
import type { InkMask } from './ink-mask.ts';

/** Largest angle, in degrees to either side, of a sheet that was fed or laid almost straight: searched first. */
const USUAL_DEGREES = 5.5;
/** Largest angle that is searched. */
const MAX_DEGREES = 16;
/**
 * How many times as strong as the best usual angle a larger one must be: slanted writing and drawings have strong angles
 * too.
 */
const UNUSUAL_STRENGTH = 1.8;
/**
 * How many times as strong as no skew an angle above SLIGHT_DEGREES must be: the lines of 21 pages that were turned by 3° and
 * more are 3.3 times as strong and more, the strokes of drawings 1.1 times.
 */
const CLEAR_STRENGTH = 1.5;
const SLIGHT_DEGREES = 2;
/** Step of the first and of the second search, in degrees. */
const COARSE_STEP = 0.5;
const FINE_STEP = 0.05;
/** Maximum number of edge pixels that are used: more take time and add no precision. */
const MAX_POINTS = 40_000;
/** The same for the search of the larger angles, which needs no precision. */
const MAX_COARSE_POINTS = 10_000;
/** Maximum length of a letter's lower edge, in mask pixels. */
const MAX_EDGE_LENGTH = 12;
/** Multiples of this number modulo 1 are evenly distributed. */
const GOLDEN_RATIO = 0.618_033_988_75;

export interface Skew {
  /**
   * Skew in degrees clockwise (the lines descend to the right). Rotating the page counter-clockwise by it deskews it.
   */
  readonly degrees: number;
  /**
   * Variation of the profile, from 0. Compare it between the two axes of a page: it is higher along the lines of text.
   */
  readonly strength: number;
}

/**
 * Measures the skew of horizontal lines, accurate to about 0.1° for a page with a few lines of text; 0 with strength 0
 * for a blank page.
 */
export function findSkew(mask: InkMask): Skew {
  const edges = lowerEdges(mask);
  if (edges.count < 50) return { degrees: 0, strength: 0 };
  const usual = search(edges, mask, -USUAL_DEGREES, USUAL_DEGREES, COARSE_STEP);
  const coarse = unusualSkew(edges, mask, usual.degrees) ?? usual.degrees;
  const best = search(edges, mask, coarse - COARSE_STEP, coarse + COARSE_STEP, FINE_STEP);
  if (Math.abs(best.degrees) <= SLIGHT_DEGREES) return best;
  const none = { degrees: 0, strength: profileVariation(edges, mask, 0) };
  return best.strength >= CLEAR_STRENGTH * none.strength ? best : none;
}

/** An angle beyond the usual ones that is clearly stronger; undefined if there is none. */
function unusualSkew(edges: Edges, mask: InkMask, usual: number): number | undefined {
  const few = thin(edges, MAX_COARSE_POINTS);
  const before = search(few, mask, -MAX_DEGREES, -USUAL_DEGREES, COARSE_STEP);
  const after = search(few, mask, USUAL_DEGREES, MAX_DEGREES, COARSE_STEP);
  const best = before.strength > after.strength ? before : after;
  return best.strength > UNUSUAL_STRENGTH * profileVariation(few, mask, usual) ? best.degrees : undefined;
}

/** Every n-th of the edges, at most `most`. */
function thin({ xs, ys, count }: Edges, most: number): Edges {
  const every = Math.max(1, Math.ceil(count / most));
  const taken = (values: Float32Array) =>
    Float32Array.from({ length: Math.ceil(count / every) }, (_, at) => values[at * every] ?? 0);
  return every === 1 ? { xs, ys, count } : { xs: taken(xs), ys: taken(ys), count: Math.ceil(count / every) };
}

interface Edges {
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  readonly count: number;
}

function lowerEdges(mask: InkMask): Edges {
  const { width } = mask;
  const places = letterEdges(mask);
  const every = Math.max(1, Math.ceil(places.length / MAX_POINTS));
  const xs = new Float32Array(Math.ceil(places.length / every));
  const ys = new Float32Array(xs.length);
  for (let point = 0; point < xs.length; point += 1) {
    const seen = point * every;
    const at = places[seen] ?? 0;
    xs[point] = (at % width) - width / 2;
    // The sub-row position of an edge is unknown. Evenly distributed offsets avoid a bias towards 0°, where whole
    // rows coincide.
    ys[point] = Math.floor(at / width) + ((seen * GOLDEN_RATIO) % 1);
  }
  return { xs, ys, count: xs.length };
}

/**
 * The places of ink pixels without ink below them, in runs as short as those of letters: longer runs belong to skewed
 * rules and frames.
 */
function letterEdges({ width, height, ink, inkPixels }: InkMask): Int32Array {
  const places = new Int32Array(inkPixels);
  let [count, run] = [0, 0];
  for (let at = 0; at < width * height; at += 1) {
    if (ink[at] === 1 && ink[at + width] !== 1) {
      places[count] = at;
      count += 1;
      run += 1;
      continue;
    }
    if (run > MAX_EDGE_LENGTH) count -= run;
    run = 0;
  }
  return places.subarray(0, count);
}

function search(edges: Edges, mask: InkMask, from: number, to: number, step: number): Skew {
  let best: Skew = { degrees: 0, strength: -1 };
  for (let i = 0; i <= Math.round((to - from) / step); i += 1) {
    const degrees = from + i * step;
    const strength = profileVariation(edges, mask, degrees);
    if (strength > best.strength) best = { degrees, strength };
  }
  return best;
}

/** How much the profile of the edges at an angle varies. */
function profileVariation(edges: Edges, mask: InkMask, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const margin = Math.ceil((Math.abs(slope) * mask.width) / 2) + 1;
  const profile = new Int32Array(mask.height + 2 * margin + 1);
  const { xs, ys, count } = edges;
  for (let i = 0; i < count; i += 1) {
    // The margin makes it positive.
    const row = ((ys[i] ?? 0) - (xs[i] ?? 0) * slope + margin) | 0;
    profile[row] = (profile[row] ?? 0) + 1;
  }
  return variationOf(profile, count);
}

/**
 * Sum of the squared differences of adjacent rows of a profile, per pixel.
 * @param count  pixels that the profile counts
 */
export function variationOf(profile: Int32Array, count: number): number {
  let sum = 0;
  for (let row = 1; row < profile.length; row += 1) {
    const difference = (profile[row] ?? 0) - (profile[row - 1] ?? 0);
    sum += difference * difference;
  }
  return sum / count;
}
