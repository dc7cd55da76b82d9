/** Runs a line network on a batch of lines, so that the weights are loaded once for all of them. */
import type { Kernel } from './kernel.ts';
import { loadKernel } from './load-kernel.ts';
import type { NetworkFile } from './trained-data/network-file.ts';
import { planNetwork, type NetworkPlan, type Recurrence } from './network-plan.ts';
import { packWeights, padded, type PackedWeights } from './pack-weights.ts';

/** The network's outputs for a line: the probability of each code at each time step. */
export interface LineOutputs {
  readonly steps: number;
  /** Number of values from one time step to the next; the codes come first, padding after them. */
  readonly stride: number;
  readonly probabilities: Float32Array;
}

/** Number of rows that the kernel processes together (assembly/line-kernel.ts). */
const TILE = 16;
/** Number of gates of an LSTM cell, including the cell input. */
const GATES = 4;
/** Number of values in a row of the kernel's sequence table. */
const ROW = 5;
/** Seed and constants of Tesseract's noise generator, a linear congruential generator (TRand of helpers.h). */
const SEED_FACTOR = 0x10000001n;
const GENERATOR = { factor: 6364136223846793005n, addend: 1442695040888963407n };

interface PlacedWeights {
  readonly inputs: number;
  readonly outputs: number;
  readonly values: number;
  readonly bias: number;
  readonly scales: number;
}

/** A line during a run of the network. */
interface LineState {
  readonly image: Int8Array;
  /** Width in pixels. */
  readonly width: number;
  /** Number of time steps. */
  readonly steps: number;
  /** Address of its current activations. */
  address: number;
}

export class LineNetwork {
  /** Height of an input line in pixels. */
  readonly height: number;
  /** Pixels of the scaled line per time step. */
  readonly xScale: number;
  /** Number of codes. */
  readonly codes: number;
  readonly #plan: NetworkPlan;
  readonly #kernel: Kernel;
  readonly #seed: bigint;
  readonly #convolution: PlacedWeights;
  readonly #recurrences: readonly PlacedWeights[];
  readonly #output: PlacedWeights;

  constructor(kernel: Kernel, plan: NetworkPlan, sampleIteration: number) {
    this.height = plan.height;
    this.xScale = plan.convolution.xScale;
    this.codes = plan.output.outputs;
    this.#plan = plan;
    this.#kernel = kernel;
    this.#seed = BigInt.asUintN(64, BigInt(sampleIteration) * SEED_FACTOR * GENERATOR.factor + GENERATOR.addend);
    const { coding } = kernel;
    this.#convolution = placeWeights(
      kernel,
      packWeights([plan.convolution.weights], [plan.convolution.weights.inputs], coding),
    );
    this.#recurrences = plan.recurrences.map(({ gates, inputs, cells }) =>
      placeWeights(kernel, halveGates(packWeights(gates, [inputs, cells], coding))),
    );
    this.#output = placeWeights(kernel, packWeights([plan.output], [plan.output.inputs], coding));
  }

  /**
   * @param lines lines of the network's height, normalised by line-image.ts; a batch of similar widths is fastest
   * @returns the outputs of each line, in the same order; without time steps for a line that is too narrow
   */
  run(lines: readonly { readonly width: number; readonly data: Int8Array }[]): LineOutputs[] {
    const top = this.#kernel.top;
    try {
      const states = lines.map(({ width, data }): LineState => ({
        image: data,
        width,
        steps: Math.floor(width / this.xScale),
        address: 0,
      }));
      // The kernel requires the longest sequence first.
      const order = states.filter(({ steps }) => steps > 0).sort((a, b) => b.steps - a.steps);
      for (const line of order) this.#convolve(line);
      for (const [index, recurrence] of this.#plan.recurrences.entries())
        this.#recur(order, recurrence, this.#recurrences[index]);
      return states.map((line) => this.#finish(line));
    } finally {
      this.#kernel.release(top);
    }
  }

  #convolve(line: LineState): void {
    const { halfX, halfY, xScale, yScale, weights } = this.#plan.convolution;
    const { outputs, values, bias, scales } = this.#convolution;
    const { width } = line;
    const fieldBytes = padded(weights.outputs) * 4;
    line.address = this.#kernel.allocate(
      Math.floor(this.height / yScale) * line.steps * this.#bytesOf(weights.outputs),
    );
    const top = this.#kernel.top;
    const image = this.#kernel.place(line.image);
    const scratch = this.#kernel.allocate(
      2 * (width + 1) * (2 * halfY + 1) + 64 + 4 * (2 * halfX + 1) * (2 * halfY + 1) + (line.steps + 1) * fieldBytes,
    );
    this.#kernel.functions.convolve(
      image,
      width,
      this.height,
      halfX,
      halfY,
      xScale,
      yScale,
      outputs,
      values,
      bias,
      scales,
      line.address,
      scratch,
      this.#seed,
    );
    this.#kernel.release(top);
  }

  #recur(order: readonly LineState[], recurrence: Recurrence, weights: PlacedWeights | undefined): void {
    if (weights === undefined || order.length === 0) return;
    const inputs = padded(recurrence.inputs);
    const cells = padded(recurrence.cells);
    const cellBytes = this.#bytesOf(recurrence.cells);
    const inputBytes = this.#bytesOf(recurrence.inputs);
    const targets = order.map(({ steps }) => this.#kernel.allocate(steps * cellBytes));
    const top = this.#kernel.top;
    const rows =
      recurrence.direction === 'down'
        ? this.#columns(order, targets, inputBytes, cellBytes)
        : alongLines(order, targets, inputBytes, cellBytes, recurrence.direction);
    const table = this.#kernel.place(rows);
    const scratch = this.#kernel.allocate(TILE * (inputBytes + cellBytes + cells * 20));
    this.#kernel.functions.lstm(
      table,
      rows.length / ROW,
      inputs,
      cells,
      weights.values,
      weights.bias,
      weights.scales,
      scratch,
    );
    this.#kernel.release(top);
    for (const [index, line] of order.entries()) line.address = targets[index] ?? 0;
  }

  /**
   * One sequence per column of each line, from top to bottom. Each writes all outputs to one address, so the last one
   * remains.
   */
  #columns(order: readonly LineState[], targets: readonly number[], inputBytes: number, cellBytes: number): Int32Array {
    const rowCount = Math.floor(this.height / this.#plan.convolution.yScale);
    const rows = new Int32Array(order.reduce((sum, { steps }) => sum + steps, 0) * ROW);
    let at = 0;
    for (const [index, { address, steps }] of order.entries()) {
      const target = targets[index] ?? 0;
      for (let column = 0; column < steps; column += 1) {
        rows.set([address + column * inputBytes, steps * inputBytes, target + column * cellBytes, 0, rowCount], at);
        at += ROW;
      }
    }
    return rows;
  }

  /** Bytes of the activations of this many cells or fields, padded. */
  #bytesOf(outputs: number): number {
    return padded(outputs) * this.#kernel.coding.bytes;
  }

  #finish({ steps, address }: LineState): LineOutputs {
    const { inputs, outputs, values, bias, scales } = this.#output;
    if (steps === 0) return { steps: 0, stride: outputs, probabilities: new Float32Array(0) };
    const top = this.#kernel.top;
    const to = this.#kernel.allocate(steps * outputs * 4);
    const scratch = this.#kernel.allocate(TILE * outputs * 4);
    this.#kernel.functions.softmax(address, steps, inputs, outputs, this.codes, values, bias, scales, to, scratch);
    const probabilities = new Float32Array(this.#kernel.buffer, to, steps * outputs).slice();
    this.#kernel.release(top);
    return { steps, stride: outputs, probabilities };
  }
}

/**
 * @param kernel the one to run it on, the network alone: it has the memory of the network
 * @throws UnsupportedNetworkError if our kernel cannot run the network
 */
export async function loadLineNetwork(file: NetworkFile, kernel?: Kernel): Promise<LineNetwork> {
  return new LineNetwork(kernel ?? (await loadKernel()), planNetwork(file), file.sampleIteration);
}

function alongLines(
  order: readonly LineState[],
  targets: readonly number[],
  inputBytes: number,
  cellBytes: number,
  direction: 'left' | 'right',
): Int32Array {
  const rows = order.flatMap(({ address, steps }, index) => {
    const target = targets[index] ?? 0;
    return direction === 'right'
      ? [address, inputBytes, target, cellBytes, steps]
      : [address + (steps - 1) * inputBytes, -inputBytes, target + (steps - 1) * cellBytes, -cellBytes, steps];
  });
  return Int32Array.from(rows);
}

/** Halves the scales of the three gates: the kernel computes the sigmoid of a gate as (1 + tanh(x / 2)) / 2. */
function halveGates(packed: PackedWeights): PackedWeights {
  return {
    ...packed,
    scales: packed.scales.map((scale, output) => (output < packed.outputs / GATES ? scale : scale / 2)),
  };
}

function placeWeights(kernel: Kernel, { inputs, outputs, values, bias, scales }: PackedWeights): PlacedWeights {
  return { inputs, outputs, values: kernel.place(values), bias: kernel.place(bias), scales: kernel.place(scales) };
}
