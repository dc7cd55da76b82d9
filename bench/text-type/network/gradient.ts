/** The gradient of the text-kind network: of the loss of a picture's mean log-odds by every weight. */
import {
  convolve,
  mapOfPicture,
  sumColumns,
  type Convolution,
  type FeatureMap,
  type KindLayers,
} from '../../../core/ocr/handwriting/network/convolutions.ts';

/** The derivatives of a layer's weights and biases, in their order. */
export interface LayerGradient {
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

/** One a convolution, and that of the sum last. */
export type Gradient = readonly LayerGradient[];

export const emptyGradient = ({ convolutions, sum }: KindLayers): Gradient => [
  ...convolutions.map(({ weights, biases }) => emptyLike(weights.length, biases.length)),
  emptyLike(sum.weights.length, 1),
];

const emptyLike = (weights: number, biases: number): LayerGradient => ({
  weights: new Float32Array(weights),
  biases: new Float32Array(biases),
});

/**
 * Adds the derivatives of the loss of one picture.
 * @param target probability that the picture should have of being handwritten
 * @returns the loss: the cross-entropy of the mean log-odds of its columns
 */
export function addGradient(layers: KindLayers, picture: Uint8Array, target: number, to: Gradient): number {
  const maps = [mapOfPicture(picture)];
  for (const layer of layers.convolutions) maps.push(convolve(layer, lastOf(maps)));
  const last = lastOf(maps);
  const scores = sumColumns(layers.sum, last);
  const score = scores.reduce((sum, one) => sum + one, 0) / scores.length;
  const byScore = (1 / (1 + Math.exp(-score)) - target) / scores.length;
  let byLast = addOfSum(layers.sum.weights, last, byScore, lastOf(to));
  for (let at = layers.convolutions.length - 1; at >= 0; at -= 1)
    byLast = addOfConvolution(
      layers.convolutions[at] as Convolution, // at is an index of both, and of `maps`
      maps[at] as FeatureMap,
      maps[at + 1] as FeatureMap,
      byLast,
      to[at] as LayerGradient,
    );
  return Math.log1p(Math.exp(-Math.abs(score))) + Math.max(score, 0) - target * score;
}

function lastOf<T>(items: readonly T[]): T {
  const last = items.at(-1);
  if (last === undefined) throw new RangeError('There is no last one of nothing.');
  return last;
}

/** @returns the derivatives by the values of the map */
function addOfSum(
  weights: Float32Array,
  { data, channels }: FeatureMap,
  byScore: number,
  to: LayerGradient,
): Float32Array {
  to.biases[0] = (to.biases[0] ?? 0) + (byScore * data.length) / channels;
  return data.map((value, at) => {
    const channel = at % channels;
    to.weights[channel] = (to.weights[channel] ?? 0) + byScore * value;
    return byScore * (weights[channel] ?? 0);
  });
}

/** Outputs that are handled at a time. */
const BLOCK = 8;

/** The inputs of one output pixel that are not zero: their values, indices in the map, and where their weights begin. */
interface Gathered {
  count: number;
  readonly values: Float64Array;
  readonly indices: Int32Array;
  readonly places: Int32Array;
}

/**
 * A zero of the result was cut off by ReLU, and a zero of the inputs by that of the layer before, or is paper: neither has
 * a derivative that matters.
 * @returns the derivatives by the inputs
 */
function addOfConvolution(
  layer: Convolution,
  from: FeatureMap,
  result: FeatureMap,
  byResult: Float32Array,
  to: LayerGradient,
): Float32Array {
  const { outputs } = layer;
  const byInput = new Float32Array(from.data.length);
  const most = layer.rows * layer.columns * layer.inputs;
  const gathered: Gathered = {
    count: 0,
    values: new Float64Array(most),
    indices: new Int32Array(most),
    places: new Int32Array(most),
  };
  let start = 0;
  for (let y = 0; y < result.height; y += 1)
    for (let x = 0; x < result.width; x += 1, start += outputs) {
      gather(layer, from, y * layer.stride - layer.padRows, x * layer.stride - layer.padColumns, gathered);
      for (let first = 0; first < outputs; first += BLOCK) {
        const by = byResult.subarray(start + first, start + first + BLOCK);
        // Casts: every index is inside its array.
        for (let at = 0; at < BLOCK; at += 1) {
          if ((result.data[start + first + at] as number) === 0) by[at] = 0;
          to.biases[first + at] = (to.biases[first + at] as number) + (by[at] as number);
        }
        addBlock(gathered, layer.weights, first, by, to.weights, byInput);
      }
    }
  return byInput;
}

function gather(layer: Convolution, from: FeatureMap, top: number, left: number, gathered: Gathered): void {
  const { inputs, outputs, rows, columns } = layer;
  let count = 0;
  for (let row = Math.max(0, -top); row < Math.min(rows, from.height - top); row += 1) {
    const first = Math.max(0, -left);
    let place = (row * columns + first) * inputs * outputs;
    let at = ((top + row) * from.width + left + first) * inputs;
    const end = ((top + row) * from.width + Math.min(from.width, left + columns)) * inputs;
    for (; at < end; at += 1, place += outputs) {
      const value = from.data[at] as number; // at is inside the map
      if (value === 0) continue;
      gathered.values[count] = value;
      gathered.indices[count] = at;
      gathered.places[count] = place;
      count += 1;
    }
  }
  gathered.count = count;
}

type Four = [number, number, number, number];

/** Adds what a block of outputs of a pixel gives to the derivatives by its weights and its inputs. */
function addBlock(
  { count, values, indices, places }: Gathered,
  weights: Float32Array,
  first: number,
  by: Float32Array,
  toWeights: Float32Array,
  toInputs: Float32Array,
): void {
  // Casts: every index is inside its array.
  const [a, b, c, d] = [by[0], by[1], by[2], by[3]] as Four;
  const [e, f, g, h] = [by[4], by[5], by[6], by[7]] as Four;
  if (a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0 && g === 0 && h === 0) return;
  for (let index = 0; index < count; index += 1) {
    const value = values[index] as number;
    const at = (places[index] as number) + first;
    toWeights[at] = (toWeights[at] as number) + a * value;
    toWeights[at + 1] = (toWeights[at + 1] as number) + b * value;
    toWeights[at + 2] = (toWeights[at + 2] as number) + c * value;
    toWeights[at + 3] = (toWeights[at + 3] as number) + d * value;
    toWeights[at + 4] = (toWeights[at + 4] as number) + e * value;
    toWeights[at + 5] = (toWeights[at + 5] as number) + f * value;
    toWeights[at + 6] = (toWeights[at + 6] as number) + g * value;
    toWeights[at + 7] = (toWeights[at + 7] as number) + h * value;
    const input = indices[index] as number;
    toInputs[input] =
      (toInputs[input] as number) +
      a * (weights[at] as number) +
      b * (weights[at + 1] as number) +
      c * (weights[at + 2] as number) +
      d * (weights[at + 3] as number) +
      e * (weights[at + 4] as number) +
      f * (weights[at + 5] as number) +
      g * (weights[at + 6] as number) +
      h * (weights[at + 7] as number);
  }
}
