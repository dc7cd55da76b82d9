/**
 * Linear discriminant analysis (Fisher, 1936; Rao, 1948): the directions in which classes differ most, compared with
 * the members of one class.
 */
import { CholeskyDecomposition, EigenvalueDecomposition, Matrix } from 'ml-matrix';

/** A vector, its class and its weight. */
export interface Sample {
  readonly vector: Float32Array;
  readonly group: string;
  readonly weight: number;
}

export interface Discriminants {
  /** Mean of the vectors. */
  readonly mean: Float64Array;
  /** The directions, the most discriminating one first. */
  readonly directions: readonly Float64Array[];
}

/** Share of the mean variance that is added to the variance within the classes, so that rare pixels do not decide. */
const REGULARISATION = 0.1;

/**
 * @param dimensions  number of directions, at most the length of the vectors
 * @throws RangeError where there are no samples
 */
export function linearDiscriminants(samples: readonly Sample[], dimensions: number): Discriminants {
  const length = samples[0]?.vector.length;
  if (length === undefined) throw new RangeError('There are no samples.');
  const mean = meanOf(samples, length);
  const within = scatter(samples, groupMeans(samples, length), length);
  const total = scatter(samples, () => mean, length);
  const ridge = (REGULARISATION * within.trace()) / length;
  for (let at = 0; at < length; at += 1) within.set(at, at, within.get(at, at) + ridge);
  // Whitens the variance within the classes: with W = L Lᵀ, the directions are the eigenvectors of L⁻¹ T L⁻ᵀ, taken back.
  const lower = new CholeskyDecomposition(within).lowerTriangularMatrix;
  const half = solveLower(lower, total);
  const whitened = solveLower(lower, half.transpose());
  const { eigenvectorMatrix: vectors, realEigenvalues: values } = new EigenvalueDecomposition(whitened, {
    assumeSymmetric: true,
  });
  const order = values.map((value, at) => ({ value, at })).sort((a, b) => b.value - a.value);
  const directions = order
    .slice(0, dimensions)
    .map(({ at }) => Float64Array.from(solveUpper(lower, vectors.getColumn(at))));
  return { mean, directions };
}

function meanOf(samples: readonly Sample[], length: number): Float64Array {
  const sum = new Float64Array(length);
  let weights = 0;
  for (const { vector, weight } of samples) {
    add(sum, vector, weight);
    weights += weight;
  }
  return sum.map((value) => value / weights);
}

/** @returns the mean of the class of a sample */
function groupMeans(samples: readonly Sample[], length: number): (sample: Sample) => Float64Array {
  const means = new Map(
    [...Map.groupBy(samples, ({ group }) => group)].map(([group, of]) => [group, meanOf(of, length)]),
  );
  const none = new Float64Array(length);
  return ({ group }) => means.get(group) ?? none;
}

function add(sum: Float64Array, vector: Float32Array, weight: number): void {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + weight * (vector[at] ?? 0);
}

/** Weighted mean of the outer products of the vectors less their centres. */
function scatter(samples: readonly Sample[], centreOf: (sample: Sample) => Float64Array, length: number): Matrix {
  const sums = new Float64Array(length * length);
  const difference = new Float64Array(length);
  let weights = 0;
  for (const sample of samples) {
    const centre = centreOf(sample);
    for (let at = 0; at < length; at += 1) difference[at] = (sample.vector[at] ?? 0) - (centre[at] ?? 0);
    for (let row = 0; row < length; row += 1) {
      const factor = sample.weight * (difference[row] ?? 0);
      if (factor === 0) continue;
      // The upper half: the matrix is symmetric. Casts: the indices are within the arrays.
      for (let column = row; column < length; column += 1)
        sums[row * length + column] = (sums[row * length + column] as number) + factor * (difference[column] as number);
    }
    weights += sample.weight;
  }
  const matrix = Matrix.zeros(length, length);
  for (let row = 0; row < length; row += 1)
    for (let column = row; column < length; column += 1) {
      const value = (sums[row * length + column] ?? 0) / weights;
      matrix.set(row, column, value);
      matrix.set(column, row, value);
    }
  return matrix;
}

/** Solves L X = B by forward substitution. */
function solveLower(lower: Matrix, right: Matrix): Matrix {
  const solved = right.clone();
  for (let row = 0; row < lower.rows; row += 1) {
    for (let before = 0; before < row; before += 1) {
      const factor = lower.get(row, before);
      if (factor === 0) continue;
      for (let column = 0; column < solved.columns; column += 1)
        solved.set(row, column, solved.get(row, column) - factor * solved.get(before, column));
    }
    const diagonal = lower.get(row, row);
    for (let column = 0; column < solved.columns; column += 1)
      solved.set(row, column, solved.get(row, column) / diagonal);
  }
  return solved;
}

/** Solves Lᵀ x = b by backward substitution. */
function solveUpper(lower: Matrix, right: readonly number[]): number[] {
  const solved = [...right];
  for (let row = lower.rows - 1; row >= 0; row -= 1) {
    for (let after = row + 1; after < lower.rows; after += 1)
      solved[row] = (solved[row] ?? 0) - lower.get(after, row) * (solved[after] ?? 0);
    solved[row] = (solved[row] ?? 0) / lower.get(row, row);
  }
  return solved;
}
