/**
 * Finds straight lines with the Hough transform, in which each edge pixel votes for the line that is perpendicular to its
 * gradient (R. Duda, P. Hart, Use of the Hough transformation to detect lines and curves in pictures, CACM 1972;
 * F. O'Gorman, M. Clowes, Finding picture edges through collinearity of feature points, IEEE ToC 1976).
 */
import { MIN_GRADIENT, type Gradients } from './sheet-edges.ts';

/** A pixel votes for lines that differ from its direction by at most so many degrees. */
const VOTED_DEGREES = 2;
/** Lines nearer than this, in degrees and in pixels, are the same. */
const SAME_DEGREES = 4;
const SAME_PIXELS = 5;

/** A line: x · cos(angle) + y · sin(angle) = distance. */
export interface Line {
  /** Degrees, 0 to 179. */
  readonly angle: number;
  readonly distance: number;
  readonly votes: number;
}

/** What lines are looked for. */
export interface LineSearch {
  /** Votes that a line needs: grey levels over two pixels, summed along it. */
  readonly leastVotes: number;
  /** Votes of a pixel are limited to this gradient, so that black print does not outvote the edge of the paper. */
  readonly mostVotes: number;
  /** Number of lines, at most. */
  readonly most: number;
  /** The pixels that have a vote; all where it is absent. */
  readonly counted?: CountedPixels;
}

/** Pixels in a box of the picture: 1 for each that is meant. */
export interface CountedPixels {
  readonly width: number;
  readonly height: number;
  readonly inside: Uint8Array;
  /** Where the box lies in the picture, of which it may reach beyond the border. */
  readonly left: number;
  readonly top: number;
}

/** The lines with the most votes, without those next to a stronger one; strongest first. */
export function findLines(gradients: Gradients, { leastVotes, mostVotes, most, counted }: LineSearch): Line[] {
  const { columns: xs, directions, sizes, starts } = edgePixelsOf(gradients);
  const box = counted ?? { ...gradients, left: 0, top: 0, inside: undefined };
  const { left, top, width, inside } = box;
  const votes = emptyVotes(box);
  const { counts, length, offsets } = votes;
  const last = Math.min(gradients.height, top + box.height);
  for (let y = Math.max(0, top); y < last; y += 1)
    for (let pixel = starts[y] ?? 0; pixel < (starts[y + 1] ?? 0); pixel += 1) {
      const x = xs[pixel] ?? 0;
      if (x < left || x >= left + width) continue;
      if (inside !== undefined && inside[(y - top) * width + x - left] !== 1) continue;
      const size = Math.min(sizes[pixel] ?? 0, mostVotes);
      const direction = (directions[pixel] ?? 0) + 180;
      for (let off = -VOTED_DEGREES; off <= VOTED_DEGREES; off += 1) {
        const angle = (direction + off) % 180;
        const distance = Math.round(x * (COSINES[angle] ?? 0) + y * (SINES[angle] ?? 0));
        const at = angle * length + distance - (offsets[angle] ?? 0);
        counts[at] = (counts[at] ?? 0) + size;
      }
    }
  return strongest(votes, leastVotes, most);
}

/** The pixels of edges, row by row. */
interface EdgePixels {
  /** The first pixel of each row, and the number of pixels at the end. */
  readonly starts: Int32Array;
  readonly columns: Uint16Array;
  /** Degrees, 0 to 179, of the line that is perpendicular to the gradient. */
  readonly directions: Uint8Array;
  /** Grey levels over two pixels. */
  readonly sizes: Uint16Array;
}

/** Lines are looked for in many regions of a picture. */
const KNOWN = new WeakMap<Gradients, EdgePixels>();

function edgePixelsOf(gradients: Gradients): EdgePixels {
  const known = KNOWN.get(gradients) ?? readEdgePixels(gradients);
  KNOWN.set(gradients, known);
  return known;
}

function readEdgePixels({ width, height, across, down }: Gradients): EdgePixels {
  const places = new Int32Array(width * height);
  const starts = new Int32Array(height + 1);
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    starts[y] = count;
    if (y === 0 || y === height - 1) continue;
    for (let place = y * width + 1; place < (y + 1) * width - 1; place += 1) {
      if (Math.abs(across[place] ?? 0) + Math.abs(down[place] ?? 0) < MIN_GRADIENT) continue;
      places[count] = place;
      count += 1;
    }
  }
  starts[height] = count;
  const [columns, directions, sizes] = [new Uint16Array(count), new Uint8Array(count), new Uint16Array(count)];
  for (let at = 0; at < count; at += 1) {
    const place = places[at] ?? 0;
    columns[at] = place % width;
    directions[at] = (Math.round(directionAt(place, width, across, down)) + 180) % 180;
    sizes[at] = Math.abs(across[place] ?? 0) + Math.abs(down[place] ?? 0);
  }
  return { starts, columns, directions, sizes };
}

/** Degrees of the mean gradient of 3 × 3 pixels: along a slanted edge, that of each alternates. */
function directionAt(place: number, width: number, across: Int16Array, down: Int16Array): number {
  let gx = 0;
  let gy = 0;
  for (let row = place - width; row <= place + width; row += width)
    for (let at = row - 1; at <= row + 1; at += 1) {
      gx += across[at] ?? 0;
      gy += down[at] ?? 0;
    }
  return (Math.atan2(gy, gx) * 180) / Math.PI;
}

const radiansOf = (degrees: number): number => (degrees * Math.PI) / 180;
const COSINES = Float64Array.from({ length: 180 }, (_, angle) => Math.cos(radiansOf(angle)));
const SINES = Float64Array.from({ length: 180 }, (_, angle) => Math.sin(radiansOf(angle)));

/** Votes by angle, then by distance: of the lines that meet a box, and of those a pixel beside them. */
interface Votes {
  readonly counts: Float32Array;
  /** Number of distances of an angle, and the first one of each angle. */
  readonly length: number;
  readonly offsets: Int32Array;
}

/** All searches count in it one after the other. */
let memory = new Float32Array(0);

function emptyVotes(box: Omit<CountedPixels, 'inside'>): Votes {
  const reach = Math.ceil(Math.hypot(box.width, box.height) / 2) + 2;
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const length = 2 * reach + 1;
  const offsets = Int32Array.from(COSINES, (cosine, angle) => Math.round(x * cosine + y * (SINES[angle] ?? 0)) - reach);
  if (memory.length < 180 * length) memory = new Float32Array(180 * length);
  return { counts: memory.fill(0, 0, 180 * length), length, offsets };
}

function strongest({ counts, length, offsets }: Votes, least: number, most: number): Line[] {
  const candidates: Line[] = [];
  for (let angle = 0; angle < 180; angle += 1)
    for (let at = angle * length + 1; at < (angle + 1) * length - 1; at += 1) {
      const votes = counts[at] ?? 0;
      if (votes < least || votes < (counts[at - 1] ?? 0) || votes <= (counts[at + 1] ?? 0)) continue;
      candidates.push({ angle, distance: at - angle * length + (offsets[angle] ?? 0), votes });
    }
  const kept: Line[] = [];
  for (const line of candidates.sort((a, b) => b.votes - a.votes)) {
    if (kept.length >= most) break;
    if (!kept.some((other) => isSame(line, other))) kept.push(line);
  }
  return kept;
}

function isSame(a: Line, b: Line): boolean {
  const turn = Math.abs(a.angle - b.angle);
  // The same line has the angles 0 and 180, with distances of opposite sign.
  return turn > 90
    ? 180 - turn < SAME_DEGREES && Math.abs(a.distance + b.distance) < SAME_PIXELS
    : turn < SAME_DEGREES && Math.abs(a.distance - b.distance) < SAME_PIXELS;
}
