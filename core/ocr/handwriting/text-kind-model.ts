/**
 * The text-kind model: gradient-boosted trees that tell handwriting from print by the features of a piece of a line
 * (piece-features.ts). bench/text-type/train.ts trains it; docs/text-type-card.md describes it.
 */
import weights from './text-kind-weights.json' with { type: 'json' };

/** A tree as flat arrays, one number a node. The names of the arrays are LightGBM's. */
interface Tree {
  /** Index of the feature that the node splits on; −1 at a leaf. The root is node 0. */
  readonly split_feature: readonly number[];
  /** Features at or below it go to the left child. */
  readonly threshold: readonly number[];
  /** 1 where a missing feature (NaN) goes to the left child. */
  readonly default_left: readonly number[];
  /** Index of the left child; the right child is the next node. */
  readonly left_child: readonly number[];
  /** Log-odds that the leaf adds. */
  readonly leaf_value: readonly number[];
}

export interface TextKindWeights {
  readonly schema_version: number;
  /** The names of the features, by which the file is checked against the code. */
  readonly features: readonly string[];
  readonly initial_score: number;
  readonly trees: readonly Tree[];
}

/** Log-odds that a piece of a line with these features is handwritten. */
export const handwritingScore = (features: Float32Array, { initial_score, trees }: TextKindWeights = weights): number =>
  trees.reduce((sum, tree) => sum + leafOf(tree, features), initial_score);

function leafOf(
  { split_feature, threshold, default_left, left_child, leaf_value }: Tree,
  features: Float32Array,
): number {
  let node = 0;
  for (let feature = split_feature[0] ?? -1; feature >= 0; feature = split_feature[node] ?? -1) {
    const value = features[feature] ?? Number.NaN;
    const goesLeft = Number.isNaN(value) ? default_left[node] === 1 : value <= (threshold[node] ?? 0);
    node = (left_child[node] ?? 0) + (goesLeft ? 0 : 1);
  }
  return leaf_value[node] ?? 0;
}
