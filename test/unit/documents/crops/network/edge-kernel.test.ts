import { describe, expect, it } from 'vitest';
import { inBlocks, loadEdgeKernel, type EdgeKernel } from '../../../../../core/documents/crops/network/edge-kernel.ts';
import { seededRandom } from '../../../../../model-container/random.ts';
import {
  depthwiseOf,
  largestDifference,
  mapOf,
  place,
  placeMap,
  productOf,
  randomMap,
  randomNumbers,
  readMap,
  sumOf,
  valueAt,
  type PlainMap,
} from './feature-maps.ts';

/** What sums of numbers of 32 bits differ by in another order. */
const EXACTNESS = 1e-4;
const SCRATCH_BYTES = 65_536;
const zeros = (width: number, height: number, channels: number): PlainMap => mapOf(width, height, channels, () => 0);

/** Weights and biases of a matrix product, and their addresses. */
function product(kernel: EdgeKernel, inputs: number, outputs: number) {
  const weights = randomNumbers(inputs * outputs, 21);
  const bias = randomNumbers(outputs, 22);
  return { weights, bias, atWeights: place(kernel, inBlocks(weights, outputs)), atBias: place(kernel, bias) };
}

describe('the kernel of the network that finds documents', () => {
  it.each([
    ['one pixel', 1, 8, 8],
    ['fewer pixels than are multiplied at once', 3, 8, 20],
    ['pixels that are no multiple of 4', 11, 24, 12],
    ['a last block of 4 outputs', 8, 12, 12],
    ['4 outputs', 6, 12, 4],
  ])('multiplies matrices: %s', (_what, count, inputs, outputs) => {
    const kernel = loadEdgeKernel();
    const map = randomMap(count, 1, inputs, 1);
    const { weights, bias, atWeights, atBias } = product(kernel, inputs, outputs);
    const from = placeMap(kernel, map);
    const to = placeMap(kernel, zeros(count, 1, outputs));
    kernel.functions.multiply(from, count, inputs, outputs, atWeights, atBias, to, 0, 0);
    const result = readMap(kernel, to, { width: count, height: 1, channels: outputs });
    expect(largestDifference(result, productOf(map, weights, bias))).toBeLessThan(EXACTNESS);
  });

  it('gives a pixel the same product to the last bit, however many others there are', () => {
    const kernel = loadEdgeKernel();
    const map = randomMap(7, 1, 24, 2);
    const { atWeights, atBias } = product(kernel, 24, 12);
    const from = placeMap(kernel, map);
    const to = placeMap(kernel, zeros(7, 1, 12));
    const firstOf = (count: number) => {
      kernel.functions.multiply(from, count, 24, 12, atWeights, atBias, to, 0, 0);
      return readMap(kernel, to, { width: 1, height: 1, channels: 12 }).data;
    };
    expect(firstOf(7)).toEqual(firstOf(1));
  });

  it.each([
    ['of stride 1, with the input added', 6, 5, 12, 12, 1, true],
    ['of stride 2', 8, 6, 12, 24, 2, false],
    ['of a map that is 2 pixels wide', 2, 2, 24, 24, 1, true],
  ])('runs a block %s', (_what, width, height, inputs, outputs, stride, adds) => {
    const kernel = loadEdgeKernel();
    const map = randomMap(width, height, inputs, 3);
    const [depthwise, depthwiseBias] = [randomNumbers(9 * inputs, 4), randomNumbers(inputs, 5)];
    const { weights, bias, atWeights, atBias } = product(kernel, inputs, outputs);
    const size = { width: width / stride, height: height / stride, channels: outputs };
    const to = placeMap(kernel, zeros(size.width, size.height, outputs));
    kernel.functions.block(
      placeMap(kernel, map),
      width,
      height,
      inputs,
      outputs,
      stride,
      adds,
      place(kernel, depthwise),
      place(kernel, depthwiseBias),
      atWeights,
      atBias,
      to,
      kernel.allocate(SCRATCH_BYTES),
    );
    const plain = productOf(depthwiseOf(map, stride, depthwise, depthwiseBias), weights, bias);
    expect(largestDifference(readMap(kernel, to, size), adds ? sumOf(plain, map) : plain)).toBeLessThan(EXACTNESS);
  });

  it('runs the first layer', () => {
    const kernel = loadEdgeKernel();
    const map = randomMap(12, 8, 2, 6);
    const { weights, bias, atWeights, atBias } = product(kernel, 18, 12);
    const to = placeMap(kernel, zeros(6, 4, 12));
    const scratch = kernel.allocate(SCRATCH_BYTES);
    kernel.functions.stem(placeMap(kernel, map), 12, 8, 12, atWeights, atBias, to, scratch);
    const squares = mapOf(6, 4, 18, (x, y, input) =>
      valueAt(map, 2 * x - 1 + (Math.floor(input / 2) % 3), 2 * y - 1 + Math.floor(input / 6), input % 2),
    );
    const result = readMap(kernel, to, { width: 6, height: 4, channels: 12 });
    expect(largestDifference(result, productOf(squares, weights, bias))).toBeLessThan(EXACTNESS);
  });

  it('adds a product to a map of twice its sides', () => {
    const kernel = loadEdgeKernel();
    const [below, map] = [randomMap(5, 3, 24, 7), randomMap(10, 6, 12, 8)];
    const { weights, bias, atWeights, atBias } = product(kernel, 24, 12);
    const to = placeMap(kernel, map);
    const scratch = kernel.allocate(SCRATCH_BYTES);
    kernel.functions.addEnlarged(placeMap(kernel, below), 5, 3, 24, 12, atWeights, atBias, to, scratch);
    const plain = productOf(below, weights, bias);
    const enlarged = mapOf(10, 6, 12, (x, y, channel) => valueAt(plain, Math.floor(x / 2), Math.floor(y / 2), channel));
    expect(largestDifference(readMap(kernel, to, map), sumOf(map, enlarged))).toBeLessThan(EXACTNESS);
  });

  it('prepares the grey and its difference from the mean of the pixels around it', () => {
    const kernel = loadEdgeKernel();
    const [width, height] = [32, 24];
    const random = seededRandom(9);
    const picture = Uint8Array.from({ length: width * height }, () => random.below(256));
    const to = placeMap(kernel, zeros(width, height, 2));
    kernel.functions.prepare(place(kernel, picture), width, height, to, kernel.allocate(SCRATCH_BYTES));
    const greyAt = (x: number, y: number) => picture[y * width + x] ?? Number.NaN;
    const plain = mapOf(width, height, 2, (x, y, channel) => {
      const around: number[] = [];
      for (let row = Math.max(0, y - 7); row <= Math.min(height - 1, y + 7); row += 1)
        for (let column = Math.max(0, x - 7); column <= Math.min(width - 1, x + 7); column += 1)
          around.push(greyAt(column, row));
      const mean = around.reduce((all, grey) => all + grey, 0) / around.length;
      return channel === 0 ? greyAt(x, y) / 127.5 - 1 : Math.min(1, Math.max(-1, (greyAt(x, y) - mean) / 16));
    });
    expect(largestDifference(readMap(kernel, to, { width, height, channels: 2 }), plain)).toBeLessThan(EXACTNESS);
  });

  it('writes probabilities as bytes, each pixel of the last map for 2 × 2 pixels of both', () => {
    const kernel = loadEdgeKernel();
    const [width, height] = [5, 3];
    const map = randomMap(width, height, 12, 10);
    const { weights, bias, atWeights, atBias } = product(kernel, 12, 8);
    const table = place(
      kernel,
      Uint8Array.from({ length: 4096 }, (_, at) => Math.round(255 / (1 + Math.exp(8 - at / 256)))),
    );
    const [first, second] = [kernel.allocate(4 * width * height), kernel.allocate(4 * width * height)];
    const scratch = kernel.allocate(SCRATCH_BYTES);
    kernel.functions.head(placeMap(kernel, map), width, height, 12, atWeights, atBias, table, first, second, scratch);
    [first, second].forEach((address, which) => {
      const bytes = [...new Uint8Array(kernel.buffer, address, 4 * width * height)];
      const plain = bytes.map((_, at) => {
        const [x, y] = [at % (2 * width), Math.floor(at / (2 * width))];
        const output = 4 * which + 2 * (y % 2) + (x % 2);
        let odds = bias[output] ?? Number.NaN;
        for (let input = 0; input < 12; input += 1)
          odds +=
            valueAt(map, Math.floor(x / 2), Math.floor(y / 2), input) * (weights[input * 8 + output] ?? Number.NaN);
        return 255 / (1 + Math.exp(-odds));
      });
      expect(Math.max(...bytes.map((byte, at) => Math.abs(byte - (plain[at] ?? Number.NaN))))).toBeLessThan(1);
    });
  });
});
