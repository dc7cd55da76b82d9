/**
 * The layers of the text-kind network: convolutions with ReLU, each of which also reduces the height, and a weighted sum. Most
 * inputs are zero, paper or cut off by ReLU, and are skipped.
 */
import { PICTURE_HEIGHT } from './ink-picture.ts';

/** Values by row, column and channel. */
export interface FeatureMap {
  readonly height: number;
  readonly width: number;
  readonly channels: number;
  readonly data: Float32Array;
}

export interface ConvolutionPlan {
  readonly inputs: number;
  /** A multiple of 8. */
  readonly outputs: number;
  /** Size of the kernel. */
  readonly rows: number;
  readonly columns: number;
  readonly stride: number;
  /** Rows of zeros above and below the map, and columns of zeros at its left and right. */
  readonly padRows: number;
  readonly padColumns: number;
}

export interface Convolution extends ConvolutionPlan {
  /** By row, column and input; the weights of all outputs next to each other. */
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

/** The whole network: after the last convolution there is one row, whose values are summed to one number a column. */
export interface KindLayers {
  readonly convolutions: readonly Convolution[];
  /** `bias` has one number. */
  readonly sum: { readonly weights: Float32Array; readonly bias: Float32Array };
}

/** Heights of 40, 20, 10, 5 and 1; a column of the result stands for 8 of the picture, and sees 49. */
export const PLAN: readonly ConvolutionPlan[] = [
  { inputs: 1, outputs: 8, rows: 5, columns: 5, stride: 2, padRows: 2, padColumns: 2 },
  { inputs: 8, outputs: 16, rows: 3, columns: 3, stride: 2, padRows: 1, padColumns: 1 },
  { inputs: 16, outputs: 32, rows: 3, columns: 3, stride: 2, padRows: 1, padColumns: 1 },
  { inputs: 32, outputs: 32, rows: 5, columns: 5, stride: 1, padRows: 0, padColumns: 2 },
];
/** Number of values of the last convolution. */
export const SUMMED = 32;

/** The picture with values of 0 to 1. */
export const mapOfPicture = (picture: Uint8Array): FeatureMap => ({
  height: PICTURE_HEIGHT,
  width: picture.length / PICTURE_HEIGHT,
  channels: 1,
  data: Float32Array.from(picture, (ink) => ink / 255),
});

/** Outputs that are summed at a time. */
const BLOCK = 8;

/** The inputs of one output pixel that are not zero, and where their weights begin; used again for every pixel. */
let inputs = new Float64Array(0);
let places = new Int32Array(0);

/** The result of a layer. */
export function convolve(layer: Convolution, from: FeatureMap): FeatureMap {
  const to = sumsOf(layer, from);
  for (let at = 0; at < to.data.length; at += 1) if ((to.data[at] as number) < 0) to.data[at] = 0;
  return to;
}

/** The result of a layer before its ReLU. */
export function sumsOf(layer: Convolution, from: FeatureMap): FeatureMap {
  const { outputs, biases } = layer;
  const to = emptyResult(layer, from);
  const most = layer.rows * layer.columns * layer.inputs;
  if (inputs.length < most) [inputs, places] = [new Float64Array(most), new Int32Array(most)];
  let at = 0;
  for (let row = 0; row < to.height; row += 1)
    for (let column = 0; column < to.width; column += 1, at += outputs) {
      const count = gather(layer, from, row * layer.stride - layer.padRows, column * layer.stride - layer.padColumns);
      for (let first = 0; first < outputs; first += BLOCK)
        sumBlock(layer.weights, biases, count, first, to.data, at + first);
    }
  return to;
}

const emptyResult = (layer: ConvolutionPlan, from: FeatureMap): FeatureMap => {
  const height = Math.floor((from.height + 2 * layer.padRows - layer.rows) / layer.stride) + 1;
  const width = Math.floor((from.width + 2 * layer.padColumns - layer.columns) / layer.stride) + 1;
  return { height, width, channels: layer.outputs, data: new Float32Array(height * width * layer.outputs) };
};

/** @returns the number of inputs that are not zero, of a kernel whose upper left corner is at this row and column */
function gather(layer: ConvolutionPlan, { height, width, data }: FeatureMap, top: number, left: number): number {
  const { inputs: channels, outputs, rows, columns } = layer;
  const [fromColumn, toColumn] = [Math.max(0, -left), Math.min(columns, width - left)];
  const [fromRow, toRow] = [Math.max(0, -top), Math.min(rows, height - top)];
  let count = 0;
  for (let row = fromRow; row < toRow; row += 1) {
    let place = (row * columns + fromColumn) * channels * outputs;
    let at = ((top + row) * width + left + fromColumn) * channels;
    for (const end = at + (toColumn - fromColumn) * channels; at < end; at += 1, place += outputs) {
      const value = data[at] as number; // at is inside the map
      if (value === 0) continue;
      inputs[count] = value;
      places[count] = place;
      count += 1;
    }
  }
  return count;
}

/** Eight outputs of a pixel from the inputs that were gathered. */
function sumBlock(
  weights: Float32Array,
  biases: Float32Array,
  count: number,
  first: number,
  to: Float32Array,
  at: number,
): void {
  // Casts: the weights have a block of outputs at every place.
  let [a, b, c, d] = [biases[first], biases[first + 1], biases[first + 2], biases[first + 3]] as Four;
  let [e, f, g, h] = [biases[first + 4], biases[first + 5], biases[first + 6], biases[first + 7]] as Four;
  for (let index = 0; index < count; index += 1) {
    const value = inputs[index] as number;
    const place = (places[index] as number) + first;
    a += value * (weights[place] as number);
    b += value * (weights[place + 1] as number);
    c += value * (weights[place + 2] as number);
    d += value * (weights[place + 3] as number);
    e += value * (weights[place + 4] as number);
    f += value * (weights[place + 5] as number);
    g += value * (weights[place + 6] as number);
    h += value * (weights[place + 7] as number);
  }
  to[at] = a;
  to[at + 1] = b;
  to[at + 2] = c;
  to[at + 3] = d;
  to[at + 4] = e;
  to[at + 5] = f;
  to[at + 6] = g;
  to[at + 7] = h;
}

type Four = [number, number, number, number];

/** One number a column: log-odds of handwriting. @param last the map of the last convolution, of one row */
export function sumColumns({ weights, bias }: KindLayers['sum'], last: FeatureMap): Float32Array {
  return Float32Array.from({ length: last.width }, (_, column) => {
    let sum = bias[0] ?? 0;
    for (let channel = 0; channel < last.channels; channel += 1)
      // Casts: both have this channel.
      sum += (weights[channel] as number) * (last.data[column * last.channels + channel] as number);
    return sum;
  });
}

/** The log-odds of handwriting of each eight columns of a picture. */
export const columnScores = ({ convolutions, sum }: KindLayers, picture: Uint8Array): Float32Array =>
  sumColumns(
    sum,
    convolutions.reduce((map, layer) => convolve(layer, map), mapOfPicture(picture)),
  );
