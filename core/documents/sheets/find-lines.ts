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
  /** Whether the pixel of this index has a vote. */
  readonly isCounted: (place: number) => boolean;
}

/** The lines with the most votes, without those next to a stronger one; strongest first. */
export function findLines(gradients: Gradients, { leastVotes, mostVotes, most, isCounted }: LineSearch): Line[] {
  const { width, height, across, down } = gradients;
  const reach = Math.ceil(Math.hypot(width, height));
  const columns = 2 * reach + 1;
  const votes = new Float32Array(180 * columns);
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const place = y * width + x;
      const size = Math.abs(across[place] ?? 0) + Math.abs(down[place] ?? 0);
      if (size < MIN_GRADIENT || !isCounted(place)) continue;
      const direction = Math.round(directionAt(place, width, across, down));
      for (let off = -VOTED_DEGREES; off <= VOTED_DEGREES; off += 1) {
        const angle = (direction + off + 360) % 180;
        const distance = Math.round(x * (COSINES[angle] ?? 0) + y * (SINES[angle] ?? 0)) + reach;
        votes[angle * columns + distance] = (votes[angle * columns + distance] ?? 0) + Math.min(size, mostVotes);
      }
    }
  return strongest(votes, columns, reach, leastVotes, most);
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

function strongest(votes: Float32Array, columns: number, reach: number, least: number, most: number): Line[] {
  const candidates: Line[] = [];
  for (let angle = 0; angle < 180; angle += 1)
    for (let at = 1; at < columns - 1; at += 1) {
      const count = votes[angle * columns + at] ?? 0;
      const isPeak =
        count >= least &&
        count >= (votes[angle * columns + at - 1] ?? 0) &&
        count > (votes[angle * columns + at + 1] ?? 0);
      if (isPeak) candidates.push({ angle, distance: at - reach, votes: count });
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
