/**
 * `node bench/text-type/train.ts DRAWN… PRINTED… --real REAL`: trains the text-kind model on pieces that collect.ts and
 * collect-real.ts have written, and writes core/ocr/handwriting/text-kind-weights.json. The same files give the same model.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PIECE_FEATURES } from '../../core/ocr/handwriting/piece-features.ts';
import type { TextKindWeights } from '../../core/ocr/handwriting/text-kind-model.ts';
import { trainTrees, type TreePlan } from '../../model-container/training/base/train-trees.ts';
import { readPieces, type Piece } from './pieces-file.ts';

const PLAN: TreePlan = {
  rounds: 300,
  numLeaves: 15,
  maxDepth: 6,
  learningRate: 0.08,
  minSumHessian: 1,
  lambdaL2: 2,
  baggingFraction: 0.7,
  featureFraction: 0.5,
  seed: 1,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { real: { type: 'string', multiple: true, default: [] } },
});

/** Median difference of neighbouring shapes below which they are one shape that was found twice. */
const FOUND_TWICE = 0.02;
/** On a real page, whose lines all count as handwriting: what is printed on it, such as a stamp or the head of a form. */
const PRINTED = { confidence: 93, similar: 0.35 };
/** Binary logarithm of the letters of a piece: with fewer than three, too little is seen of it. */
const MIN_LETTERS = 1.5;

const featureOf = ({ features }: Piece, name: (typeof PIECE_FEATURES)[number]): number =>
  features[PIECE_FEATURES.indexOf(name)] ?? Number.NaN;
const isFoundTwice = (piece: Piece): boolean =>
  piece.kind === 'handwritten' && featureOf(piece, 'difference_median') < FOUND_TWICE;
const looksPrinted = (piece: Piece): boolean =>
  piece.kind === 'handwritten' &&
  (featureOf(piece, 'confidence') > PRINTED.confidence ||
    featureOf(piece, 'similar') > PRINTED.similar ||
    featureOf(piece, 'letters') < MIN_LETTERS);

const readAll = async (paths: readonly string[]): Promise<Piece[]> =>
  (await Promise.all(paths.map(readPieces))).flat().filter((piece) => !isFoundTwice(piece));

const real = await readAll(values.real);
const all = [...(await readAll(positionals)), ...real.filter((piece) => !looksPrinted(piece))];
/** Handwriting is repeated until there is as much of it as of print. */
const written = all.filter(({ kind }) => kind === 'handwritten');
const times = Math.max(1, Math.round((all.length - written.length) / Math.max(1, written.length)));
const pieces = [...all, ...Array.from({ length: times - 1 }, () => written).flat()];
const rows = pieces.map(({ features }) => Float32Array.from(features));
const labels = Float32Array.from(pieces, ({ kind }) => (kind === 'handwritten' ? 1 : 0));
const { initialScore, trees } = trainTrees(rows, labels, PIECE_FEATURES.length, PLAN);
/** The trainer's threshold of a node that sends all known values to the left. */
const LARGEST = 3e38;
/** Seven digits tell all 32-bit numbers of a threshold apart from their neighbours in the data. */
const short = (values: Float32Array, digits: number): number[] =>
  Array.from(values, (value) => Number((Number.isFinite(value) ? value : LARGEST).toPrecision(digits)));
const weights: TextKindWeights = {
  schema_version: 1,
  features: [...PIECE_FEATURES],
  initial_score: Number(initialScore.toPrecision(6)),
  trees: trees.map(({ splitFeature, threshold, defaultLeft, leftChild, leafValue }) => ({
    split_feature: [...splitFeature],
    threshold: short(threshold, 7),
    default_left: [...defaultLeft],
    left_child: [...leftChild],
    leaf_value: short(leafValue, 5),
  })),
};
await writeFile(
  join(import.meta.dirname, '../../core/ocr/handwriting/text-kind-weights.json'),
  `${JSON.stringify(weights)}\n`,
);
console.log(`${all.length} pieces, ${written.length} of them handwritten`);
