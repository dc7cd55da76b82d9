/**
 * Inference of gradient-boosted trees. A tree is a few flat arrays, one number a node. A missing input (NaN) follows
 * the branch that was chosen in training. The names of the arrays are LightGBM's.
 */

export interface Tree {
  /** Index of the input that the node splits on; −1 at a leaf. The root is node 0. */
  readonly splitFeature: Int16Array;
  /** Inputs at or below it go to the left child. */
  readonly threshold: Float32Array;
  /** 1 where a missing input goes to the left child. */
  readonly defaultLeft: Uint8Array;
  /** Index of the left child; the right child is the next node. */
  readonly leftChild: Int16Array;
  /** Log-odds that the leaf adds. */
  readonly leafValue: Float32Array;
}

export interface BoostedTrees {
  /** Log-odds before the first tree. */
  readonly initialScore: number;
  readonly trees: readonly Tree[];
}

/** Log-odds for each row of inputs. One tree is run over all rows at a time, so that it stays in the cache. */
export function runTrees({ initialScore, trees }: BoostedTrees, rows: readonly Float32Array[]): Float64Array {
  const sums = new Float64Array(rows.length).fill(initialScore);
  const columns = columnsOf(rows);
  for (const tree of trees) addTree(tree, columns, sums);
  return sums;
}

/** Transposes the rows: a tree reads few columns of all rows. */
function columnsOf(rows: readonly Float32Array[]): Float32Array {
  const columns = new Float32Array(rows.length * (rows[0]?.length ?? 0));
  for (const [at, row] of rows.entries())
    for (let column = 0; column < row.length; column += 1) columns[column * rows.length + at] = row[column] as number;
  return columns;
}

// Casts: the weights file was checked, so every column that a tree splits on exists; checks at each of millions of
// nodes would take most of the time.
function addTree(
  { splitFeature, threshold, defaultLeft, leftChild, leafValue }: Tree,
  columns: Float32Array,
  sums: Float64Array,
): void {
  for (let at = 0; at < sums.length; at += 1) {
    let node = 0;
    for (let feature = splitFeature[0] as number; feature >= 0; feature = splitFeature[node] as number) {
      const input = columns[feature * sums.length + at] as number;
      const goesLeft = input <= (threshold[node] as number) || (Number.isNaN(input) && defaultLeft[node] === 1);
      node = (leftChild[node] as number) + (goesLeft ? 0 : 1);
    }
    sums[at] = (sums[at] as number) + (leafValue[node] as number);
  }
}
