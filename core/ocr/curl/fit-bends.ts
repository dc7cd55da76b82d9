/**
 * Fits the bend of a page to its traced lines by penalised least squares: each line is level on the flat page, at a height
 * of its own. Lines that do not follow the others lose their weight (iteratively reweighted, with Tukey's biweight).
 */
import { medianOf } from '../median.ts';
import type { InkMask } from '../layout/ink-mask.ts';
import { bendAt, COLUMNS, newWeights, NODES_OF_PLACE, ROWS, weightsAt } from './curl.ts';
import type { TracedLine } from './trace-lines.ts';

const UNKNOWNS = COLUMNS * ROWS;
const ROUNDS = 5;
/** Residual in mask pixels from which a point has no weight, in the first round and in the last. */
const FIRST_LIMIT = 12;
const LAST_LIMIT = 3;
/** Weight of the squared second difference between three columns, and between the three rows. */
const SMOOTH_ACROSS = 4;
const SMOOTH_DOWN = 8;
/** Weight of the squared bends themselves, which lines do not determine where they all rise by the same. */
const RIDGE = 0.01;

export interface FittedBends {
  /** In mask pixels, as `Curl` orders them. */
  readonly bends: Float64Array;
  /** Part of the points that lie on their lines, and their mean distance from them in mask pixels. */
  readonly following: number;
  readonly residual: number;
}

/** Size of a page in mask pixels. */
export type MaskSize = Pick<InkMask, 'width' | 'height'>;

export function fitBends(lines: readonly TracedLine[], page: MaskSize): FittedBends {
  let bends: Float64Array = new Float64Array(UNKNOWNS);
  const scratch = newWeights();
  for (let round = 0; round < ROUNDS; round += 1) {
    const limit = FIRST_LIMIT + ((LAST_LIMIT - FIRST_LIMIT) * round) / (ROUNDS - 1);
    const equations = penalties();
    for (const line of lines) addLine(equations, levelled(line, bends, page, scratch), page, limit);
    bends = solve(equations);
  }
  let [points, distance, count] = [0, 0, 0];
  for (const line of lines) {
    const { offs } = levelled(line, bends, page, scratch);
    for (const off of offs) {
      points += 1;
      if (Math.abs(off) >= LAST_LIMIT) continue;
      count += 1;
      distance += Math.abs(off);
    }
  }
  return { bends, residual: count === 0 ? 0 : distance / count, following: points === 0 ? 0 : count / points };
}

interface LevelledLine extends TracedLine {
  /** Height of the line on the flat page. */
  readonly level: number;
  /** Distances of the points from it. */
  readonly offs: readonly number[];
}

/** The height of a line on the flat page is the median of its points' heights, less the bend there. */
function levelled(
  line: TracedLine,
  bends: Float64Array,
  { width, height }: MaskSize,
  scratch: ReturnType<typeof newWeights>,
): LevelledLine {
  let level = line.ys.reduce((sum, y) => sum + y, 0) / line.ys.length;
  let flat: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    flat = line.ys.map((y, at) => y - bendAt(bends, (line.xs[at] ?? 0) / width, level / height, scratch));
    level = medianOf(flat) ?? level;
  }
  return { ...line, level, offs: flat.map((y) => y - level) };
}

interface Equations {
  readonly matrix: Float64Array;
  readonly right: Float64Array;
}

/** Adds the points of a line, less their weighted mean: its height is unknown. */
function addLine(
  { matrix, right }: Equations,
  { xs, ys, level, offs }: LevelledLine,
  { width, height }: MaskSize,
  limit: number,
): void {
  const mean = new Float64Array(UNKNOWNS);
  let [total, meanY] = [0, 0];
  const { nodes, weights } = newWeights();
  for (const [point, x] of xs.entries()) {
    const weight = biweight((offs[point] ?? 0) / limit);
    if (weight === 0) continue;
    const y = ys[point] ?? 0;
    weightsAt(x / width, level / height, { nodes, weights });
    total += weight;
    meanY += weight * y;
    for (let one = 0; one < NODES_OF_PLACE; one += 1) {
      const row = nodes[one] ?? 0;
      const share = weight * (weights[one] ?? 0);
      mean[row] = (mean[row] ?? 0) + share;
      right[row] = (right[row] ?? 0) + share * y;
      for (let other = 0; other < NODES_OF_PLACE; other += 1) {
        const place = row * UNKNOWNS + (nodes[other] ?? 0);
        matrix[place] = (matrix[place] ?? 0) + share * (weights[other] ?? 0);
      }
    }
  }
  if (total === 0) return;
  for (let row = 0; row < UNKNOWNS; row += 1) {
    const share = (mean[row] ?? 0) / total;
    if (share === 0) continue;
    right[row] = (right[row] ?? 0) - share * meanY;
    for (let column = 0; column < UNKNOWNS; column += 1)
      matrix[row * UNKNOWNS + column] = (matrix[row * UNKNOWNS + column] ?? 0) - share * (mean[column] ?? 0);
  }
}

const biweight = (of: number): number => (Math.abs(of) >= 1 ? 0 : (1 - of * of) ** 2);

/** The equations of a page without lines. */
function penalties(): Equations {
  const matrix = new Float64Array(UNKNOWNS * UNKNOWNS);
  const node = (row: number, column: number): number => row * COLUMNS + column;
  const addSecondDifference = (nodes: readonly number[], weight: number): void => {
    for (const [at, one] of nodes.entries())
      for (const [to, other] of nodes.entries()) {
        const place = one * UNKNOWNS + other;
        matrix[place] = (matrix[place] ?? 0) + weight * (at === 1 ? -2 : 1) * (to === 1 ? -2 : 1);
      }
  };
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 1; column < COLUMNS - 1; column += 1)
      addSecondDifference([node(row, column - 1), node(row, column), node(row, column + 1)], SMOOTH_ACROSS);
  for (let column = 0; column < COLUMNS; column += 1)
    addSecondDifference([node(0, column), node(1, column), node(2, column)], SMOOTH_DOWN);
  for (let at = 0; at < UNKNOWNS; at += 1) matrix[at * UNKNOWNS + at] = (matrix[at * UNKNOWNS + at] ?? 0) + RIDGE;
  return { matrix, right: new Float64Array(UNKNOWNS) };
}

/** Solves symmetric, positive definite equations (Cholesky). Changes the matrix. */
function solve({ matrix, right }: Equations): Float64Array {
  const n = right.length;
  const at = (row: number, column: number): number => matrix[row * n + column] ?? 0;
  for (let row = 0; row < n; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = at(row, column);
      for (let k = 0; k < column; k += 1) sum -= at(row, k) * at(column, k);
      matrix[row * n + column] = row === column ? Math.sqrt(Math.max(sum, Number.EPSILON)) : sum / at(column, column);
    }
  const solution = new Float64Array(n);
  for (let row = 0; row < n; row += 1) {
    let sum = right[row] ?? 0;
    for (let k = 0; k < row; k += 1) sum -= at(row, k) * (solution[k] ?? 0);
    solution[row] = sum / at(row, row);
  }
  for (let row = n - 1; row >= 0; row -= 1) {
    let sum = solution[row] ?? 0;
    for (let k = row + 1; k < n; k += 1) sum -= at(k, row) * (solution[k] ?? 0);
    solution[row] = sum / at(row, row);
  }
  return solution;
}
