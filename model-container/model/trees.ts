/** Gradient-boosted trees, for answering: each tree is a few flat arrays, and an unknown input takes the side that the tree has learnt for it. */

export interface Tree {
  /** Column that a node asks for; −1 at a leaf. The root is node 0. */
  readonly column: Int16Array;
  /** At or below it goes left. */
  readonly threshold: Float32Array;
  /** 1 where an unknown input goes left. */
  readonly unknownLeft: Uint8Array;
  /** Left child; the right one is the next node. */
  readonly left: Int16Array;
  /** Log-odds that a leaf adds. */
  readonly value: Float32Array;
}

/** Log-odds of the mean label, and what the trees add to it. */
export interface Trees {
  readonly start: number;
  readonly trees: readonly Tree[];
}

/** Log-odds for each row of inputs; a tree at a time, so that it stays at hand for all rows. */
export function runTrees({ start, trees }: Trees, rows: readonly Float32Array[]): Float64Array {
  const sums = new Float64Array(rows.length).fill(start);
  for (const tree of trees) addTree(tree, rows, sums);
  return sums;
}

function addTree({ column, threshold, unknownLeft, left, value }: Tree, rows: readonly Float32Array[], sums: Float64Array): void {
  for (const [at, row] of rows.entries()) {
    let node = 0;
    for (let asked = column[0] ?? -1; asked >= 0; asked = column[node] ?? -1) {
      const input = row[asked] ?? Number.NaN;
      const goesLeft = Number.isNaN(input) ? unknownLeft[node] === 1 : input <= (threshold[node] ?? 0);
      node = (left[node] ?? 0) + (goesLeft ? 0 : 1);
    }
    sums[at] = (sums[at] ?? 0) + (value[node] ?? 0);
  }
}
