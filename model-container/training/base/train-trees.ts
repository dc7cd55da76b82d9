/**
 * Gradient boosting on histograms (Friedman 2001) with leaf-wise tree growth, as in LightGBM. Deterministic for a seed,
 * single-threaded. The names of the hyperparameters follow LightGBM.
 */
import { seededRandom } from '../../random.ts';
import type { Random } from '../../random.ts';
import { rankedRows } from './ranked-rows.ts';
import type { Tree, BoostedTrees } from '../../classifiers/trees.ts';

export interface TreePlan {
  /** Number of trees. */
  readonly rounds: number;
  /** Maximum number of leaves of a tree, at least 2. */
  readonly numLeaves: number;
  /** Maximum number of splits from the root to a leaf. */
  readonly maxDepth: number;
  readonly learningRate: number;
  /** Minimum sum of the hessians p(1 − p) in a leaf. */
  readonly minSumHessian: number;
  /** L2 regularisation of the leaf values: added to the sum of the hessians. */
  readonly lambdaL2: number;
  /** Share of the rows that each tree is grown on, 0 to 1. */
  readonly baggingFraction: number;
  /** Share of the columns that each tree is grown on, 0 to 1. */
  readonly featureFraction: number;
  readonly seed: number;
}

export const DEFAULT_TREES: TreePlan = {
  rounds: 700,
  numLeaves: 63,
  maxDepth: 8,
  learningRate: 0.08,
  minSumHessian: 5,
  lambdaL2: 10,
  baggingFraction: 0.4,
  featureFraction: 0.1,
  seed: 1,
};

/** Candidate thresholds of a column: this many evenly spaced ranks of its values, from the smallest value on. */
const RANKS = 48;
/** Values above the last rank have a bin of their own. */
const BINS = RANKS + 1;
/** Bin 0 holds missing values. */
const HISTOGRAM_WIDTH = BINS + 1;

interface Binned {
  /** Bin of each row, column by column: 0 for a missing value, 1 … BINS in ascending order. */
  readonly bins: Uint8Array;
  readonly rows: number;
  /** Upper bounds (inclusive) of the bins of each column. */
  readonly upperBounds: readonly Float32Array[];
}

/**
 * Trains a boosted tree ensemble with logistic loss. The same rows, labels and plan give the same trees.
 * @param initScores  log-odds for each row that the trees are added to; default: the log-odds of the mean label
 * @throws RangeError where there are no rows
 */
export function trainTrees(
  rows: readonly Float32Array[],
  labels: Float32Array,
  columns: number,
  plan: TreePlan,
  initScores?: Float64Array,
): BoostedTrees {
  if (rows.length === 0) throw new RangeError('There are no rows to train on.');
  const random = seededRandom(plan.seed);
  const data = binRows(rows, columns);
  const positives = labels.reduce((sum, label) => sum + label, 0);
  const initialScore = initScores === undefined ? Math.log((positives + 1) / (labels.length - positives + 1)) : 0;
  const logOdds =
    initScores === undefined ? new Float64Array(rows.length).fill(initialScore) : Float64Array.from(initScores);
  const residuals = new Float64Array(rows.length);
  const hessians = new Float64Array(rows.length);
  const trees: Tree[] = [];
  const buffers = new Buffers(rows.length);
  for (let round = 0; round < plan.rounds; round += 1) {
    for (let row = 0; row < logOdds.length; row += 1) {
      const p = 1 / (1 + Math.exp(-(logOdds[row] as number)));
      residuals[row] = (labels[row] as number) - p;
      hessians[row] = p * (1 - p);
    }
    const size = sampleRows(buffers.rows, plan.baggingFraction, random);
    const sampled = sampleColumns(columns, plan.featureFraction, random);
    const tree = new TreeGrower(data, residuals, hessians, plan, sampled, buffers).grow(size);
    trees.push(tree);
    addPredictions(tree, data, logOdds);
  }
  return { initialScore, trees };
}

function binRows(rows: readonly Float32Array[], columns: number): Binned {
  const bins = new Uint8Array(columns * rows.length);
  const upperBounds: Float32Array[] = [];
  const ranked = rankedRows(rows);
  const values = new Float32Array(ranked.length);
  for (let column = 0; column < columns; column += 1) {
    let known = 0;
    for (const row of ranked) {
      const value = row[column] as number;
      if (!Number.isNaN(value)) values[known++] = value;
    }
    const bounds = binBounds(values.slice(0, known).sort());
    upperBounds.push(bounds);
    const from = column * rows.length;
    for (let row = 0; row < rows.length; row += 1) {
      const value = (rows[row] as Float32Array)[column] as number;
      bins[from + row] = Number.isNaN(value) ? 0 : 1 + binOf(value, bounds);
    }
  }
  return { bins, rows: rows.length, upperBounds };
}

/**
 * Upper bounds of the bins, in ascending order. Rank 0 is the smallest value: where nearly all rows have the greater of
 * two values, no other rank falls on the smaller one.
 */
function binBounds(sorted: Float32Array): Float32Array {
  const bounds = new Set<number>();
  for (let rank = 0; rank < RANKS; rank += 1) bounds.add(sorted[Math.floor((rank * sorted.length) / RANKS)] ?? 0);
  return Float32Array.from(bounds).sort();
}

/** Number of bounds below the value. */
function binOf(value: number, bounds: Float32Array): number {
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Memory that all trees of one training share: allocating it for each leaf would take longer than filling it. */
class Buffers {
  /** Indices of the rows that a tree is grown on. The rows of a leaf are contiguous. */
  readonly rows: Int32Array;
  readonly spill: Int32Array;
  /** Residual and hessian of each row, interleaved. */
  readonly pairs: Float64Array;

  constructor(rows: number) {
    this.rows = new Int32Array(rows);
    this.spill = new Int32Array(rows);
    this.pairs = new Float64Array(2 * rows);
  }
}

/** Fills the start of `rows` with randomly sampled row indices. @returns how many were sampled */
function sampleRows(rows: Int32Array, share: number, random: Random): number {
  let size = 0;
  for (let row = 0; row < rows.length; row += 1) if (random.next() < share) rows[size++] = row;
  return size;
}

/** Samples column indices without replacement, at least one. */
function sampleColumns(count: number, share: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: count }, (_, at) => at);
  const size = Math.max(1, Math.round(share * count));
  for (let at = 0; at < size; at += 1) {
    const other = at + random.below(count - at);
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
  return order.slice(0, size);
}

interface Split {
  readonly gain: number;
  readonly column: number;
  /** Rows in this bin or below go left. */
  readonly bin: number;
  /** Whether missing values go left. */
  readonly defaultLeft: boolean;
}

/** A leaf that may be split. */
interface Leaf {
  readonly node: number;
  /** Its rows: `from` inclusive, `to` exclusive, in the row buffer. */
  readonly from: number;
  readonly to: number;
  /** Sums of residuals and hessians for each sampled column and bin, interleaved. */
  readonly histogram: Float64Array;
  readonly depth: number;
  /** The best split; undefined where no split is allowed or gains enough. */
  readonly split: Split | undefined;
}

/**
 * Grows one tree leaf-wise: the leaf with the greatest gain is split first (Shi 2007). Of two siblings only the
 * histogram of the smaller one is built; the other is the difference to the parent's.
 */
class TreeGrower {
  private readonly splitFeature: number[] = [];
  private readonly threshold: number[] = [];
  private readonly defaultLeft: number[] = [];
  private readonly leftChild: number[] = [];
  private readonly leafValue: number[] = [];
  private readonly data: Binned;
  /** Negative gradients of the logistic loss: label − p. */
  private readonly residuals: Float64Array;
  private readonly hessians: Float64Array;
  private readonly plan: TreePlan;
  private readonly columns: Int32Array;
  private readonly buffers: Buffers;

  constructor(
    data: Binned,
    residuals: Float64Array,
    hessians: Float64Array,
    plan: TreePlan,
    columns: Int32Array,
    buffers: Buffers,
  ) {
    this.data = data;
    this.residuals = residuals;
    this.hessians = hessians;
    this.plan = plan;
    this.columns = columns;
    this.buffers = buffers;
  }

  /** @param size  number of rows at the start of the row buffer that the tree is grown on */
  grow(size: number): Tree {
    const open = [this.makeLeaf(this.addNode(), 0, size, this.buildHistogram(0, size), 0)];
    for (let leaves = 1; leaves < this.plan.numLeaves; leaves += 1) {
      const most = open.reduce(
        (best, { split }, at) => ((split?.gain ?? 0) > (open[best]?.split?.gain ?? 0) ? at : best),
        0,
      );
      const [leaf] = open.splice(most, 1);
      if (leaf?.split === undefined) break;
      open.push(...this.splitLeaf(leaf, leaf.split));
    }
    return {
      splitFeature: Int16Array.from(this.splitFeature),
      threshold: Float32Array.from(this.threshold),
      defaultLeft: Uint8Array.from(this.defaultLeft),
      leftChild: Int16Array.from(this.leftChild),
      leafValue: Float32Array.from(this.leafValue),
    };
  }

  private addNode(): number {
    this.leftChild.push(0);
    this.threshold.push(0);
    this.defaultLeft.push(0);
    this.leafValue.push(0);
    return this.splitFeature.push(-1) - 1;
  }

  /** Sets the value of the leaf and finds its best split. */
  private makeLeaf(node: number, from: number, to: number, histogram: Float64Array, depth: number): Leaf {
    const [residual, hessian] = this.sums(from, to);
    this.leafValue[node] = (this.plan.learningRate * residual) / (hessian + this.plan.lambdaL2);
    return {
      node,
      from,
      to,
      histogram,
      depth,
      split: depth < this.plan.maxDepth ? this.bestSplit(histogram, residual, hessian) : undefined,
    };
  }

  private sums(from: number, to: number): [number, number] {
    const { rows } = this.buffers;
    let [g, h] = [0, 0];
    for (let at = from; at < to; at += 1) {
      g += this.residuals[rows[at] as number] as number;
      h += this.hessians[rows[at] as number] as number;
    }
    return [g, h];
  }

  /** @returns the two children */
  private splitLeaf({ node, from, to, histogram, depth }: Leaf, split: Split): [Leaf, Leaf] {
    const middle = this.partitionRows(from, to, split);
    const leftIsSmall = middle - from < to - middle;
    const small = leftIsSmall ? this.buildHistogram(from, middle) : this.buildHistogram(middle, to);
    // In place: the parent's histogram is not needed any more.
    for (let at = 0; at < histogram.length; at += 1) histogram[at] = (histogram[at] as number) - (small[at] as number);
    const [leftNode, rightNode] = [this.addNode(), this.addNode()];
    this.splitFeature[node] = split.column;
    this.threshold[node] = this.data.upperBounds[split.column]?.[split.bin - 1] ?? Infinity;
    this.defaultLeft[node] = Number(split.defaultLeft);
    this.leftChild[node] = leftNode;
    return [
      this.makeLeaf(leftNode, from, middle, leftIsSmall ? small : histogram, depth + 1),
      this.makeLeaf(rightNode, middle, to, leftIsSmall ? histogram : small, depth + 1),
    ];
  }

  private buildHistogram(from: number, to: number): Float64Array {
    const histogram = new Float64Array(this.columns.length * HISTOGRAM_WIDTH * 2);
    const { bins, rows: all } = this.data;
    const { rows, pairs } = this.buffers;
    this.gatherPairs(from, to);
    for (let at = 0; at < this.columns.length; at += 1) {
      const column = (this.columns[at] as number) * all;
      const first = at * HISTOGRAM_WIDTH * 2;
      for (let index = from; index < to; index += 1) {
        const cell = first + (bins[column + (rows[index] as number)] as number) * 2;
        histogram[cell] = (histogram[cell] as number) + (pairs[2 * index] as number);
        histogram[cell + 1] = (histogram[cell + 1] as number) + (pairs[2 * index + 1] as number);
      }
    }
    return histogram;
  }

  /** Copies residuals and hessians of the rows side by side, since they are read once for each column. */
  private gatherPairs(from: number, to: number): void {
    const { rows, pairs } = this.buffers;
    for (let index = from; index < to; index += 1) {
      pairs[2 * index] = this.residuals[rows[index] as number] as number;
      pairs[2 * index + 1] = this.hessians[rows[index] as number] as number;
    }
  }

  private bestSplit(histogram: Float64Array, residual: number, hessian: number): Split | undefined {
    const { lambdaL2, minSumHessian } = this.plan;
    const whole = (residual * residual) / (hessian + lambdaL2);
    let best: Split | undefined;
    let bestGain = 1e-3;
    for (let at = 0; at < this.columns.length; at += 1) {
      const column = this.columns[at] as number;
      const from = at * HISTOGRAM_WIDTH * 2;
      const last = this.data.upperBounds[column]?.length ?? 0;
      const [missingResidual, missingHessian] = [histogram[from] as number, histogram[from + 1] as number];
      let [g, h] = [0, 0];
      // A split at the last bin separates the known values from the missing ones.
      for (let bin = 1; bin <= last + (missingHessian > 0 ? 1 : 0); bin += 1) {
        g += histogram[from + bin * 2] as number;
        h += histogram[from + bin * 2 + 1] as number;
        for (let side = 0; side < 2; side += 1) {
          const leftResidual = g + side * missingResidual;
          const leftHessian = h + side * missingHessian;
          const rightHessian = hessian - leftHessian;
          if (leftHessian < minSumHessian || rightHessian < minSumHessian) continue;
          const rightResidual = residual - leftResidual;
          const gain =
            (leftResidual * leftResidual) / (leftHessian + lambdaL2) +
            (rightResidual * rightResidual) / (rightHessian + lambdaL2) -
            whole;
          if (gain <= bestGain) continue;
          bestGain = gain;
          best = { gain, column, bin, defaultLeft: side === 1 };
        }
      }
    }
    return best;
  }

  /** Moves the rows that go left before those that go right, stably. @returns where the right ones begin */
  private partitionRows(from: number, to: number, { column, bin, defaultLeft }: Split): number {
    const { rows, spill } = this.buffers;
    const { bins, rows: all } = this.data;
    const first = column * all;
    let [lefts, rights] = [from, 0];
    for (let at = from; at < to; at += 1) {
      const row = rows[at] as number;
      const own = bins[first + row] as number;
      if (own === 0 ? defaultLeft : own <= bin) rows[lefts++] = row;
      else spill[rights++] = row;
    }
    for (let at = 0; at < rights; at += 1) rows[lefts + at] = spill[at] as number;
    return lefts;
  }
}

/** Adds the tree's predictions to the log-odds of all rows. Compares bins, as the splits were chosen. */
function addPredictions(tree: Tree, data: Binned, logOdds: Float64Array): void {
  const bound = Int32Array.from(tree.splitFeature, (column, node) =>
    column < 0 ? 0 : 1 + binOf(tree.threshold[node] as number, data.upperBounds[column] ?? new Float32Array(0)),
  );
  for (let row = 0; row < logOdds.length; row += 1) {
    let node = 0;
    for (let column = tree.splitFeature[0] as number; column >= 0; column = tree.splitFeature[node] as number) {
      const own = data.bins[column * data.rows + row] as number;
      const goesLeft = own === 0 ? tree.defaultLeft[node] === 1 : own <= (bound[node] as number);
      node = (tree.leftChild[node] as number) + (goesLeft ? 0 : 1);
    }
    logOdds[row] = (logOdds[row] as number) + (tree.leafValue[node] as number);
  }
}
