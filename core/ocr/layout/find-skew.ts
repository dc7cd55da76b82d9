/** How far a page's lines lean: the angle at which the profile of their lower edges is most jagged (Postl's projection method). */
import { countOnes, type InkMask } from './ink-mask.ts';

/** Degrees to both sides that are searched. */
const WIDEST = 5.5;
/** Degrees between the angles of the first and the second search. */
const COARSE = 0.5;
const FINE = 0.05;
/** Edge pixels that are looked at: more add time, not precision. */
const POINTS = 40_000;
/** Mask pixels: the foot of a letter is shorter. */
const LONGEST_EDGE = 12;
/** Steps of this size modulo 1 fill a unit evenly. */
const GOLDEN = 0.618_033_988_75;

export interface Skew {
  /** Degrees clockwise by which the lines lean (they go down to the right): turn the page counter-clockwise by it. */
  readonly degrees: number;
  /** How clearly the page has lines, from 0: compare it between the two axes of a page. */
  readonly strength: number;
}

/** Leaning of the lines that run across the mask. Within about 0.1° for a page with a few lines of text. */
export function findSkew(mask: InkMask): Skew {
  const edges = lowerEdges(mask);
  if (edges.count < 50) return { degrees: 0, strength: 0 };
  const coarse = search(edges, mask, -WIDEST, WIDEST, COARSE);
  const fine = search(edges, mask, coarse.degrees - COARSE, coarse.degrees + COARSE, FINE);
  return fine;
}

interface Edges {
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  readonly count: number;
}

function lowerEdges(mask: InkMask): Edges {
  const { width, height } = mask;
  const edge = letterEdges(mask);
  const count = countOnes(edge);
  const every = Math.max(1, Math.ceil(count / POINTS));
  const xs = new Float32Array(Math.ceil(count / every));
  const ys = new Float32Array(xs.length);
  let seen = 0;
  for (let at = 0; at < width * height; at += 1) {
    if (edge[at] !== 1) continue;
    if (seen % every === 0) {
      xs[seen / every] = (at % width) - width / 2;
      // Where in its row the edge lies is not known. Spread evenly, or the profile were sharpest at 0° for its whole rows alone.
      ys[seen / every] = Math.floor(at / width) + ((seen * GOLDEN) % 1);
    }
    seen += 1;
  }
  return { xs, ys, count: xs.length };
}

/** Ink without ink below it, in runs as short as letters have them: longer ones are leaning rules and frames, which step. */
function letterEdges({ width, height, ink }: InkMask): Uint8Array {
  const edge = new Uint8Array(width * height);
  for (let at = 0, run = 0; at < edge.length; at += 1) {
    if (ink[at] === 1 && ink[at + width] !== 1) {
      run += 1;
      edge[at] = 1;
      continue;
    }
    if (run > LONGEST_EDGE) edge.fill(0, at - run, at);
    run = 0;
  }
  return edge;
}

function search(edges: Edges, mask: InkMask, from: number, to: number, step: number): Skew {
  let best: Skew = { degrees: 0, strength: -1 };
  for (let i = 0; i <= Math.round((to - from) / step); i += 1) {
    const degrees = from + i * step;
    const strength = jaggedness(edges, mask, degrees);
    if (strength > best.strength) best = { degrees, strength };
  }
  return best;
}

/** Mean squared step of the profile, per edge pixel. */
function jaggedness(edges: Edges, mask: InkMask, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const margin = Math.ceil((Math.abs(slope) * mask.width) / 2) + 1;
  const profile = new Float32Array(mask.height + 2 * margin + 1);
  for (let i = 0; i < edges.count; i += 1) {
    const row = (edges.ys[i] ?? 0) - (edges.xs[i] ?? 0) * slope + margin;
    profile[Math.floor(row)] = (profile[Math.floor(row)] ?? 0) + 1;
  }
  let sum = 0;
  for (let row = 1; row < profile.length; row += 1) {
    const difference = (profile[row] ?? 0) - (profile[row - 1] ?? 0);
    sum += difference * difference;
  }
  return sum / edges.count;
}
