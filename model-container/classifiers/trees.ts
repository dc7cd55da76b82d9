/** Gradient-boosted trees, for answering: each tree is a few flat arrays, and an unknown input takes the side that the tree has learnt for it. */

export interface Tree {
  /** Column that a node asks for; −1 at a leaf. The root is node 0. */
  readonly splitFeature: Int16Array;
  /** At or below it goes left. */
  readonly threshold: Float32Array;
  /** 1 where an unknown input goes left. */
  readonly defaultLeft: Uint8Array;
  /** Left child; the right one is the next node. */
  readonly leftChild: Int16Array;
  /** Log-odds that a leaf adds. */
  readonly leafValue: Float32Array;
}

/** Log-odds of the mean label, and what the trees add to it. */
export interface BoostedTrees {
  readonly initialScore: number;
  readonly trees: readonly Tree[];
}

/** Log-odds for each row of inputs; a tree at a time, so that it stays at hand for all rows. */
export function runTrees({ initialScore, trees }: BoostedTrees, rows: readonly Float32Array[]): Float64Array {
  const sums = new Float64Array(rows.length).fill(initialScore);
  const columns = columnsOf(rows);
  for (const tree of trees) addTree(tree, columns, sums);
  return sums;
}

/** Column after column: a tree asks for few columns, of all rows. */
function columnsOf(rows: readonly Float32Array[]): Float32Array {
  const columns = new Float32Array(rows.length * (rows[0]?.length ?? 0));
  for (const [at, row] of rows.entries())
    for (let column = 0; column < row.length; column += 1) columns[column * rows.length + at] = row[column] as number;
  return columns;
}

// Casts: every column that a tree asks for is there (a weights file is checked for that), and a check at each of millions of steps is what takes the time.
function addTree(
  { splitFeature, threshold, defaultLeft, leftChild, leafValue }: Tree,
  columns: Float32Array,
  sums: Float64Array,
): void {
  for (let at = 0; at < sums.length; at += 1) {
    let node = 0;
    for (let asked = splitFeature[0] as number; asked >= 0; asked = splitFeature[node] as number) {
      const input = columns[asked * sums.length + at] as number;
      const goesLeft = input <= (threshold[node] as number) || (Number.isNaN(input) && defaultLeft[node] === 1);
      node = (leftChild[node] as number) + (goesLeft ? 0 : 1);
    }
    sums[at] = (sums[at] as number) + (leafValue[node] as number);
  }
}
