/** Feature maps and layers in plain TypeScript, with which the kernel is compared. */
import { seededRandom } from '../../../../../model-container/random.ts';
import type { EdgeKernel } from '../../../../../core/documents/crops/network/edge-kernel.ts';

export interface PlainMap {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  /** By row, column and channel. */
  readonly data: Float32Array;
}

const FLOAT_BYTES = 4;

/** Numbers from -1 to 1. */
export function randomNumbers(count: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from({ length: count }, () => 2 * random.next() - 1);
}

export const randomMap = (width: number, height: number, channels: number, seed: number): PlainMap => ({
  width,
  height,
  channels,
  data: randomNumbers(width * height * channels, seed),
});

/** The number at a place; 0 outside the map. */
export const valueAt = ({ width, height, channels, data }: PlainMap, x: number, y: number, channel: number): number =>
  x < 0 || y < 0 || x >= width || y >= height ? 0 : (data[(y * width + x) * channels + channel] ?? Number.NaN);

/** A map whose numbers a function gives. */
export function mapOf(
  width: number,
  height: number,
  channels: number,
  value: (x: number, y: number, channel: number) => number,
): PlainMap {
  const data = Float32Array.from({ length: width * height * channels }, (_, at) => {
    const pixel = Math.floor(at / channels);
    return value(pixel % width, Math.floor(pixel / width), at % channels);
  });
  return { width, height, channels, data };
}

/** Matrix product with biases and ReLU. @param weights for each input the weights of all outputs */
export const productOf = (map: PlainMap, weights: Float32Array, bias: Float32Array): PlainMap =>
  mapOf(map.width, map.height, bias.length, (x, y, output) => {
    let sum = bias[output] ?? Number.NaN;
    for (let input = 0; input < map.channels; input += 1)
      sum += valueAt(map, x, y, input) * (weights[input * bias.length + output] ?? Number.NaN);
    return Math.max(0, sum);
  });

/** Depthwise 3 × 3 convolution with ReLU. @param weights for each of 3 × 3 pixels the weights of the channels */
export const depthwiseOf = (map: PlainMap, stride: number, weights: Float32Array, bias: Float32Array): PlainMap =>
  mapOf(map.width / stride, map.height / stride, map.channels, (x, y, channel) => {
    let sum = bias[channel] ?? Number.NaN;
    for (let at = 0; at < 9; at += 1)
      sum +=
        valueAt(map, x * stride + (at % 3) - 1, y * stride + Math.floor(at / 3) - 1, channel) *
        (weights[at * map.channels + channel] ?? Number.NaN);
    return Math.max(0, sum);
  });

export const sumOf = (a: PlainMap, b: PlainMap): PlainMap => ({
  ...a,
  data: a.data.map((value, at) => value + (b.data[at] ?? Number.NaN)),
});

/** Copies numbers into the kernel's memory and returns their address. */
export function place(kernel: EdgeKernel, numbers: Float32Array | Uint8Array): number {
  const address = kernel.allocate(numbers.byteLength);
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  new Uint8Array(kernel.buffer, address, bytes.length).set(bytes);
  return address;
}

/** Copies a map into the kernel's memory, with zeros around it that the kernel writes over other numbers. */
export function placeMap(kernel: EdgeKernel, { width, height, channels, data }: PlainMap): number {
  const row = (width + 1) * channels;
  const memory = place(kernel, new Float32Array((height + 2) * row + channels).fill(7));
  const address = memory + (row + channels) * FLOAT_BYTES;
  kernel.functions.clearBorder(address, width, height, channels);
  const step = width * channels;
  for (let y = 0; y < height; y += 1)
    new Float32Array(kernel.buffer, address + y * row * FLOAT_BYTES, step).set(data.subarray(y * step, (y + 1) * step));
  return address;
}

/** Reads a map from the kernel's memory. */
export function readMap(kernel: EdgeKernel, address: number, like: Omit<PlainMap, 'data'>): PlainMap {
  const row = (like.width + 1) * like.channels;
  const numbers = new Float32Array(kernel.buffer, address, like.height * row);
  return mapOf(
    like.width,
    like.height,
    like.channels,
    (x, y, channel) => numbers[y * row + x * like.channels + channel] ?? Number.NaN,
  );
}

/** The largest difference of two maps of one size; NaN where a number is missing. */
export const largestDifference = (a: PlainMap, b: PlainMap): number =>
  a.data.length === b.data.length
    ? a.data.reduce((most, value, at) => Math.max(most, Math.abs(value - (b.data[at] ?? Number.NaN))), 0)
    : Number.NaN;
