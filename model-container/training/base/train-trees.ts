/** Gradient boosting on histograms (Friedman 2001; bins and growth leaf by leaf as in LightGBM): small, seeded, one thread. */
import { seededRandom } from '../../random.ts';
import type { Random } from '../../random.ts';
import { rankedRows } from './ranked-rows.ts';
import type { Tree, BoostedTrees } from '../../classifiers/trees.ts';

export interface TreePlan {
  readonly rounds: number;
  /** Most leaves of a tree, at least 2, and most questions from its root to one. */
  readonly numLeaves: number;
  readonly depth: number;
  readonly learningRate: number;
  /** Sum of p(1 − p) that a leaf needs. */
  readonly minSumHessian: number;
  /** Added to that sum where a leaf's value is computed: small leaves move little. */
  readonly lambdaL2: number;
  /** Share of the rows and of the columns that each tree sees. */
  readonly rows: number;
  readonly columns: number;
  readonly seed: number;
}

export const DEFAULT_TREES: TreePlan = {
  rounds: 700,
  numLeaves: 63,
  depth: 8,
  learningRate: 0.08,
  minSumHessian: 5,
  lambdaL2: 10,
  rows: 0.4,
  columns: 0.1,
  seed: 1,
};

/** Values at which a column may be parted: of so many ranks, evenly spaced from the smallest on. */
const RANKS = 48;
/** What is above the last rank is a bin of its own. */
const BINS = RANKS + 1;

interface Binned {
  /** Column by column, a bin a row: 0 is unknown, 1 … BINS go upwards. */
  readonly bins: Uint8Array;
  readonly rows: number;
  /** Upper end of each bin of each column: what is at or below it is in it or further down. */
  readonly ends: readonly Float32Array[];
}

/**
 * The same rows, labels and plan give the same trees.
 * @param from  log-odds that the trees go on from, one a row: what they say is to be added to these; where there are none they go on from those of the mean label
 * @throws RangeError where there are no rows
 */
export function trainTrees(
  rows: readonly Float32Array[],
  labels: Float32Array,
  columns: number,
  plan: TreePlan,
  from?: Float64Array,
): BoostedTrees {
  if (rows.length === 0) throw new RangeError('There are no rows to train on.');
  const random = seededRandom(plan.seed);
  const data = binRows(rows, columns);
  const positives = labels.reduce((sum, label) => sum + label, 0);
  const start = from === undefined ? Math.log((positives + 1) / (labels.length - positives + 1)) : 0;
  const odds = from === undefined ? new Float64Array(rows.length).fill(start) : Float64Array.from(from);
  const slope = new Float64Array(rows.length);
  const curve = new Float64Array(rows.length);
  const trees: Tree[] = [];
  const room = new Buffers(rows.length);
  for (let round = 0; round < plan.rounds; round += 1) {
    for (let row = 0; row < odds.length; row += 1) {
      const p = 1 / (1 + Math.exp(-(odds[row] as number)));
      slope[row] = (labels[row] as number) - p;
      curve[row] = p * (1 - p);
    }
    const drawn = sampleRows(room.rows, plan.rows, random);
    const seen = sampleColumns(columns, plan.columns, random);
    const tree = new TreeGrower(data, slope, curve, plan, seen, room).grow(drawn);
    trees.push(tree);
    addPredictions(tree, data, odds);
  }
  return { initialScore, trees };
}

function binRows(rows: readonly Float32Array[], columns: number): Binned {
  const bins = new Uint8Array(columns * rows.length);
  const ends: Float32Array[] = [];
  const ranked = rankedRows(rows);
  const values = new Float32Array(ranked.length);
  for (let column = 0; column < columns; column += 1) {
    let known = 0;
    for (const row of ranked) {
      const value = row[column] as number;
      if (!Number.isNaN(value)) values[known++] = value;
    }
    const end = binEnds(values.slice(0, known).sort());
    ends.push(end);
    const from = column * rows.length;
    for (let row = 0; row < rows.length; row += 1) {
      const value = (rows[row] as Float32Array)[column] as number;
      bins[from + row] = Number.isNaN(value) ? 0 : 1 + binOf(value, end);
    }
  }
  return { bins, rows: rows.length, ends };
}

/** With the smallest value: where nearly all rows have the greater of two, no other rank falls on the smaller. */
function binEnds(sorted: Float32Array): Float32Array {
  const ends = new Set<number>();
  for (let rank = 0; rank < RANKS; rank += 1) ends.add(sorted[Math.floor((rank * sorted.length) / RANKS)] ?? 0);
  return Float32Array.from(ends).sort();
}

/** How many ends are below the value. */
function binOf(value: number, ends: Float32Array): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Memory that all trees of one boosting use one after the other: to ask for it anew at every leaf takes longer than to fill it. */
class Buffers {
  /** The rows that a tree sees, those of a leaf side by side. */
  readonly rows: Int32Array;
  readonly spill: Int32Array;
  /** Slope and curve of rows, side by side. */
  readonly pairs: Float64Array;

  constructor(rows: number) {
    this.rows = new Int32Array(rows);
    this.spill = new Int32Array(rows);
    this.pairs = new Float64Array(2 * rows);
  }
}

/** Fills `rows` with the numbers of some rows. @returns how many they are */
function sampleRows(rows: Int32Array, share: number, random: Random): number {
  let size = 0;
  for (let row = 0; row < rows.length; row += 1) if (random.next() < share) rows[size++] = row;
  return size;
}

function sampleColumns(buildHistogram: number, share: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: buildHistogram }, (_, at) => at);
  const size = Math.max(1, Math.round(share * buildHistogram));
  for (let at = 0; at < size; at += 1) {
    const other = at + random.below(buildHistogram - at);
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
  return order.slice(0, size);
}

interface Split {
  readonly gain: number;
  readonly column: number;
  readonly bin: number;
  readonly unknownLeft: boolean;
}

const WIDTH = BINS + 1;

/** What may be parted further. */
interface Leaf {
  readonly node: number;
  /** Its rows are those from one place to before the other. */
  readonly from: number;
  readonly to: number;
  /** Sums of slope and curve a column and bin. */
  readonly histogram: Float64Array;
  readonly depth: number;
  readonly split: Split | undefined;
}

/** Grows one tree, the leaf first that gains most (Shi 2007); of two siblings only the smaller is counted, the other is what is left of the parent. */
class TreeGrower {
  private readonly column: number[] = [];
  private readonly threshold: number[] = [];
  private readonly unknownLeft: number[] = [];
  private readonly left: number[] = [];
  private readonly value: number[] = [];
  private readonly data: Binned;
  private readonly slope: Float64Array;
  private readonly curve: Float64Array;
  private readonly plan: TreePlan;
  private readonly seen: Int32Array;
  private readonly room: Buffers;

  constructor(data: Binned, slope: Float64Array, curve: Float64Array, plan: TreePlan, seen: Int32Array, room: Buffers) {
    this.data = data;
    this.slope = slope;
    this.curve = curve;
    this.plan = plan;
    this.seen = seen;
    this.room = room;
  }

  /** @param size  rows of the room that it sees, the first ones */
  grow(size: number): Tree {
    const open = [this.makeLeaf(this.addNode(), 0, size, this.count(0, size), 0)];
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
      splitFeature: Int16Array.from(this.column),
      threshold: Float32Array.from(this.threshold),
      defaultLeft: Uint8Array.from(this.unknownLeft),
      leftChild: Int16Array.from(this.left),
      leafValue: Float32Array.from(this.value),
    };
  }

  private addNode(): number {
    this.left.push(0);
    this.threshold.push(0);
    this.unknownLeft.push(0);
    this.value.push(0);
    return this.column.push(-1) - 1;
  }

  /** A leaf's value, and how it had best be parted. */
  private makeLeaf(node: number, from: number, to: number, counts: Float64Array, depth: number): Leaf {
    const [slope, curve] = this.sums(from, to);
    this.value[node] = (this.plan.learningRate * slope) / (curve + this.plan.lambdaL2);
    return {
      node,
      from,
      to,
      histogram,
      depth,
      split: depth < this.plan.depth ? this.bestSplit(counts, slope, curve) : undefined,
    };
  }

  private sums(from: number, to: number): [number, number] {
    const { rows } = this.room;
    let [g, h] = [0, 0];
    for (let at = from; at < to; at += 1) {
      g += this.slope[rows[at] as number] as number;
      h += this.curve[rows[at] as number] as number;
    }
    return [g, h];
  }

  /** @returns its two children */
  private splitLeaf({ node, from, to, histogram, depth }: Leaf, split: Split): [Leaf, Leaf] {
    const middle = this.partitionRows(from, to, split);
    const leftIsSmall = middle - from < to - middle;
    const small = leftIsSmall ? this.count(from, middle) : this.count(middle, to);
    // What the parent counted is asked for no more.
    for (let at = 0; at < histogram.length; at += 1) histogram[at] = (histogram[at] as number) - (small[at] as number);
    const [leftNode, rightNode] = [this.addNode(), this.addNode()];
    this.column[node] = split.column;
    this.threshold[node] = this.data.ends[split.column]?.[split.bin - 1] ?? Infinity;
    this.unknownLeft[node] = Number(split.unknownLeft);
    this.left[node] = leftNode;
    return [
      this.makeLeaf(leftNode, from, middle, leftIsSmall ? small : histogram, depth + 1),
      this.makeLeaf(rightNode, middle, to, leftIsSmall ? histogram : small, depth + 1),
    ];
  }

  private count(from: number, to: number): Float64Array {
    const counts = new Float64Array(this.seen.length * WIDTH * 2);
    const { bins, rows: all } = this.data;
    const { rows, pairs } = this.room;
    this.gatherGradients(from, to);
    for (let at = 0; at < this.seen.length; at += 1) {
      const column = (this.seen[at] as number) * all;
      const first = at * WIDTH * 2;
      for (let index = from; index < to; index += 1) {
        const cell = first + (bins[column + (rows[index] as number)] as number) * 2;
        counts[cell] = (counts[cell] as number) + (pairs[2 * index] as number);
        counts[cell + 1] = (counts[cell + 1] as number) + (pairs[2 * index + 1] as number);
      }
    }
    return counts;
  }

  /** Slope and curve of the rows side by side: they are asked for once a column. */
  private gatherGradients(from: number, to: number): void {
    const { rows, pairs } = this.room;
    for (let index = from; index < to; index += 1) {
      pairs[2 * index] = this.slope[rows[index] as number] as number;
      pairs[2 * index + 1] = this.curve[rows[index] as number] as number;
    }
  }

  private bestSplit(counts: Float64Array, slope: number, curve: number): Split | undefined {
    const { lambdaL2, minSumHessian } = this.plan;
    const whole = (slope * slope) / (curve + lambdaL2);
    let best: Split | undefined;
    let bestGain = 1e-3;
    for (let at = 0; at < this.seen.length; at += 1) {
      const column = this.seen[at] as number;
      const from = at * WIDTH * 2;
      const last = this.data.ends[column]?.length ?? 0;
      const [unknownSlope, unknownCurve] = [counts[from] as number, counts[from + 1] as number];
      let [g, h] = [0, 0];
      // The last bin parts the known from the unknown.
      for (let bin = 1; bin <= last + (unknownCurve > 0 ? 1 : 0); bin += 1) {
        g += counts[from + bin * 2] as number;
        h += counts[from + bin * 2 + 1] as number;
        for (let side = 0; side < 2; side += 1) {
          const leftSlope = g + side * unknownSlope;
          const leftCurve = h + side * unknownCurve;
          const rightCurve = curve - leftCurve;
          if (leftCurve < minSumHessian || rightCurve < minSumHessian) continue;
          const rightSlope = slope - leftSlope;
          const gain =
            (leftSlope * leftSlope) / (leftCurve + lambdaL2) + (rightSlope * rightSlope) / (rightCurve + lambdaL2) - whole;
          if (gain <= bestGain) continue;
          bestGain = gain;
          best = { gain, column, bin, unknownLeft: side === 1 };
        }
      }
    }
    return best;
  }

  /** Puts the rows that go left before those that go right, each in their order. @returns where the latter begin */
  private partitionRows(from: number, to: number, { column, bin, unknownLeft }: Split): number {
    const { rows, spill } = this.room;
    const { bins, rows: all } = this.data;
    const first = column * all;
    let [lefts, rights] = [from, 0];
    for (let at = from; at < to; at += 1) {
      const row = rows[at] as number;
      const own = bins[first + row] as number;
      if (own === 0 ? unknownLeft : own <= bin) rows[lefts++] = row;
      else spill[rights++] = row;
    }
    for (let at = 0; at < rights; at += 1) rows[lefts + at] = spill[at] as number;
    return lefts;
  }
}

/** By bins, since that is how it was grown. */
function addPredictions(tree: Tree, data: Binned, odds: Float64Array): void {
  const bound = Int32Array.from(tree.splitFeature, (column, node) =>
    column < 0 ? 0 : 1 + binOf(tree.threshold[node] as number, data.ends[column] ?? new Float32Array(0)),
  );
  for (let row = 0; row < odds.length; row += 1) {
    let node = 0;
    for (let column = tree.splitFeature[0] as number; column >= 0; column = tree.splitFeature[node] as number) {
      const own = data.bins[column * data.rows + row] as number;
      const goesLeft = own === 0 ? tree.defaultLeft[node] === 1 : own <= (bound[node] as number);
      node = (tree.leftChild[node] as number) + (goesLeft ? 0 : 1);
    }
    odds[row] = (odds[row] as number) + (tree.leafValue[node] as number);
  }
}
